import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyMachine, type EmptyMachine, WITAN } from '../integration/cli-program.js';
import { findProgram, whyNoPrograms } from '../support/claude-code.js';
import { installCopy } from '../support/installed-copy.js';
import { type ApiRequest, type Speak, startLoopbackApi } from '../support/loopback-api.js';
import { speakGeminiCalling } from '../support/loopback-gemini-api.js';
import { type Block, speakTurns } from '../support/loopback-messages-api.js';
import { speakResponsesCalling } from '../support/loopback-responses-api.js';
import { memoryOf } from '../support/project-memory.js';

const reason = whyNoPrograms('claude', 'codex', 'gemini');
if (reason !== undefined) console.log(`skipped: witan init for real clients: ${reason}`);

let machine: EmptyMachine;
beforeEach(() => {
  machine = createEmptyMachine();
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '-m', 'start');
});
afterEach(() => machine.remove());

describe.skipIf(reason !== undefined)('Claude Code after witan init', { timeout: 180_000 }, () => {
  it('has server and hooks in the project, git sees nothing, and --remove leaves only what Claude Code wrote', async () => {
    await witan('init');
    const { server, tools } = await session(machine.project);
    expect(server).toBe('connected');
    expect(tools).toContain('mcp__witan__deliberate');
    expect(hookRuns(machine.project)).toEqual(EVENTS);
    expect(git('status', '--porcelain', '--untracked-files=all')).toBe('');
    await witan('init', '--remove');
    expect(readFileSync(join(machine.home, '.claude.json'), 'utf8')).not.toContain('witan');
    const after = await session(machine.project);
    expect(after.server).toBeUndefined();
    expect(after.hooks).toEqual([]);
  });

  it('has the server in a package and in a worktree of the repository too', async () => {
    await witan('init');
    const tree = join(machine.home, '../tree');
    git('worktree', 'add', '--quiet', tree);
    mkdirSync(join(machine.project, 'packages/one'), { recursive: true });
    for (const folder of [tree, join(machine.project, 'packages/one')]) {
      expect((await session(folder)).server).toBe('connected');
    }
  });

  it('has both in every project with --user', async () => {
    await witan('init', '--user');
    // Timings are only kept where there is a data folder.
    memoryOf(machine.project, machine.home);
    const { server } = await session(machine.project);
    expect(server).toBe('connected');
    expect(hookRuns(machine.project)).toEqual(EVENTS);
    await witan('init', '--user', '--remove');
    expect((await session(machine.project)).server).toBeUndefined();
  });

  it('runs each hook once where the user, the project and the team have registered them', async () => {
    for (const scope of [[], ['--user'], ['--team', '--with-server']]) await witan('init', ...scope);
    await session(machine.project, { PATH: pathWithWitan() });
    expect(hookRuns(machine.project)).toEqual(EVENTS);
  });

  it("works in a colleague's clone with Witan, and says nothing at all in one without", async () => {
    await witan('init', '--team', '--with-server');
    git('add', '.');
    git('commit', '--quiet', '-m', 'Register Witan');
    const clone = join(machine.home, '../clone');
    git('clone', '--quiet', machine.project, clone);
    const colleague = join(machine.home, '../colleague');
    mkdirSync(colleague);

    const without = await session(clone, { HOME: colleague, PATH: '/usr/bin:/bin' });
    expect(without.errors).toEqual([]);
    expect(without.hooks.length).toBeGreaterThan(0);
    for (const hook of without.hooks) expect(hook).toMatchObject({ exit_code: 0, output: '' });
    expect(existsSync(join(colleague, '.local/share/witan'))).toBe(false);

    memoryOf(clone, colleague);
    const settings = { enableAllProjectMcpServers: true };
    const withWitan = await session(clone, { HOME: colleague, PATH: pathWithWitan() }, settings);
    expect(withWitan.errors).toEqual([]);
    expect(withWitan.server).toBe('connected');
    expect(hookRuns(clone, colleague)).toEqual(EVENTS);
  });

  it('says nothing after Witan was uninstalled', async () => {
    const { folder, launcher } = installCopy();
    mkdirSync(join(folder, 'node_modules/witan/plugin'));
    execFileSync('cp', ['-r', join(WITAN, '../../plugin/commands'), join(folder, 'node_modules/witan/plugin')]);
    execFileSync(process.execPath, [launcher, 'init'], {
      cwd: machine.project,
      env: { HOME: machine.home, PATH: '/usr/bin:/bin' },
    });
    expect((await session(machine.project)).server).toBe('connected');
    rmSync(folder, { recursive: true });
    const { errors, hooks } = await session(machine.project, { PATH: '/usr/bin:/bin' });
    expect(errors).toEqual([]);
    for (const hook of hooks) expect(hook).toMatchObject({ exit_code: 0, output: '' });
  });

  it('keeps an entry that init writes while a session runs', async () => {
    mkdirSync(join(machine.project, '.claude'));
    const command = `cd "$CLAUDE_PROJECT_DIR" && ${process.execPath} ${WITAN} init >/dev/null; exit 0`;
    const hooks = { SessionStart: [{ hooks: [{ type: 'command', command, timeout: 60 }] }] };
    writeFileSync(join(machine.project, '.claude/settings.json'), JSON.stringify({ hooks }));
    await session(machine.project);
    const { projects } = JSON.parse(readFileSync(join(machine.home, '.claude.json'), 'utf8'));
    expect(projects[realpathSync(machine.project)].mcpServers.witan.args).toEqual(expect.arrayContaining([WITAN]));
  });
});

