import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkAdapters } from '../../../../src/cli/doctor/check-adapters.js';
import { checkConfigFolder, checkFolder } from '../../../../src/cli/doctor/check-folder.js';
import { checkNode } from '../../../../src/cli/doctor/check-node.js';
import { checkPanel } from '../../../../src/cli/doctor/check-panel.js';
import { renderFindings } from '../../../../src/cli/doctor/render-findings.js';
import type { AdapterAvailability, CheckableAdapter, OpenProgram } from '../../../../src/cli/program-port.js';
import { runCommandLine } from '../../../../src/cli/run-command-line.js';
import { noColor } from '../../../../src/cli/text/color.js';
import { UserError } from '../../../../src/kernel/user-error.js';
import { type FakePorts, fakePorts, fakeProgram, fakeStream, newFolder } from '../fake-ports.js';

const ABSENT: AdapterAvailability = {
  available: false,
  reason: 'codex was not found',
  remedy: 'npm i -g @openai/codex',
};
const FOUND: AdapterAvailability = { available: true, detail: 'found on PATH' };

function programWith(
  adapters: Record<string, AdapterAvailability | 'hangs'>,
  configuredAdapters: string[] = [],
): OpenProgram {
  const adapter = (name: string): CheckableAdapter | undefined => {
    const answer = adapters[name];
    if (answer === undefined) return undefined;
    return {
      kind: 'cli',
      availability: () => (answer === 'hangs' ? new Promise(() => undefined) : Promise.resolve(answer)),
    };
  };
  const base = fakeProgram();
  return {
    ...base,
    configuration: { ...base.configuration, configuredAdapters, dataFolder: join(newFolder(), '.witan') },
    directory: {
      models: () => ['a model'],
      names: () => Object.keys(adapters),
      adapter: async (name) => adapter(name),
    },
    adapterVersion: async (name) => (name === 'claude' ? '2.1.325' : undefined),
  };
}

const examine = async (program: OpenProgram, ports: FakePorts = fakePorts({ openProgram: async () => program })) => ({
  exitCode: await runCommandLine(['doctor'], ports),
  // A continuation line begins with blanks: how often a line wraps depends on where the scratch folder lies.
  lines: ports.stdout
    .text()
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith(' ')),
});

describe('witan doctor', () => {
  it('has one line in aligned columns for each check', async () => {
    const { exitCode, lines } = await examine(programWith({ claude: FOUND, codex: ABSENT }));
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
    const { exitCode, lines } = await examine({ ...programWith({ codex: ABSENT }), defaultPanel: async () => panel });
    expect(exitCode).toBe(0);
    expect(lines).toContainEqual(expect.stringMatching(/^note {5}panel .*no model was found\); add any model above/));
  });

  it('fails when an adapter that the user configured does not work', async () => {
    const { exitCode, lines } = await examine(programWith({ claude: FOUND, codex: ABSENT }, ['codex']));
    expect(exitCode).toBe(1);
    expect(lines).toContainEqual(expect.stringMatching(/^broken {3}codex/));
  });

  it('says of an installed tool that it is not logged in, and how to log in', async () => {
    const program = programWith({ claude: FOUND });
    const adapter = async (): Promise<CheckableAdapter> => ({
      kind: 'cli',
      availability: async () => FOUND,
      login: async () => ({ kind: 'logged_out', remedy: 'run `claude` once' }),
    });
    const { lines } = await examine({ ...program, directory: { ...program.directory, adapter } });
    expect(lines).toContainEqual(
      expect.stringMatching(/^missing {2}claude +2\.1\.325, found on PATH, but not logged in; run/),
    );
  });

  it('fails on a broken configuration and still checks the rest', async () => {
    const ports = fakePorts({
      openProgram: async () => {
        throw new UserError('validation_error', 'config.yaml: unknown key "adapter"; did you mean "adapters"?');
      },
    });
    expect(await runCommandLine(['doctor'], ports)).toBe(1);
    expect(ports.stdout.text()).toMatch(/^broken {3}config .*unknown key "adapter"; did you mean "adapters"\?$/m);
    expect(ports.stdout.text()).toMatch(/^missing {2}Claude Code/m);
  });

  it('shows notices of the configuration as notes', async () => {
    const program = programWith({});
    const configuration = { ...program.configuration, notices: ['adapters.codex.command is ignored: not trusted'] };
    const { exitCode, lines } = await examine({ ...program, configuration });
    expect(exitCode).toBe(0);
    expect(lines).toContainEqual(expect.stringMatching(/^note {5}config .*command is ignored/));
  });

  it.each([
    ['changed', /^note {5}trust .*changed since it was trusted.*`witan init`/m],
    ['unpinned', /^note {5}trust .*older version.*`witan init`/m],
  ] as const)('says of a trust that is %s how to renew it', async (state, line) => {
    const ports = fakePorts({ stdout: fakeStream({ columns: 120 }), environment: { NO_COLOR: '1' } });
    const trust = { ...ports.trust, state: async () => state };
    expect(await runCommandLine(['doctor'], { ...ports, trust })).toBe(0);
    expect(ports.stdout.text().replaceAll(/\n {9,}/g, ' ')).toMatch(line);
  });

  it('knows whether Claude Code can start the server', async () => {
    const ports = fakePorts({ openProgram: async () => programWith({}) });
    await runCommandLine(['init'], ports);
    const before = ports.stdout.text().length;
    expect(await runCommandLine(['doctor'], ports)).toBe(1);
    const printed = ports.stdout
      .text()
      .slice(before)
      .replace(/\n {20,}/g, '');
    expect(printed).toMatch(/^broken {3}Claude Code +~\/\.claude\.json names\s?[^;]*witan\.cjs,\s?which/m);
    mkdirSync(join(ports.currentFolder, 'dist'));
    writeFileSync(join(ports.currentFolder, 'dist/witan.cjs'), '');
    for (const name of ['hook.cjs', 'witan.cjs']) writeFileSync(join(ports.currentFolder, 'dist', name), '');
    expect(await runCommandLine(['doctor'], ports)).toBe(0);
    expect(ports.stdout.text()).toMatch(/^ok {7}Claude Code +registered/m);
  });

  it('prints the findings as JSON and nothing else with --json', async () => {
    const ports = fakePorts({ openProgram: async () => programWith({ codex: ABSENT }, ['codex']) });
    expect(await runCommandLine(['doctor', '--json'], ports)).toBe(1);
    const { ok, findings } = JSON.parse(ports.stdout.text());
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
    const findings = await checkAdapters(programWith({ slow: 'hangs', claude: FOUND }), 20);
    expect(findings.map(({ subject, state }) => [subject, state])).toEqual([
      ['slow', 'missing'],
      ['claude', 'ok'],
    ]);
  });

  it('does not wait for a panel that is never chosen', async () => {
    const finding = await checkPanel({ defaultPanel: () => new Promise(() => undefined) }, 20);
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
    const { exitCode, lines } = await examine(programWith({}), fakePorts({ configFolder: file }));
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
