import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
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

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'build', version: '1' } },
};
const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' };
const LIST_TOOLS = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
