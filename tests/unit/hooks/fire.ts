import { type HookRun, runHook } from '../../../src/hooks/run-hook.js';
import type { HookName } from '../../../src/hooks/vocabulary.js';
import { loadHandler } from '../../support/load-handler.js';

/** Runs one hook in this process and returns what it answered; undefined for nothing. */
export async function fire(
  name: HookName,
  input: string,
  options: Partial<HookRun> = {},
): Promise<Record<string, string> | undefined> {
  const { output } = await runHook({
    name,
    input,
    environment: {},
    // A busy machine must not turn a test of what is said into one of how fast.
    timeLimitMs: 10_000,
    loadHandler,
    loadLessons: () => Promise.reject(new Error('nothing to learn here')),
    ...options,
  });
  if (output === '') return undefined;
  return (JSON.parse(output) as { hookSpecificOutput: Record<string, string> }).hookSpecificOutput;
}
