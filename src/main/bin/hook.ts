import { loadHookMain } from '../load-hook-main.js';

// What Claude Code starts: `hook.cjs <name>`, or `witan hook <name>`. Whatever happens, it ends with 0: any other exit
// may block the person's work.

process.on('uncaughtException', end);
process.on('unhandledRejection', end);
const { answerHook, keepCode } = loadHookMain(__dirname);
void answerHook(__dirname)
  .then((isWorthKeeping) => {
    if (isWorthKeeping) keepCode();
  })
  .then(end, end);

/** Without the orderly end of a process, which waits for what nobody waits for here. */
function end(): never {
  return (process as NodeJS.Process & { reallyExit(code: number): never }).reallyExit(0);
}
