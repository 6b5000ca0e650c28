import { join } from 'node:path';
import { loadBundle } from './load-bundle.js';

// The launcher: built-ins only, because everything it loads is added to every start. It picks one bundle, so
// that the server never reads the command line's code and the other way round.

declare const BUNDLES: { readonly [name in 'server' | 'cli']: string };
declare const HOOKS: readonly string[];

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`witan needs Node 20.19 or later; this is ${process.versions.node}\n`);
  process.exit(1);
}

if (!isThere()) {
  process.stderr.write('witan: the current folder no longer exists; change into another one\n');
  process.exit(1);
}

if (isHook(process.argv.slice(2))) require(join(__dirname, 'hook.cjs'));
else {
  const name = isPlainServe(process.argv.slice(2)) ? 'server' : 'cli';
  // The bundle is pure ASCII; reading it as one byte per character saves the decoding.
  const { storeCode } = loadBundle(join(__dirname, `${name}.cjs`), BUNDLES[name], 'latin1');
  process.once('exit', storeCode);
}

function isThere(): boolean {
  try {
    return process.cwd() !== '';
  } catch {
    // A hook has its project in its input, and must not fail.
    return process.argv[2] === 'hook';
  }
}

/** Small enough to do without a cache; the others explain themselves. */
function isHook([command, event]: string[]): boolean {
  return command === 'hook' && event !== undefined && HOOKS.indexOf(event) >= 0;
}

/** The command line handles help and wrong usage of `serve`. */
function isPlainServe([command, option, value, ...rest]: string[]): boolean {
  if (command !== 'serve' || rest.length > 0) return false;
  if (option === undefined) return true;
  return option === '--config' ? value !== undefined : option.startsWith('--config=') && value === undefined;
}
