import { statSync } from 'node:fs';
import { serve } from '../program/serve.js';

const [option, value] = process.argv.slice(3);
const configFile = option?.startsWith('--config=') ? option.slice('--config='.length) : value;
const found = configFile === undefined ? undefined : statSync(configFile, { throwIfNoEntry: false });
if (configFile !== undefined && found?.isFile() !== true) {
  // A client shows this; otherwise the first tool call would be the first to say so.
  const problem = found === undefined ? 'does not exist' : 'is not a file';
  process.stderr.write(`witan: ${configFile}: the file that --config names ${problem}; correct the path\n`);
  process.exit(2);
}
void serve(configFile === undefined ? {} : { configFile });
