import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { coachStateFolder } from '../hooks/coach/tell-coach.js';
import type { LessonLearner } from '../hooks/protocol/handler.js';
import { type HookRun, runHook } from '../hooks/run-hook.js';
import { appendTiming } from '../hooks/timings/append-timing.js';
import { isHookName } from '../hooks/vocabulary.js';
import type { HookScope } from '../hooks/yields-to-other-hook.js';
import { utcText } from '../kernel/utc-text.js';
import { readStandardInput } from './read-standard-input.js';

type Loaded = Awaited<ReturnType<HookRun['loadHandler']>>;

const SLOW_MS = 100;
const DEFAULT_LIMIT_MS = 200;
const COACHED_LIMIT_MS = 4_000;

/** One hook, from its event to its answer. True if it did all that it can do, so that its code is worth keeping. */
export async function answerHook(folder: string): Promise<boolean> {
  const { name, ...registered } = readArguments(process.argv.slice(2));
  if (!isHookName(name)) return false;
  const { env: environment } = process;
  // One limit for reading and answering together.
  const end = process.uptime() * 1000 + limitOf(environment);
  const input = await readStandardInput(end - process.uptime() * 1000);
  if (input === undefined) return false;
  const started = process.uptime();
  const { output, folders, isLate } = await runHook({
    name,
    input,
    environment,
    ...registered,
    timeLimitMs: Math.max(0, end - process.uptime() * 1000),
    loadLessons: async () => require(join(folder, 'hook-lessons.cjs')) as LessonLearner,
    loadHandler: async (handler) => require(join(folder, 'hooks', `${handler}.cjs`)) as Loaded,
  });
  if (output !== '') writeSync(1, output);
  if (folders === undefined) return false;
  const handlerMs = milliseconds(process.uptime() - started);
  appendTiming(folders.dataFolder, {
    hook: name,
    time: utcText(new Date()),
    ms: milliseconds(process.uptime()),
    handler_ms: handlerMs,
    spoke: output !== '',
    ...(handlerMs > SLOW_MS && { slow: true }),
    ...(isLate && { late: true }),
  });
  return name === 'pre-tool-use' && output !== '';
}

/**
 * `[hook] <name> [--data <folder>] [--journal <folder>] [--user | --team | --plugin] [--all-tools]`. Anything else is ignored, because
 * a hook has no one to report it to. The journal's folder may be relative to the project. The last three say who registered the hook, if
 * not the user for one project.
 */
function readArguments(given: readonly string[]) {
  const [name, ...options] = given[0] === 'hook' ? given.slice(1) : given;
  const optionValue = (option: string) => {
    const index = options.indexOf(option);
    return index < 0 ? undefined : options[index + 1];
  };
  return {
    name,
    dataFolder: optionValue('--data'),
    journalFolder: optionValue('--journal'),
    scope: SCOPES.find((scope) => options.includes(`--${scope}`)),
    isForAllTools: options.includes('--all-tools'),
  };
}

const SCOPES: readonly HookScope[] = ['user', 'team', 'plugin'];

/** A slow machine may be given more time. While a coach runs, a hook that is silent too early would let a write pass. */
function limitOf(environment: NodeJS.ProcessEnv): number {
  const given = Number(environment.WITAN_HOOK_TIMEOUT_MS);
  const limit = Number.isInteger(given) && given > 0 && given <= 60_000 ? given : DEFAULT_LIMIT_MS;
  return coachStateFolder(environment) === undefined ? limit : Math.max(limit, COACHED_LIMIT_MS);
}

function milliseconds(seconds: number): number {
  return Math.round(seconds * 10_000) / 10;
}
