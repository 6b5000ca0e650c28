import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyMachine, type EmptyMachine, WITAN } from '../integration/cli-program.js';
import { findProgram, runClaudeCode, whyNoPrograms } from '../support/claude-code.js';
import { guidanceProject, VERSION_CHECKLIST } from '../support/guidance-project.js';
import { type ApiRequest, startLoopbackApi } from '../support/loopback-api.js';
import { type Block, speakTurns } from '../support/loopback-messages-api.js';
import { packWitan } from '../support/pack-witan.js';
import { ROOT } from '../support/source-files.js';

const reason = whyNoPrograms('claude');
if (reason !== undefined) console.log(`skipped: Claude Code runs the plugin's commands: ${reason}`);

const run = promisify(execFile);
const PLUGIN = join(ROOT, 'plugin');
const COMMANDS = readdirSync(join(PLUGIN, 'commands')).map((file) => file.replace(/\.md$/, ''));
const done: Block = { type: 'text', text: 'done' };

describe.skipIf(reason !== undefined)("Claude Code with the plugin's commands", { timeout: 180_000 }, () => {
  let machine: EmptyMachine;
  beforeEach(() => {
    machine = createEmptyMachine();
    guidanceProject({ deployment: [VERSION_CHECKLIST, DRAFT] }, machine.project);
  });
  afterEach(() => machine.remove());

  it('loads the plugin without a fault, lists every command and its server', async () => {
    const { lines } = await ask(machine, 'hello', [[done]]);
    const start = lines.find(({ type, subtype }) => type === 'system' && subtype === 'init');
    expect(start?.plugins).toEqual([expect.objectContaining({ name: 'witan' })]);
    expect(start?.slash_commands).toEqual(expect.arrayContaining(COMMANDS.map((name) => `witan:${name}`)));
    expect(start?.mcp_servers).toContainEqual(expect.objectContaining({ name: 'plugin:witan:witan' }));
    expect(start).not.toHaveProperty('plugin_errors');
  });

  it.each(COMMANDS)('expands /witan:%s, with what the person wrote behind it', async (name) => {
    const { requests } = await ask(machine, `/witan:${name} process_of_mine`, [[done]]);
    const sent = textsOf(requests);
    const body = readFileSync(join(PLUGIN, 'commands', `${name}.md`), 'utf8').split('---\n')[2] ?? '';
    for (const paragraph of body.trim().split('\n\n')) {
      expect(sent).toContain(paragraph.replaceAll('$ARGUMENTS', 'process_of_mine'));
    }
  });

  it('promotes a draft by /witan:knowledge-promote without asking for permission', async () => {
    const promote: Block = {
      type: 'tool_use',
      id: 'toolu_promote',
      name: 'mcp__plugin_witan_witan__review_knowledge',
      input: { action: 'promote', id: DRAFT.id },
    };
    const { lines } = await ask(machine, `/witan:knowledge-promote ${DRAFT.id}`, [[promote], [done]]);
    const file = join(machine.project, '.claude/graphs/deployment_graph.json');
    const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as { nodes: { id: string; status: string }[] };
    expect(nodes.find(({ id }) => id === DRAFT.id)?.status, JSON.stringify(lines).slice(-3_000)).toBe('active');
  });
});

describe.skipIf(reason !== undefined)('Claude Code with the plugin of a marketplace', { timeout: 180_000 }, () => {
  let machine: EmptyMachine;
  beforeEach(() => {
    machine = createEmptyMachine();
  });
  afterEach(() => machine.remove());

  it('installs it from the packed package, with its own program', async () => {
    const { tarball } = await packWitan();
    await run('tar', ['xzf', tarball, '-C', machine.home]);
    await install(machine, join(machine.home, 'package'));
    expect(await startOf(machine)).toMatchObject(CONNECTED);
  });

  it('installs it from a repository, uses the program of the PATH, and shows no error without one', async () => {
    const repository = join(machine.home, 'repository');
    for (const folder of ['.claude-plugin', 'plugin'])
      cpSync(join(ROOT, folder), join(repository, folder), { recursive: true });
    await install(machine, repository);
    expect(await startOf(machine)).toMatchObject({ ...CONNECTED, tools: [], hasHooks: false });
    symlinkSync(WITAN, join(machine.home, '..', 'bin', 'witan'));
    expect(await startOf(machine)).toMatchObject(CONNECTED);
  });
});

const CONNECTED = {
  plugins: [expect.objectContaining({ name: 'witan' })],
  servers: [expect.objectContaining({ name: 'plugin:witan:witan', status: 'connected' })],
  tools: expect.arrayContaining(['mcp__plugin_witan_witan__deliberate']),
  hasHooks: true,
  errors: '',
};

async function install({ home, project }: EmptyMachine, marketplace: string): Promise<void> {
  for (const args of [
    ['marketplace', 'add', marketplace],
    ['install', 'witan@witan'],
  ]) {
    const env = { PATH: process.env.PATH, HOME: home };
    await run(findProgram('claude') ?? 'claude', ['plugin', ...args], { cwd: project, env, timeout: 60_000 });
  }
}

/** What Claude Code says about itself when it starts, with nothing but Node and the machine's own programs on PATH. */
async function startOf(machine: EmptyMachine) {
  const path = [join(machine.home, '..', 'bin'), '/usr/bin', '/bin'].join(delimiter);
  mkdirSync(join(machine.project, '.git'), { recursive: true });
  const { lines, errors, requests } = await ask(machine, 'hello', [[done]], { options: [], path });
  const start = lines.find(({ type, subtype }) => type === 'system' && subtype === 'init');
  const tools = ((start?.tools ?? []) as string[]).filter((name) => name.includes('witan'));
  // What the hook of SessionStart adds.
  const hasHooks = textsOf(requests).includes('Witan guidance');
  return { plugins: start?.plugins, servers: start?.mcp_servers, tools, hasHooks, errors };
}

const DRAFT = {
  ...VERSION_CHECKLIST,
  id: 'process_deployment_draft_2026-11-15',
  status: 'draft',
  priority: 'HIGH',
  created_at: new Date().toISOString(),
};

type Line = Readonly<Record<string, unknown>>;

/** One session with a scripted model: what the model was sent, and what Claude Code said about itself. */
async function ask(
  { home, project }: EmptyMachine,
  prompt: string,
  turns: readonly (readonly Block[])[],
  { options = ['--plugin-dir', PLUGIN], path = process.env.PATH } = {},
) {
  const service = await startLoopbackApi(speakTurns(turns), { kind: 'answer', text: '' });
  mkdirSync(join(home, '.claude'), { recursive: true });
  const args = ['-p', prompt, ...options, '--output-format', 'stream-json', '--verbose'];
  try {
    const { stdout, stderr: errors } = await runClaudeCode({
      home,
      cwd: project,
      url: service.url,
      args,
      environment: { PATH: path },
    });
    const lines = stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line);
    return { requests: service.requests, lines, errors };
  } finally {
    await service.close();
  }
}

/** Every text of every message, with its line ends. */
function textsOf(requests: readonly ApiRequest[]): string {
  const messages = requests.flatMap(({ body }) => (Array.isArray(body.messages) ? (body.messages as Message[]) : []));
  return messages
    .flatMap(({ content }) => (typeof content === 'string' ? [content] : content.map(({ text }) => text ?? '')))
    .join('\n');
}

interface Message {
  readonly content: string | readonly { readonly text?: string }[];
}
