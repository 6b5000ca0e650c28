import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memoryOf } from '../support/project-memory.js';
import { createEmptyMachine, createMachineWithModels, type EmptyMachine, WITAN } from './cli-program.js';

let machine: EmptyMachine;
beforeEach(() => {
  machine = createEmptyMachine();
});
afterEach(() => machine.remove());

const textOf = (...parts: string[]) => readFileSync(join(...parts), 'utf8');
const state = () => textOf(machine.home, '.claude.json');

describe('witan init', () => {
  it('registers the program that runs, twice without a change, and gives everything back', async () => {
    const before = '{\n\t"mcpServers": {\n\t\t"other": { "command": "npx", "args": ["-y", "other"] }\n\t}\n}\n';
    writeFileSync(join(machine.home, '.claude.json'), before);
    const { exitCode, stdout } = await machine.witan(['init']);
    expect(exitCode).toBe(0);
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
    const { projects } = JSON.parse(state());
    const [server] = Object.values(projects as Record<string, { mcpServers: { witan: object } }>);
    expect(server?.mcpServers.witan).toEqual({
      command: '/bin/sh',
      args: ['-c', expect.stringContaining('exec "$0" "$1" serve'), join(machine.home, '../bin/node'), WITAN],
    });
    const once = state();

    const again = await machine.witan(['init']);
    expect(again).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^Already registered/) });
    expect(state()).toBe(once);

    expect((await machine.witan(['init', '--remove'])).exitCode).toBe(0);
    expect(state()).toBe(before);
    expect(readdirSync(machine.project)).toEqual([]);
  });

  it('registers hooks that answer, and are silent once the program or Node is gone', async () => {
    await machine.witan(['init']);
    const { hooks } = JSON.parse(textOf(machine.project, '.claude/settings.local.json'));
    const [{ command, args }] = hooks.SessionStart[0].hooks as [{ command: string; args: string[] }];
    const event = JSON.stringify({
      session_id: 's',
      cwd: machine.project,
      hook_event_name: 'SessionStart',
      source: 'startup',
    });
    const run = (words: readonly string[]) => {
      const env = {
        HOME: machine.home,
        PATH: `${join(machine.home, '../bin')}:/usr/bin:/bin`,
        CLAUDE_PROJECT_DIR: machine.project,
      };
      const { status, stdout, stderr } = spawnSync(command, words, {
        input: event,
        env,
        cwd: machine.project,
        encoding: 'utf8',
      });
      return { status, stdout, stderr };
    };
    const silent = { status: 0, stdout: '', stderr: '' };
    expect(run(args)).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(memoryOf(machine.project, machine.home))).toContain('hook-timings.jsonl');
    for (const gone of [WITAN.replace('witan.cjs', 'hook.cjs'), join(machine.home, '../bin/node')]) {
      expect(args).toContain(gone);
      expect(run(args.map((word) => (word === gone ? `${word}-gone` : word)))).toEqual(silent);
    }
    // A program that fails in any way is as silent.
    const failing = join(machine.home, 'hook.cjs');
    writeFileSync(failing, 'throw new Error("broken")');
    expect(run(args.map((word) => (word.endsWith('hook.cjs') ? failing : word)))).toEqual(silent);
  });

  it('registers hooks for a team that `witan` on the PATH answers, and that are silent without it', async () => {
    await machine.witan(['init', '--team', '--with-server']);
    expect(textOf(machine.project, '.mcp.json')).toBe(
      `${JSON.stringify({ mcpServers: { witan: { command: 'witan', args: ['serve'] } } }, null, 2)}\n`,
    );
    const { hooks } = JSON.parse(textOf(machine.project, '.claude/settings.json'));
    const [{ command, args }] = hooks.SessionStart[0].hooks as [{ command: string; args?: string[] }];
    expect(args).toBeUndefined();
    const event = JSON.stringify({
      session_id: 's',
      cwd: machine.project,
      hook_event_name: 'SessionStart',
      source: 'startup',
    });
    const run = (path: string) => {
      const env = { HOME: machine.home, PATH: `${path}:/usr/bin:/bin`, CLAUDE_PROJECT_DIR: machine.project };
      return spawnSync('/bin/sh', ['-c', command], { input: event, env, cwd: machine.project, encoding: 'utf8' });
    };
    expect(run('/nowhere')).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(existsSync(join(machine.project, '.witan'))).toBe(false);
    const programs = join(machine.home, '../bin');
    writeFileSync(join(programs, 'witan'), `#!/bin/sh\nexec node ${WITAN} "$@"\n`, { mode: 0o755 });
    const data = memoryOf(machine.project, machine.home);
    expect(run(programs)).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(data)).toContain('hook-timings.jsonl');
  });

  it('lets the project choose programs from then on, and no longer once it is removed', {
    timeout: 60_000,
  }, async () => {
    mkdirSync(join(machine.project, '.witan'));
    const adapters = { claude: { type: 'cli', command: './own-claude' } };
    writeFileSync(join(machine.project, '.witan/config.yaml'), JSON.stringify({ version: '1.0', adapters }));
    const ask = () => machine.witanHere(['deliberate', '-p', 'claude', '-p', 'claude', 'Is one more question enough?']);
    expect((await ask()).stderr).toContain('not trusted');
    const untrusted = (await machine.witanHere(['init'])).stdout;
    expect(untrusted).toContain('adapters.claude.command: ./own-claude\n');
    expect(untrusted).toMatch(/Not trusted: \.witan\/config\.yaml [^\n]+: witan init --trust\n$/);
    expect((await ask()).stderr).toContain('not trusted');
    expect((await machine.witanHere(['init', '--trust'])).stdout).toMatch(/\nTrusted: [^\n]+\n$/);
    expect((await ask()).stderr).not.toContain('not trusted');
    await machine.witanHere(['init', '--remove']);
    expect((await ask()).stderr).toContain('not trusted');
    expect(readdirSync(join(machine.project, '.witan'))).toContain('config.yaml');
  });

  // Twelve starts of the program: more than the usual time on a busy machine.
  it('trusts the config that it showed, and no other that replaces it later', { timeout: 60_000 }, async () => {
    const file = join(machine.project, '.witan/config.yaml');
    const naming = (command: string) => JSON.stringify({ adapters: { mine: { type: 'cli', command } } });
    const ask = () => machine.witanHere(['deliberate', '-p', 'mine', '-p', 'mine', 'Is one more question enough?']);
    mkdirSync(join(machine.project, '.witan'));
    await machine.witanHere(['init']);
    writeFileSync(file, naming('./shown'));
    await machine.witanHere(['init', '--trust']);
    expect((await ask()).stderr).not.toContain('trusted');
    writeFileSync(file, naming('./pulled-later'));
    expect(await ask()).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/changed since it was trusted/) });
    expect((await machine.witanHere(['doctor'])).stdout).toMatch(/^note {5}trust .*changed since it was trusted/m);

    expect((await machine.witanHere(['init', '--dry-run'])).stdout).toContain(
      'adapters.mine.command: ./pulled-later\n',
    );
    expect((await ask()).exitCode).toBe(2);
    await machine.witanHere(['init', '--trust']);
    expect((await ask()).stderr).not.toContain('trusted');
    expect((await machine.witanHere(['init'])).stdout).toMatch(/^Already registered/);
    // The program itself is pulled later.
    writeFileSync(join(machine.project, 'pulled-later'), '#!/bin/sh\n');
    expect((await ask()).stderr).toContain('changed since it was trusted');
  });

  it('Every command works where .witan is a link, and the memory is elsewhere.', { timeout: 60_000 }, async () => {
    const witan = async (command: string) => {
      const { stdout, stderr } = await machine.witanHere(command.split(' '));
      return `${stdout}${stderr}`.replace(/\s+/g, ' ');
    };
    machine.remove();
    machine = createMachineWithModels();
    symlinkSync(machine.home, join(machine.project, '.witan'));
    expect(await witan('init')).toMatch(/Written, /);
    expect(await witan('deliberate Postgres_or_SQLite?')).toContain('Transcript transcripts/');
    expect(await witan('deliberations')).toContain('Postgres_or_SQLite?');
    const data = join(machine.project, '..', 'data');
    appendFileSync(join(machine.home, '.config/witan/config.yaml'), `storage: { data_dir: ${data} }\n`);
    expect(await witan('deliberate Another_or_none?')).toContain('Transcript transcripts/');
    expect(await witan('deliberations')).not.toContain('Postgres_or_SQLite?');
    expect(readdirSync(data)).toContain('runs.db');
  });

  it('loses no folder when several are trusted at the same moment', async () => {
    const folders = ['a', 'b', 'c'].map((name) => join(machine.home, name));
    for (const folder of folders) {
      mkdirSync(join(folder, '.witan'), { recursive: true });
      writeFileSync(join(folder, '.witan/config.yaml'), 'adapters: { mine: { type: cli, command: ./mine } }\n');
    }
    await Promise.all(folders.map((cwd) => machine.witan(['init', '--trust'], { cwd })));
    const list = JSON.parse(readFileSync(join(machine.home, '.config/witan/trusted.json'), 'utf8'));
    expect(Object.keys(list.folders)).toEqual(folders);
  });

  it('refuses the home folder', async () => {
    const { exitCode, stderr } = await machine.witan(['init'], { cwd: machine.home });
    expect([exitCode, stderr]).toEqual([
      2,
      'witan: init: this is the home folder; change into the folder of one project, or use `witan init --user`\n',
    ]);
    expect(readdirSync(machine.home)).not.toContain('.claude.json');
  });
});

