import { writeSync } from 'node:fs';
import { join } from 'node:path';
import type { LessonLearner } from '../../hooks/handler.js';
import { isHookName } from '../../hooks/hook-names.js';
import { runHook } from '../../hooks/run-hook.js';
import { appendTiming } from '../../hooks/timings/append-timing.js';
import { readHookArguments } from '../hook-arguments.js';
import { readStandardInput } from '../read-standard-input.js';

// One hook, from its event to its answer: `hook.cjs <name>`, or `witan hook <name>`. Whatever happens, it ends with 0:
// any other exit may block the person's work.

const SLOW_MS = 100;
const USUAL_LIMIT_MS = 200;

process.on('uncaughtException', end);
process.on('unhandledRejection', end);
void answer().then(end, end);

async function answer(): Promise<void> {
  const { name, dataFolder, yieldsToProject } = readHookArguments(process.argv.slice(2));
  if (!isHookName(name)) return;
  const { env: environment } = process;
  const timeLimitMs = limitOf(environment.WITAN_HOOK_TIMEOUT_MS);
  const input = await readStandardInput(environment.CLAUDECODE === '1', timeLimitMs);
  if (input === undefined) return;
  const started = process.uptime();
  const { output, place, isLate } = await runHook({
    name,
    input,
    environment,
    dataFolder,
    yieldsToProject,
    timeLimitMs,
    loadLessons: async () => require(join(__dirname, 'hook-lessons.cjs')) as LessonLearner,
  });
  if (output !== '') writeSync(1, output);
  if (place === undefined) return;
  const handlerMs = milliseconds(process.uptime() - started);
  appendTiming(place.dataFolder, {
    hook: name,
    time: new Date().toISOString(),
    ms: milliseconds(process.uptime()),
    handler_ms: handlerMs,
    spoke: output !== '',
    ...(handlerMs > SLOW_MS && { slow: true }),
    ...(isLate && { late: true }),
  });
}

/** A slow machine may be given more time. */
function limitOf(given: string | undefined): number {
  const limit = Number(given);
  return Number.isInteger(limit) && limit > 0 && limit <= 60_000 ? limit : USUAL_LIMIT_MS;
}

function milliseconds(seconds: number): number {
  return Math.round(seconds * 10_000) / 10;
}

/** Without the orderly end of a process, which waits for what nobody waits for here. */
function end(): never {
  return (process as unknown as { reallyExit(code: number): never }).reallyExit(0);
}
