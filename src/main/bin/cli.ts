import { runCommandLine } from '../../cli/run-command-line.js';
import { commandLinePorts, endWithoutReader } from '../command-line-ports.js';

for (const stream of [process.stdout, process.stderr]) stream.on('error', endWithoutReader);
const ports = commandLinePorts();
void runCommandLine(process.argv.slice(2), ports).then(async (code) => {
  await ports.close();
  // Connections that are kept for reuse would hold the process for seconds: it ends once its output is out.
  process.stdout.write('', (error) => (error ? endWithoutReader(error) : process.exit(code)));
});
