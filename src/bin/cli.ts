import { runCommandLine } from '../cli/run-command-line.js';
import { commandLinePorts, endOnBrokenOutput, exitAfterOutput } from '../program/command-line-ports.js';

endOnBrokenOutput();
const { close, ...ports } = commandLinePorts();
void runCommandLine(process.argv.slice(2), ports).then(async (code) => {
  await close();
  exitAfterOutput(code);
});