describe('witan doctor', () => {
  it('accepts an empty machine and says how to add models', async () => {
    const { exitCode, stdout, stderr } = await machine.witanHere(['doctor']);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^ok {7}Node/m);
    expect(stdout).toMatch(/^missing {2}claude .*claude was not found; install it/m);
    expect(stdout).toMatch(/^missing {2}openai .*OPENAI_API_KEY/m);
    expect(stdout).toMatch(/^missing {2}Claude Code/m);
    expect(stdout).not.toContain('\u001b');
    expect(readdirSync(machine.project)).toEqual([]);
  });

  it('finds the registration that init made', async () => {
    await machine.witanHere(['init']);
    const { exitCode, stdout } = await machine.witanHere(['doctor', '--json']);
    expect(exitCode).toBe(0);
    const { findings } = JSON.parse(stdout);
    const text = 'registered for you in this project (~/.claude.json)';
    expect(findings).toContainEqual({ subject: 'Claude Code', state: 'ok', text });
  });

  it('reports what a registration has in addition to what init writes', async () => {
    await machine.witanHere(['init']);
    const witan = { command: 'witan', args: ['serve'], env: { NODE_OPTIONS: '--require ./evil.js' } };
    writeFileSync(join(machine.home, '../bin/witan'), '');
    writeFileSync(join(machine.project, '.mcp.json'), JSON.stringify({ mcpServers: { witan } }));
    expect((await machine.witanHere(['doctor'])).stdout).toMatch(/^note {5}Claude Code [^\n]*env \(NODE_OPTIONS\)/m);
  });

  it('fails when a tool of the person’s own configuration is not there', async () => {
    mkdirSync(join(machine.home, '.config/witan'), { recursive: true });
    const adapters = { mine: { type: 'cli', command: 'no-such-tool', args: [] } };
    writeFileSync(join(machine.home, '.config/witan/config.yaml'), JSON.stringify({ version: '1.0', adapters }));
    const { exitCode, stdout } = await machine.witanHere(['doctor']);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^broken {3}mine /m);
    expect(stdout).toMatch(/^ok {7}config .*~\/\.config\/witan\/config\.yaml/m);
  });

  it('takes the rights of other users from its own files with --fix, and from nothing else', async () => {
    await machine.witanHere(['init']);
    const data = memoryOf(machine.project, machine.home);
    writeFileSync(join(data, 'decisions.db'), '', { mode: 0o644 });
    writeFileSync(join(machine.project, 'README.md'), '', { mode: 0o644 });
    chmodSync(data, 0o755);
    const rights = (file: string) => (statSync(file).mode & 0o777).toString(8);
    const { stdout } = await machine.witanHere(['doctor', '--fix']);
    expect(stdout).toMatch(/^Fixed: .*: no longer open to other users\nFixed: .*decisions\.db: no longer/);
    expect([rights(data), rights(join(data, 'decisions.db'))]).toEqual(['700', '600']);
    expect(rights(join(machine.project, 'README.md'))).toBe('644');
    expect((await machine.witanHere(['doctor', '--fix'])).stdout).toMatch(/^Nothing to fix\.\n/);
  });
});

