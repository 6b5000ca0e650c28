import { join } from 'node:path';
import type { answerHook } from './hook-main.js';
import { loadBundle } from './load-bundle.js';

/** Of the text of hook-main.cjs; set by the build. */
declare const HOOK_MAIN: string;

// What Claude Code starts: `hook.cjs <name>`, or `witan hook <name>`. Whatever happens, it ends with 0: any other exit
// may block the person's work.

process.on('uncaughtException', end);
process.on('unhandledRejection', end);
const { exports: main, storeCode } = loadBundle<{ answerHook: typeof answerHook }>(
  join(__dirname, 'hook-main.cjs'),
  HOOK_MAIN,
);
void main
  .answerHook(__dirname)
  .then((isWorthKeeping) => {
    if (isWorthKeeping) storeCode();
  })
  .then(end, end);

/** Without waiting for handles that no longer matter. */
function end(): never {
  process.exit(0);
}
