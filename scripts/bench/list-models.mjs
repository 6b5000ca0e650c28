import { startSession } from './mcp-session.mjs';
import { median, rounded } from './median.mjs';

const RUNS = 5;

/** The first call reads the configuration and loads every adapter; later ones only look again. */
export async function measureListModels() {
  const first = [];
  const later = [];
  for (let run = 0; run < RUNS; run++) {
    const session = startSession();
    await session.initialize();
    first.push(await timeCall(session));
    later.push(await timeCall(session));
    await session.end();
  }
  const note = `then ${rounded(median(later), 0)} ms, ${RUNS} sessions; waits for local servers that may not be there`;
  return [{ name: 'first list_models', value: rounded(median(first), 0), unit: 'ms', note }];
}

async function timeCall(session) {
  const started = performance.now();
  await session.request('tools/call', { name: 'list_models', arguments: {} });
  return performance.now() - started;
}
