import { runCommandLine } from '../../cli/run-command-line.js';
import { commandLinePorts } from '../command-line-ports.js';

const ports = commandLinePorts();
void runCommandLine(process.argv.slice(2), ports).then(ports.exit);
