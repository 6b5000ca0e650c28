import type { HookRun } from '../../src/hooks/run-hook.js';

/** Loads the source of a handler; the built program loads a file of its own. */
export const loadHandler: HookRun['loadHandler'] = (name) => import(`../../src/hooks/handlers/${name}.ts`);
