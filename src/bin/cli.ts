import { endOnBrokenOutput, exitAfterOutput, processShell } from '../cli/process-shell.js';
import { runCommandLine } from '../cli/run-command-line.js';
import { closeInTime } from '../program/close-in-time.js';

const closers: (() => Promise<void>)[] = [];
const shell = processShell({
  async openProgram({ environment, ...options }) {
    const { openProgram } = await import('../program/open-program.js');
    const program = await openProgram({
      ...options,
      environment: { ...process.env, ...environment },
      // A person at a terminal is not the agent that died: what that one left is an orphan, to be adopted or closed.
      clientName: 'command-line',
    });
    closers.push(program.close);
    return program;
  },
  serve: async (options) => (await import('../program/serve.js')).serve(options),
});
endOnBrokenOutput();
void runCommandLine(process.argv.slice(2), shell).then(async (code) => {
  await closeInTime(closers);
  exitAfterOutput(code);
});
