import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Runs each bundle once. The launcher finds no code cache and stores one at the end of the run, with the functions
 * that a start compiles; it becomes the shipped one.
 */
export async function warmCaches(dist) {
  const home = mkdtempSync(path.join(dist, '.warm-'));
  const session = `${[INITIALIZE, INITIALIZED, LIST_TOOLS].map((message) => JSON.stringify(message)).join('\n')}\n`;
  try {
    // One after the other: the folder must stay until all have ended, also when one fails.
    await run(dist, home, ['serve'], session);
    // The command that loads most; the others find what all of them need. It cannot run without loopback, and on Windows a
    // signal ends it before it stores a cache.
    await run(dist, home, ['view', '--no-open'], '').catch(() => run(dist, home, ['--help'], ''));
    mkdirSync(path.join(home, 'project'));
    await run(dist, home, ['coach', 'project', '--no-open'], '').catch(() => undefined);
    await warmHook(dist, home);
    const folder = cacheFolder(home);
    for (const file of readdirSync(folder)) {
      if (!file.endsWith('.cache')) continue;
      const shipped = path.join(dist, file);
      renameSync(path.join(folder, file), shipped);
      chmodSync(shipped, 0o644);
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function run(dist, home, args, input) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(dist, 'witan.cjs'), ...args], {
      cwd: home,
      env: environmentIn(home),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdout.on('data', (text) => String(text).includes(SERVING) && child.kill('SIGINT'));
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`witan ${args[0]} ended with ${code}`))));
    child.stdin.end(input);
  });
}

/** Where the launcher keeps them. */
function cacheFolder(home) {
  return path.join(home, 'witan', 'code');
}

/** What `witan view` and `witan coach` print before they wait. */
const SERVING = 'Ctrl-C';

/**
 * The environment of the build may turn the hooks off, belong to a participant of a council, or set options for Node:
 * then the hook would stay silent, or V8 would refuse the cache everywhere else. A busy machine gets time.
 */
function environmentIn(home) {
  const {
    DISABLE_EXPERIENCE_INJECTION: _off,
    WITAN_INSIDE_COUNCIL: _inside,
    NODE_OPTIONS: _options,
    ...rest
  } = process.env;
  const folders = {
    HOME: home,
    XDG_CACHE_HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_STATE_HOME: home,
    CLAUDE_PROJECT_DIR: home,
  };
  return { ...rest, ...folders, WITAN_HOOK_TIMEOUT_MS: '60000' };
}

/**
 * A typical call: the index exists, the conversation has begun, and something is shown with the call. The cache has what
 * this run compiles; every call has to compile the rest again.
 */
async function warmHook(dist, home) {
  const [first, second] = plantCalls(home);
  // Makes the index, which later calls only read.
  await run(dist, home, ['hook', 'pre-tool-use'], first);
  const isOfHook = (file) => file.startsWith('hook-main.cjs-');
  const folder = cacheFolder(home);
  for (const file of readdirSync(folder).filter(isOfHook)) rmSync(path.join(folder, file));
  await run(dist, home, ['hook', 'pre-tool-use'], second);
  if (!readdirSync(folder).some(isOfHook)) throw new Error('the hook said nothing, and so kept no code cache');
}

function plantCalls(home) {
  const graphs = path.join(home, '.claude', 'graphs');
  mkdirSync(graphs, { recursive: true });
  const nodes = ['warm', 'cold'].map((name) => ({
    id: `process_${name}`,
    type: 'Concept',
    label: name,
    status: 'active',
    confidence: 1,
    process_type: 'checklist',
    priority: 'HIGH',
    trigger_conditions: {
      tool_names: ['Write', 'Edit'],
      file_patterns: [`src/${name}/**`, `**/${name}.config.*`],
      action_keywords: [`release ${name}`],
      context_keywords: ['deployment'],
    },
    checklist: { title: name, items: ['one', 'two'] },
  }));
  writeFileSync(path.join(graphs, 'warm_graph.json'), JSON.stringify({ nodes }));
  const transcript = path.join(home, 'transcript.jsonl');
  const said = (role) => JSON.stringify({ type: role, message: { role, content: [{ type: 'text', text: 'Go on.' }] } });
  writeFileSync(transcript, `${['user', 'assistant'].map(said).join('\n')}\n`);
  // None of these is among those that a hold-out withholds.
  return ['first', 'second'].map((name) =>
    JSON.stringify({
      session_id: name,
      transcript_path: transcript,
      cwd: home,
      hook_event_name: 'PreToolUse',
      tool_name: 'Write',
      tool_input: { file_path: path.join(home, 'src', 'warm', 'part.ts'), content: '' },
      tool_use_id: name,
    }),
  );
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'build', version: '1' } },
};
const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' };
const LIST_TOOLS = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
