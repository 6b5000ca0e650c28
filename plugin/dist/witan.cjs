'use strict';
// Runs the built program beside the plugin (a clone, or --plugin-dir), else `witan` on the PATH. Where there is neither,
// hooks say nothing and the server offers no tools: an optional program that is missing must not show as an error.
const { spawnSync } = require('node:child_process');
const { existsSync, realpathSync } = require('node:fs');
const path = require('node:path');

module.exports = { findWitan, startOther };
if (require.main === module) serve();

function serve() {
  const found = findWitan();
  if (found === undefined) serveNothing();
  else if (found.folder === undefined) startOther(found.program, process.argv.slice(2));
  else require(`${found.folder}/witan.cjs`);
}

/** The folder of a built program, or another program of that name, such as a version manager's shim. */
function findWitan() {
  const beside = path.join(__dirname, '..', '..', 'dist');
  if (existsSync(path.join(beside, 'hook.cjs'))) return { folder: beside };
  const names = process.platform === 'win32' ? ['witan.cmd', 'witan.exe'] : ['witan'];
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    if (!path.isAbsolute(folder)) continue;
    for (const name of names) {
      const program = path.join(folder, name);
      if (!existsSync(program)) continue;
      const real = path.dirname(realpathSync(program));
      return existsSync(path.join(real, 'hook-main.cjs')) ? { folder: real } : { program };
    }
  }
  return undefined;
}

function startOther(program, args) {
  const isBatch = program.endsWith('.cmd');
  const { status } = spawnSync(isBatch ? `"${program}"` : program, args, { stdio: 'inherit', shell: isBatch });
  process.exitCode = args[0] === 'hook' ? 0 : (status ?? 1);
}

/** An MCP server without tools. */
function serveNothing() {
  const lines = require('node:readline').createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    const { id, method, params } = parse(line);
    if (id === undefined || method === undefined) return;
    const answer = answerOf(method, params);
    const body = answer ? { result: answer } : { error: { code: -32601, message: `${method} is not offered` } };
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`);
  });
}

function answerOf(method, params) {
  if (method === 'ping') return {};
  if (method === 'tools/list') return { tools: [] };
  if (method !== 'initialize') return undefined;
  return {
    protocolVersion: params?.protocolVersion ?? '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'witan', version: '0' },
    instructions: 'Witan is not installed on this computer, so it offers no tools here.',
  };
}

function parse(line) {
  try {
    return JSON.parse(line) ?? {};
  } catch {
    return {};
  }
}
