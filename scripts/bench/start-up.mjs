import { spawn } from 'node:child_process';
import { startSession } from './mcp-session.mjs';
import { median, rounded } from './median.mjs';

const RUNS = 20;

/** From spawn to the answer of `initialize`, against a Node that does nothing, in turns and in the same environment. */
export async function measureStartUp() {
  await timeServer();
  const bare = [];
  const server = [];
  for (let run = 0; run < RUNS; run++) {
    bare.push(await timeBareNode());
    server.push(await timeServer());
  }
  const note = `spawn to initialize ${rounded(median(server), 0)} ms, node -e 0 ${rounded(median(bare), 0)} ms, ${RUNS} runs`;
  return [{ name: 'start-up', value: rounded(median(server) / median(bare)), unit: 'ratio', target: 4, note }];
}

async function timeServer() {
  const session = startSession();
  await session.initialize();
  const milliseconds = performance.now() - session.started;
  await session.end();
  return milliseconds;
}

function timeBareNode() {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['-e', '0'], { stdio: ['pipe', 'pipe', 'ignore'] });
    child.once('exit', () => resolve(performance.now() - started));
  });
}