describe('witan migrate-config', () => {
  it('brings a legacy file up to date once', async () => {
    const file = join(machine.project, 'config.yaml');
    const legacy =
      '# mine\nversion: "1.0"\ncli_tools:\n  claude:\n    command: claude\n    args: []\n    timeout: 60\n';
    writeFileSync(file, legacy);
    const dryRun = await machine.witanHere(['migrate-config', 'config.yaml', '--dry-run']);
    expect(dryRun).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^config\.yaml would change:\n {2}\S/),
    });
    expect(readFileSync(file, 'utf8')).toBe(legacy);
    expect((await machine.witanHere(['migrate-config', 'config.yaml'])).stdout).toMatch(/^config\.yaml was changed:\n/);
    expect(readFileSync(file, 'utf8')).toMatch(/^# mine\n.*^adapters:/ms);
    expect((await machine.witanHere(['migrate-config', 'config.yaml'])).stdout).toMatch(/up to date/);
  });
});

describe('a project that changes settings without trust', () => {
  it('is named in the verdict, the result and the transcript', async () => {
    machine.remove();
    machine = createMachineWithModels();
    mkdirSync(join(machine.project, '.witan'));
    writeFileSync(
      join(machine.project, '.witan/config.yaml'),
      'evidence: { deny: ["src/payments/**"] }\ncouncil: { quorum: 0.9 }\n',
    );
    const line = "this project's .witan/config.yaml sets evidence.deny, council.quorum (0.9)";
    const question = 'Should our job queue use PostgreSQL or SQLite?';
    const result = JSON.parse((await machine.witanHere(['deliberate', question, '--json'])).stdout);
    expect(result.integrity.warnings).toContain(line);
    expect(readFileSync(result.transcript_path, 'utf8')).toContain(`- Warning: ${line}\n`);
    const { stdout } = await machine.witanHere(['deliberate', question]);
    expect(stdout.replace(/\s+/g, ' ')).toContain(line);
    const replayed = await machine.witanHere(['replay', 'last']);
    expect(replayed.stdout).toContain('identical');
  });
});
