import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkAdapters } from '../../../../src/cli/doctor/check-adapters.js';
import { checkConfigFolder, checkFolder } from '../../../../src/cli/doctor/check-folder.js';
import { checkNode } from '../../../../src/cli/doctor/check-node.js';
import { checkPanel } from '../../../../src/cli/doctor/check-panel.js';
import { renderFindings } from '../../../../src/cli/doctor/render-findings.js';
import { runCommandLine } from '../../../../src/cli/run-command-line.js';
import { noColor } from '../../../../src/cli/text/color.js';
import { UserError } from '../../../../src/kernel/user-error.js';
import type { Availability, ModelAdapter } from '../../../../src/models/index.js';
import type { Program } from '../../../../src/program/program.js';
import { councilOf, testProgram } from '../../../support/test-program.js';
import { unanimousResult } from '../results.js';
import { fakeStream, newFolder, type TestShell, testShell } from '../test-shell.js';

const ABSENT: Availability = {
  available: false,
  reason: 'codex was not found',
  remedy: 'npm i -g @openai/codex',
};
const FOUND: Availability = { available: true, detail: 'found on PATH' };

const PANEL = { participants: ['sonnet@claude', 'gpt-5@codex'], notice: null };

async function programWith(
  adapters: Record<string, Availability | 'hangs'>,
  configuredAdapters: string[] = [],
  panel: Awaited<ReturnType<Program['council']['defaultPanel']>> = PANEL,
): Promise<Program> {
  const adapter = (name: string): ModelAdapter | undefined => {
    const answer = adapters[name];
    if (answer === undefined) return undefined;
    return {
      name,
      kind: 'cli',
      ask: () => Promise.reject(new Error('no model is asked')),
      availability: () => (answer === 'hangs' ? new Promise(() => undefined) : Promise.resolve(answer)),
    };
  };
  const base = await testProgram();
  return {
    ...base,
    settings: { ...base.settings, configuredAdapters },
    council: { ...councilOf(async () => unanimousResult()), defaultPanel: async () => panel },
    directory: {
      models: () => [{ id: 'a model', isDefault: true, enabled: true }],
      names: () => Object.keys(adapters),
      adapter: async (name) => adapter(name),
    },
    adapterVersion: async (name) => (name === 'claude' ? '2.1.325' : undefined),
  };
}

const examine = async (program: Program, changes: Partial<TestShell> = {}) => {
  const shell = testShell({ openProgram: async () => program, ...changes });
  const exitCode = await runCommandLine(['doctor'], shell);

  // A continuation line begins with blanks: how often a line wraps depends on where the scratch folder lies.
  const lines = shell.stdout.text().trimEnd().split('\n');
  return { exitCode, lines: lines.filter((line) => !line.startsWith(' ')) };
};