describe.skipIf(reason !== undefined)('other clients after witan init --client', { timeout: 180_000 }, () => {
  it.each([[[]], [['--team']]])('Codex calls a tool of Witan (%j)', async (scope) => {
    const trust = `[projects.${JSON.stringify(realpathSync(machine.project))}]\ntrust_level = "trusted"\n`;
    mkdirSync(join(machine.home, '.codex'));
    writeFileSync(join(machine.home, '.codex/config.toml'), trust);
    await witan('init', '--client', 'codex', ...scope);
    const requests = await ask(speakResponsesCalling('witan', 'list_models'), (url) => ({
      command: 'codex',
      args: [
        'exec',
        '--sandbox',
        'read-only',
        '--ephemeral',
        ...['-c', 'mcp_servers.witan.required=true', '-c', 'model_provider="loopback"'],
        ...['-c', `model_providers.loopback={name="loopback",base_url="${url}/v1",env_key="KEY",wire_api="responses"}`],
        ...['-m', 'loopback-model', '-'],
      ],
      environment: { KEY: 'loopback' },
    }));
    expect(textOf(requests)).toContain('steward');
    await witan('init', '--client', 'codex', ...scope, '--remove');
    expect(existsSync(join(machine.project, '.codex'))).toBe(false);
    expect(readFileSync(join(machine.home, '.codex/config.toml'), 'utf8')).toBe(trust);
  });

  it.each([[[]], [['--team']]])('Gemini CLI calls a tool of Witan (%j)', async (scope) => {
    const settings = '{\n  // mine\n  "security": { "auth": { "selectedType": "gemini-api-key" } }\n}\n';
    mkdirSync(join(machine.home, '.gemini'));
    writeFileSync(join(machine.home, '.gemini/settings.json'), settings);
    const trusted = { [realpathSync(machine.project)]: 'TRUST_FOLDER' };
    writeFileSync(join(machine.home, '.gemini/trustedFolders.json'), JSON.stringify(trusted));
    await witan('init', '--client', 'gemini', ...scope);
    const requests = await ask(speakGeminiCalling('mcp_witan_list_models'), (url) => ({
      command: 'gemini',
      args: ['--approval-mode', 'yolo', '-m', 'gemini-2.5-flash', '-o', 'json'],
      environment: { GEMINI_API_KEY: 'loopback', GOOGLE_GEMINI_BASE_URL: url },
    }));
    expect(textOf(requests)).toContain('steward');
    await witan('init', '--client', 'gemini', ...scope, '--remove');
    expect(existsSync(join(machine.project, '.gemini'))).toBe(false);
    expect(readFileSync(join(machine.home, '.gemini/settings.json'), 'utf8')).toBe(settings);
  });
});

const EVENTS = ['pre-tool-use', 'post-tool-use', 'session-start', 'user-prompt-submit', 'stop', 'session-end'].sort();

/** Each hook that ran in a project, as often as it ran. */
function hookRuns(project: string, home = machine.home): string[] {
  const lines = readFileSync(join(memoryOf(project, home), 'hook-timings.jsonl'), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => (JSON.parse(line) as { hook: string }).hook).sort();
}

