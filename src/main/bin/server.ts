import { serve } from '../serve.js';

const [option, value] = process.argv.slice(3);
const configFile = option?.startsWith('--config=') ? option.slice('--config='.length) : value;
void serve(configFile === undefined ? {} : { configFile });