describe('witan doctor', () => {
  it('has one line in aligned columns for each check', async () => {
    const { exitCode, lines } = await examine(await programWith({ claude: FOUND, codex: ABSENT }));
    expect(exitCode).toBe(0);
    expect(lines.map((line) => line.slice(0, 25).trimEnd())).toEqual([
      'ok       Node',
      'ok       trust',
      'ok       config',
      'ok       config folder',
      'ok       data folder',
      'ok       transcripts',
      'ok       journal folder',
      'ok       claude',
      'missing  codex',
      'ok       panel',
      'ok       comparison',
      'ok       evidence',
      'ok       SQLite',
      'ok       decision graph',
      'ok       deliberations',
      'ok       journal',
      'ok       guidance',
      'missing  hooks',
      'missing  Claude Code',
    ]);
    expect(lines.find((line) => line.includes('claude '))).toMatch(/^ok {7}claude +2\.1\.325, found on PATH$/);
    expect(lines.find((line) => line.includes('codex'))).toMatch(/codex was not found; npm i -g @openai\/codex$/);
  });

  it('accepts a machine without a model, and says what to do', async () => {
    const panel = { participants: ['steward@demo'], notice: 'No model found' };
    const { exitCode, lines } = await examine(await programWith({ codex: ABSENT }, [], panel));
    expect(exitCode).toBe(0);
    expect(lines).toContainEqual(expect.stringMatching(/^note {5}panel .*no model was found\); add any model above/));
  });

  it('fails when an adapter that the user configured does not work', async () => {
    const { exitCode, lines } = await examine(await programWith({ claude: FOUND, codex: ABSENT }, ['codex']));
    expect(exitCode).toBe(1);
    expect(lines).toContainEqual(expect.stringMatching(/^broken {3}codex/));
  });

  it('says of an installed tool that it is not logged in, and how to log in', async () => {
    const program = await programWith({ claude: FOUND });
    const adapter = async (): Promise<ModelAdapter> => ({
      name: 'claude',
      kind: 'cli',
      ask: () => Promise.reject(new Error('no model is asked')),
      availability: async () => FOUND,
      login: async () => ({ kind: 'logged_out', remedy: 'run `claude` once' }),
    });
    const { lines } = await examine({ ...program, directory: { ...program.directory, adapter } });
    expect(lines).toContainEqual(
      expect.stringMatching(/^missing {2}claude +2\.1\.325, found on PATH, but not logged in; run/),
    );
  });

  it('fails on a broken configuration and still checks the rest', async () => {
    const shell = testShell({
      openProgram: async () => {
        throw new UserError('validation_error', 'config.yaml: unknown key "adapter"; did you mean "adapters"?');
      },
    });
    expect(await runCommandLine(['doctor'], shell)).toBe(1);
    expect(shell.stdout.text()).toMatch(/^broken {3}config .*unknown key "adapter"; did you mean "adapters"\?$/m);
    expect(shell.stdout.text()).toMatch(/^missing {2}Claude Code/m);
  });

  it('shows notices of the configuration as notes', async () => {
    const program = await programWith({});
    const settings = { ...program.settings, notices: ['adapters.codex.command is ignored: not trusted'] };
    const { exitCode, lines } = await examine({ ...program, settings });
    expect(exitCode).toBe(0);
    expect(lines).toContainEqual(expect.stringMatching(/^note {5}config .*command is ignored/));
  });

  it.each([
    ['changed', /^note {5}trust .*changed since it was trusted.*`witan init`/m],
    ['unpinned', /^note {5}trust .*older version.*`witan init`/m],
  ] as const)('says of a trust that is %s how to renew it', async (state, line) => {
    const shell = testShell({ stdout: fakeStream({ columns: 120 }), environment: { NO_COLOR: '1' } });
    const trust = { ...shell.trust, state: async () => state };
    expect(await runCommandLine(['doctor'], { ...shell, trust })).toBe(0);
    expect(shell.stdout.text().replaceAll(/\n {9,}/g, ' ')).toMatch(line);
  });

  it('knows whether Claude Code can start the server', async () => {
    const shell = testShell({ openProgram: async () => programWith({}) });
    await runCommandLine(['init'], shell);
    const before = shell.stdout.text().length;
    expect(await runCommandLine(['doctor'], shell)).toBe(1);
    const printed = shell.stdout
      .text()
      .slice(before)
      .replace(/\n {20,}/g, '');
    expect(printed).toMatch(/^broken {3}Claude Code +~\/\.claude\.json names\s?[^;]*witan\.cjs,\s?which/m);
    mkdirSync(join(shell.currentFolder, 'dist'));
    writeFileSync(join(shell.currentFolder, 'dist/witan.cjs'), '');
    for (const name of ['hook.cjs', 'witan.cjs']) writeFileSync(join(shell.currentFolder, 'dist', name), '');
    expect(await runCommandLine(['doctor'], shell)).toBe(0);
    expect(shell.stdout.text()).toMatch(/^ok {7}Claude Code +registered/m);
  });

  it('prints the findings as JSON and nothing else with --json', async () => {
    const shell = testShell({ openProgram: async () => programWith({ codex: ABSENT }, ['codex']) });
    expect(await runCommandLine(['doctor', '--json'], shell)).toBe(1);
    const { ok, findings } = JSON.parse(shell.stdout.text());
    expect(ok).toBe(false);
    expect(findings).toContainEqual({
      subject: 'codex',
      state: 'broken',
      text: 'codex was not found',
      remedy: 'npm i -g @openai/codex',
    });
  });
});

describe('single findings', () => {
  it.each([
    ['20.18.9', 'broken'],
    ['20.19.0', 'ok'],
    ['22.0.0', 'ok'],
    ['18.20.0', 'broken'],
  ])('says that Node %s is %s', (version, state) => {
    expect(checkNode(version).state).toBe(state);
  });

  it('does not wait for an adapter that hangs, and still checks the others', async () => {
    const findings = await checkAdapters(await programWith({ slow: 'hangs', claude: FOUND }), 20);
    expect(findings.map(({ subject, state }) => [subject, state])).toEqual([
      ['slow', 'missing'],
      ['claude', 'ok'],
    ]);
  });

  it('does not wait for a panel that is never chosen', async () => {
    const council = {
      ...councilOf(async () => unanimousResult()),
      defaultPanel: () => new Promise<never>(() => undefined),
    };
    const finding = await checkPanel(await testProgram({ council }), 20);
    expect(finding).toMatchObject({ subject: 'panel', state: 'note', text: 'could not be determined in time' });
  });

  it('finds a config folder that cannot be created, and accepts a link', async () => {
    const folder = newFolder();
    const file = join(folder, 'file');
    writeFileSync(file, '');
    symlinkSync(newFolder(), join(folder, 'linked'));
    const states = ['file/witan', 'linked', 'linked/witan', 'later/witan'].map(async (name) => {
      return (await checkConfigFolder(join(folder, name), name)).state;
    });
    expect(await Promise.all(states)).toEqual(['broken', 'ok', 'ok', 'ok']);
    const { exitCode, lines } = await examine(await programWith({}), { configFolder: file });
    expect(exitCode).toBe(1);
    expect(lines).toContainEqual(expect.stringMatching(/^broken {3}config folder/));
  });

  it('reports a file instead of the data folder', async () => {
    const file = join(newFolder(), 'taken');
    writeFileSync(file, '');
    expect((await checkFolder('data folder', file, 'taken')).state).toBe('broken');
    expect((await checkFolder('data folder', join(file, 'below'), 'taken/below')).state).toBe('broken');
  });

  it('are readable when a tool reports control codes', () => {
    const text = renderFindings([{ subject: 'x', state: 'ok', text: '\u001b[2Jfine\n' }], 80, noColor);
    expect(text).toBe('ok       x  fine\n');
  });
});