interface Session {
  /** The state of the server "witan"; undefined if there is none. */
  readonly server: string | undefined;
  readonly tools: readonly string[];
  /** What Claude Code says about the hooks that it ran before the first answer. */
  readonly hooks: readonly Readonly<Record<string, unknown>>[];
  /** Every line about a hook that failed, also in the debug log, and all of standard error. */
  readonly errors: readonly string[];
}

type Variables = Readonly<Record<string, string>>;

/** One session of Claude Code, with one call of Bash. */
async function session(cwd: string, variables: Variables = {}, settings: object = {}): Promise<Session> {
  const call: Block = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'echo one' } };
  const service = await startLoopbackApi(speakTurns([[call], [{ type: 'text', text: 'done' }]]), {
    kind: 'answer',
    text: '',
  });
  const log = join(machine.home, '../claude-debug.log');
  rmSync(log, { force: true });
  const args = ['-p', 'Say one.', '--output-format', 'stream-json', '--verbose', '--debug-file', log];
  try {
    const { stdout, stderr } = await run('claude', {
      args: [...args, '--allowedTools', 'Bash', '--settings', JSON.stringify(settings)],
      cwd,
      environment: { ...clientEnvironment(), ANTHROPIC_BASE_URL: service.url, ...variables },
    });
    const lines = stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const start = lines.find(({ subtype }) => subtype === 'init') as unknown as StartLine;
    const hookErrors = readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => /Hook \S+ \(\w+\) error|hook-error/i.test(line));
    return {
      server: start.mcp_servers.find(({ name }) => name === 'witan')?.status,
      tools: start.tools,
      hooks: lines.filter(({ subtype }) => subtype === 'hook_response'),
      errors: [...hookErrors, ...lines.filter(({ subtype }) => subtype === 'notification').map(String), stderr].filter(
        (line) => line !== '',
      ),
    };
  } finally {
    await service.close();
  }
}

interface StartLine {
  readonly mcp_servers: readonly { readonly name: string; readonly status: string }[];
  readonly tools: readonly string[];
}

interface ClientCall {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: Variables;
}

/** What the model was sent in one run of a client. */
async function ask(speak: Speak, callFor: (url: string) => ClientCall): Promise<readonly ApiRequest[]> {
  const service = await startLoopbackApi(speak, { kind: 'answer', text: 'done' });
  try {
    const { command, args, environment } = callFor(service.url);
    const all = { ...clientEnvironment(), PATH: pathWithWitan(), ...environment };
    await run(command, { args, cwd: machine.project, environment: all, input: 'Which models are there?' });
    return service.requests;
  } finally {
    await service.close();
  }
}

const textOf = (requests: readonly ApiRequest[]) =>
  JSON.stringify(requests.at(-1)?.body.input ?? requests.at(-1)?.body.contents);

interface Run {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Variables;
  readonly input?: string;
}

function run(
  command: string,
  { args, cwd, environment, input = '' }: Run,
): Promise<{ stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(findProgram(command) ?? command, args, {
      cwd,
      env: environment,
      timeout: 120_000,
      killSignal: 'SIGKILL',
    });
    const output = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
    child.stdin.end(input);
    child.once('error', reject);
    child.once('close', () => resolve(output));
  });
}

function clientEnvironment(): Variables {
  return {
    PATH: process.env.PATH ?? '',
    HOME: machine.home,
    ANTHROPIC_API_KEY: 'sk-ant-loopback',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    // Waits for servers also on a busy machine.
    MCP_CONNECTION_NONBLOCKING: '0',
    MCP_CONNECT_TIMEOUT_MS: '60000',
    OLLAMA_HOST: 'http://127.0.0.1:1',
    WITAN_HOOK_TIMEOUT_MS: '4000',
  };
}

function pathWithWitan(): string {
  const folder = join(machine.home, '../bin');
  writeFileSync(join(folder, 'witan'), `#!/bin/sh\nexec node ${WITAN} "$@"\n`, { mode: 0o755 });
  return `${folder}${delimiter}${process.env.PATH}`;
}

async function witan(...args: string[]): Promise<void> {
  const { exitCode, stdout, stderr } = await machine.witan(args, { environment: { PATH: process.env.PATH ?? '' } });
  expect([exitCode, stderr], stdout).toEqual([0, '']);
  expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
}

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=Someone', '-c', 'user.email=someone@example.org'];
  return execFileSync('git', [...identity, ...args], { cwd: machine.project, encoding: 'utf8' });
}
