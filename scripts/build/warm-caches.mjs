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
    // One after the other: the folder must stay until both have ended, also when one fails.
    await run(dist, home, ['serve'], session);
    await run(dist, home, ['--help'], '');
    await run(dist, home, ['hook', 'pre-tool-use'], plantCall(home));
    const folder = path.join(home, 'witan');
    for (const file of readdirSync(folder)) {
      const [, bundle, runtime] = /^(.+?\.cjs)-[0-9a-f]+\.(.+\.cache)$/.exec(file) ?? [];
      if (bundle === undefined) continue;
      const shipped = path.join(dist, `${bundle}.${runtime}`);
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
      env: { ...process.env, HOME: home, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home, CLAUDE_PROJECT_DIR: home },
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`witan ${args[0]} ended with ${code}`))));
    child.stdin.end(input);
  });
}

/** A call of which something is known, so that the hook runs through all of its code. */
function plantCall(home) {
  const graphs = path.join(home, '.claude', 'graphs');
  mkdirSync(graphs, { recursive: true });
  const node = {
    id: 'process_warm',
    type: 'Concept',
    label: 'Warm',
    status: 'active',
    confidence: 1,
    process_type: 'checklist',
    priority: 'CRITICAL',
    trigger_conditions: { tool_names: ['Write'], file_patterns: ['**/warm.json'] },
    checklist: { title: 'Warm', items: ['one'] },
  };
  writeFileSync(path.join(graphs, 'warm_graph.json'), JSON.stringify({ nodes: [node] }));
  return JSON.stringify({
    session_id: 'warm',
    cwd: home,
    tool_name: 'Write',
    tool_input: { file_path: path.join(home, 'warm.json') },
    tool_use_id: 'warm',
  });
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'build', version: '1' } },
};
const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' };
const LIST_TOOLS = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
