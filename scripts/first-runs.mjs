// Runs the first command of a new user on 19 kinds of machines and prints a table: exit code, time to the verdict, and
// the first lines that the user sees. Models are imitated on this machine; nothing is sent anywhere else. Needs a build.
//   node scripts/first-runs.mjs [--node <another node program> …] [--only <part of a name>]
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makePrivateScratch } from './private-scratch.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const QUESTION = 'Should our job queue use PostgreSQL or SQLite?';
const ANSWER = `PostgreSQL lets many workers write.\n\nVOTE: ${JSON.stringify({
  option: 'O1',
  confidence: 0.8,
  rationale: 'many workers write',
  continue_debate: false,
})}`;
const { values } = parseArgs({ options: { node: { type: 'string', multiple: true }, only: { type: 'string' } } });

/** Text of a program that imitates a command-line tool: its answer in the form that the tool prints. */
const TOOLS = {
  claude: `{ type: 'result', subtype: 'success', is_error: false, result: ANSWER, total_cost_usd: 0.01, usage: {} }`,
  codex: `{ type: 'item.completed', item: { type: 'agent_message', text: ANSWER } }, { type: 'turn.completed', usage: {} }`,
  gemini: `{ session_id: 's', response: ANSWER, stats: { models: {} } }`,
};

const service = await startService();
const REFUSED = 'http://127.0.0.1:1';
const BARE = { OLLAMA_HOST: REFUSED };
const runs = [
  { name: 'bare machine' },
  ...Object.keys(TOOLS).map((tool) => ({ name: `only ${tool}`, tools: [tool], env: { GEMINI_API_KEY: 'k' } })),
  { name: 'only codex, logged out', tools: ['codex'], isLoggedOut: true },
  { name: 'only OPENAI_API_KEY', env: { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: `${service.url}/v1` } },
  { name: 'only ANTHROPIC_API_KEY', env: { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: service.url } },
  {
    name: 'only OPENROUTER_API_KEY',
    env: { OPENROUTER_API_KEY: 'k' },
    config: `adapters: { openrouter: { type: http, base_url: "${service.url}/v1" } }`,
  },
  { name: 'Ollama with one model', env: { OLLAMA_HOST: `${service.url}/one` } },
  { name: 'Ollama with two models', env: { OLLAMA_HOST: `${service.url}/two` } },
  {
    name: 'three custom services',
    before: ['alpha', 'beta', 'gamma'].map((name) => [
      'models',
      'add',
      name,
      '--url',
      `${service.url}/v1`,
      '--model',
      `${name}-1`,
    ]),
  },
  {
    name: 'no network',
    env: { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: `${REFUSED}/v1`, ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: REFUSED },
  },
  ...(values.node ?? []).map((node) => ({ name: `Node ${versionOf(node)}`, node })),
  { name: 'no HOME', withoutHome: true },
  { name: 'read-only project', prepare: (project) => chmodSync(project, 0o555) },
  { name: 'git worktree', prepare: makeWorktree },
  { name: 'monorepo package', folder: 'packages/queue' },
  { name: 'path with spaces and umlauts', folder: 'Über uns/meine App' },
];

console.log('| first run on | exit | seconds | verdict | told first |');
console.log('|---|---|---|---|---|');
let isFine = true;
for (const run of runs.filter(({ name }) => name.includes(values.only ?? ''))) {
  const { exitCode, seconds, stdout, stderr } = await firstRun(run);
  const told = stderr.split('\n')[0] ?? '';
  console.log(`| ${[run.name, exitCode, seconds.toFixed(1), cut(stdout.split('\n')[0]), cut(told)].join(' | ')} |`);
  isFine &&= exitCode <= 1 && !/\n {4}at |unexpected failure/.test(stderr + stdout);
}
await service.close();
process.exitCode = isFine ? 0 : 1;

