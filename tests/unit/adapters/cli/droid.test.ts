import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDroidAdapter } from '../../../../adapters/cli/droid.js';
import { type CliAdapterSettings, describeFailure, type ModelAnswer } from '../../../../src/models/index.js';
import { askFixture, type Situation } from '../../../support/ask-fixture.js';
import { cliSettings, fixturePath } from '../../../support/cli-fixture.js';

const ask = (situation: Situation = {}) => askFixture(createDroidAdapter, 'droid.mjs', situation);
const optionValue = (argv: readonly string[], option: string) =>
  argv.includes(option) ? argv[argv.indexOf(option) + 1] : undefined;
const messageOf = (answer: ModelAnswer) => (answer.ok ? '' : describeFailure(answer.error.failure));

describe('the autonomy of the droid adapter', () => {
  it('is read-only when the configuration says nothing', async () => {
    const { answer, calls, argv } = await ask();
    expect(answer.ok).toBe(true);
    expect(calls).toHaveLength(1);
    expect(argv).not.toContain('--auto');
  });

  it.each(['low', 'medium', 'high'] as const)('is the level of the configuration: %s', async (autonomy) => {
    const { answer, calls } = await ask({ behavior: `needs autonomy ${autonomy}`, settings: { autonomy } });
    expect(answer).toMatchObject({ ok: true, value: { text: `Answered at level ${autonomy}.` } });
    expect(calls).toHaveLength(1);
  });

  it.each([
    'needs autonomy low',
    'needs autonomy low, silently',
    'insufficient permission to proceed',
    'Error: insufficient permission to proceed',
    'insufficient permission to proceed. Re-run with --auto medium\nError: run failed',
    `Exec ended early: insufficient permission to proceed.\n${'Error: a long list of what it wanted. '.repeat(40)}`,
  ])('is never raised by the output of droid: %j', async (behavior) => {
    const { answer, calls } = await ask({ behavior });
    expect(calls).toHaveLength(1);
    expect(calls[0]?.argv).not.toContain('--auto');
    expect(messageOf(answer)).toContain('more than its autonomy level (read-only) allows');
    expect(messageOf(answer)).toContain('set adapters.droid.autonomy (low, medium or high) in your own');
    expect(messageOf(answer)).not.toContain('\n');
  });

  it('is not raised above the configured level either', async () => {
    const { answer, calls } = await ask({ behavior: 'needs autonomy high', settings: { autonomy: 'low' } });
    expect(calls.map(({ argv }) => optionValue(argv, '--auto'))).toEqual(['low']);
    expect(messageOf(answer)).toContain('autonomy level (low)');
  });

  it('is not suggested for other words', async () => {
    const { answer } = await ask({ behavior: 'The participant wrote "insufficient permission to proceed"' });
    expect(messageOf(answer)).not.toContain('adapters.droid.autonomy');
  });

  it.each([
    ['--auto', 'high'],
    ['--auto=high'],
    ['--skip-permissions-unsafe'],
    ['--mission'],
    ['--add-tools', 'Execute'],
    ['--enabled-tools=Execute'],
    ['--only-tools', 'Execute'],
  ])('cannot be raised by additional arguments: %s', async (...args) => {
    const { answer, calls } = await ask({ settings: { args } });
    expect(calls).toEqual([]);
    expect(messageOf(answer)).toContain('is not allowed in adapters.tool.args');
  });
});

describe('the tools of the droid adapter', () => {
  it('are all switched off except one that touches no file', async () => {
    const { argv } = await ask();
    expect(optionValue(argv, '--only-tools')).toBe('TodoWrite');
  });

  it('stay off at a higher autonomy level', async () => {
    const { argv } = await ask({ settings: { autonomy: 'high' } });
    expect(optionValue(argv, '--only-tools')).toBe('TodoWrite');
  });

  it('are those that read files when native tools are allowed', async () => {
    const { argv } = await ask({ settings: { nativeTools: true } });
    expect(optionValue(argv, '--only-tools')).toBe('TodoWrite,Read,Grep,Glob,LS');
  });

  it('end the call when this version of droid cannot switch them off', async () => {
    const { answer } = await ask({ behavior: 'no --only-tools' });
    expect(messageOf(answer)).toContain('this droid cannot switch its tools off; update it');
  });
});

it('says what it may do when it is available', async () => {
  const detailAt = async (settings: Partial<CliAdapterSettings>) =>
    createDroidAdapter(cliSettings(fixturePath('droid.mjs'), settings)).availability();
  expect(await detailAt({})).toMatchObject({
    detail: expect.stringMatching(/autonomy read-only, its tools switched off$/),
  });
  expect(await detailAt({ autonomy: 'high', nativeTools: true })).toMatchObject({
    detail: expect.stringMatching(/autonomy high, can read any file that you can read$/),
  });
});

describe('the home of the droid adapter', () => {
  const prepare = (home: string) => {
    mkdirSync(join(home, '.factory', 'sessions'), { recursive: true });
    for (const name of ['auth.v2.file', 'auth.v2.key', 'mcp.json']) writeFileSync(join(home, '.factory', name), name);
    const settings = { hooks: { Stop: ['bad'] }, customModels: [{ model: 'mine' }] };
    writeFileSync(join(home, '.factory', 'settings.json'), JSON.stringify(settings));
    writeFileSync(join(home, '.bashrc'), 'private');
  };

  it('is not the home of the user, by any variable', async () => {
    const { calls, home } = await ask({ prepare, environment: { XDG_CONFIG_HOME: '/home/of/the/user/.config' } });
    const [{ env, cwd } = { env: {} as Record<string, string>, cwd: '' }] = calls;
    expect(env.HOME).toBe(join(cwd, 'home'));
    const names = ['HOME', 'FACTORY_HOME_OVERRIDE', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME'];
    for (const name of names) expect(env[name]?.startsWith(cwd), name).toBe(true);
    expect(existsSync(env.HOME ?? home)).toBe(false);
  });

  it('has links to the login and nothing else of the user', async () => {
    const { calls, home } = await ask({ prepare, behavior: 'list home' });
    const folder = join(home, '.factory');
    expect(JSON.parse(readFileSync(join(home, 'listed.json'), 'utf8'))).toEqual({
      '.factory/auth.v2.file': join(folder, 'auth.v2.file'),
      '.factory/auth.v2.key': join(folder, 'auth.v2.key'),
    });
    expect(calls).toHaveLength(1);
    // Removing the folder of the call removes the links, not what they point to.
    expect(readdirSync(folder)).toContain('auth.v2.key');
  });

  it('includes the description of a custom model, without hooks', async () => {
    const { home } = await ask({ prepare, behavior: 'list home', request: { model: 'custom:mine' } });
    const listed = JSON.parse(readFileSync(join(home, 'listed.json'), 'utf8')) as Record<string, string>;
    expect(JSON.parse(listed['.factory/settings.json'] ?? '')).toEqual({ customModels: [{ model: 'mine' }] });
  });
});

it('reports the whole time limit when it is exceeded', async () => {
  const { answer } = await ask({ behavior: 'hang', settings: { timeoutMs: 700 } });
  expect(answer).toMatchObject({ ok: false, error: { failure: { kind: 'timeout', afterMs: 700 } } });
});
