import { runCommandLine } from '../../cli/run-command-line.js';
import { commandLinePorts, endOnBrokenOutput, exitAfterOutput } from '../command-line-ports.js';

endOnBrokenOutput();
const { close, ...ports } = commandLinePorts();
void runCommandLine(process.argv.slice(2), ports).then(async (code) => {
  await close();
  exitAfterOutput(code);
});