async function firstRun({
  tools = [],
  isLoggedOut = false,
  env = {},
  config,
  before = [],
  node = process.execPath,
  withoutHome,
  prepare,
  folder = '.',
}) {
  const scratch = makePrivateScratch('witan-first-');
  const [home, root, bin] = ['home', 'project', 'bin'].map((name) => path.join(scratch, name));
  const project = path.join(root, folder);
  for (const each of [home, project, bin]) mkdirSync(each, { recursive: true });
  symlinkSync(node, path.join(bin, 'node'));
  for (const tool of tools)
    writeTool(path.join(bin, tool), TOOLS[tool], isLoggedOut ? 'Not logged in' : '{"loggedIn": true}');
  cpSync(path.join(ROOT, 'assets/demo-project'), project, { recursive: true });
  // A server that happens to run on this machine must not join the panel.
  mkdirSync(path.join(home, '.config/witan'), { recursive: true });
  const own = `adapters: { lmstudio: { enabled: false } }\n`;
  writeFileSync(path.join(home, '.config/witan/config.yaml'), config === undefined ? own : `${config}\n`);
  const cwd = prepare?.(project, scratch) ?? project;
  const environment = {
    PATH: `${bin}:/usr/bin:/bin`,
    ...BARE,
    ...env,
    ...(withoutHome ? { XDG_CONFIG_HOME: path.join(home, '.config') } : { HOME: home }),
  };
  const witan = (...args) => runProgram(node, [path.join(ROOT, 'dist/witan.cjs'), ...args], { cwd, env: environment });
  try {
    for (const args of before) await witan(...args);
    const started = performance.now();
    const ended = await witan('deliberate', QUESTION);
    return { ...ended, seconds: (performance.now() - started) / 1000 };
  } finally {
    if (existsSync(project)) chmodSync(project, 0o755);
    rmSync(scratch, { recursive: true, force: true });
  }
}

function runProgram(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], timeout: 120_000 });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'])
      child[name].setEncoding('utf8').on('data', (text) => (output[name] += text));
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode: exitCode ?? 128, ...output }));
  });
}

function writeTool(file, answer, login) {
  const text = `#!/usr/bin/env node
const ANSWER = ${JSON.stringify(ANSWER)};
if (process.argv.includes('--version')) console.log('1.0.0');
else if (process.argv.includes('status')) console.log(${JSON.stringify(login)});
else process.stdin.resume().on('end', () => console.log([${answer}].map((event) => JSON.stringify(event)).join('\\n')));
`;
  writeFileSync(file, text, { mode: 0o755 });
}

function makeWorktree(project, scratch) {
  const git = (...args) =>
    execFileSync('git', ['-C', project, '-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args]);
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'first');
  git('worktree', 'add', '-q', path.join(scratch, 'tree'));
  return path.join(scratch, 'tree');
}

/** Speaks as OpenAI, Anthropic and Ollama do, and gives every question the same answer. */
async function startService() {
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answerTo(url)));
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

function answerTo(url) {
  const names = url.startsWith('/two') ? ['qwen3:30b', 'gemma3:27b'] : ['qwen3:30b'];
  if (url.endsWith('/api/tags')) return { models: names.map((name) => ({ name, model: name, details: {} })) };
  if (url.endsWith('/api/show')) return { capabilities: ['completion'], model_info: {} };
  if (url.endsWith('/api/chat'))
    return { message: { role: 'assistant', content: ANSWER }, done: true, done_reason: 'stop' };
  if (url.endsWith('/models')) return { data: [{ id: 'large' }] };
  if (url.endsWith('/messages')) {
    return {
      id: 'm',
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text: ANSWER }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 9, output_tokens: 9 },
    };
  }
  if (url.endsWith('/responses')) {
    const content = [{ type: 'output_text', text: ANSWER, annotations: [] }];
    return {
      id: 'r',
      object: 'response',
      status: 'completed',
      output: [{ type: 'message', role: 'assistant', content }],
      usage: { input_tokens: 9, output_tokens: 9 },
    };
  }
  const message = { role: 'assistant', content: ANSWER };
  return {
    id: 'c',
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { prompt_tokens: 9, completion_tokens: 9 },
  };
}

function versionOf(node) {
  return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1);
}

function cut(text = '') {
  const plain = text.replaceAll('|', '/');
  return plain.length > 110 ? `${plain.slice(0, 109)}…` : plain;
}
