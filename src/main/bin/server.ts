import { existsSync } from 'node:fs';
import { serve } from '../serve.js';

const [option, value] = process.argv.slice(3);
const configFile = option?.startsWith('--config=') ? option.slice('--config='.length) : value;
if (configFile !== undefined && !existsSync(configFile)) {
  // A client shows this; otherwise the first tool call would be the first to say so.
  process.stderr.write(`witan: ${configFile}: the file that --config names does not exist; correct the path\n`);
  process.exit(2);
}
void serve(configFile === undefined ? {} : { configFile });
