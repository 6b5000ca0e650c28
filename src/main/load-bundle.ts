import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { Script } from 'node:vm';

/**
 * Runs a CommonJS bundle with V8's code cache, which halves the start-up. The build ships a cache for the Node it ran
 * on; another Node makes one of its own at the end of its first run, in the person's cache folder.
 * `hash` is of the bundle's text: V8 itself compares no more than its length.
 */
export function loadBundle(file: string, hash: string): void {
  // The bundle is pure ASCII; reading it as one byte per character spares the decoding.
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'latin1')}\n})`;
  const script = compileWithCache(source, file, hash);
  const bundle = { exports: {} };
  const run = script.runInThisContext() as (...globals: unknown[]) => void;
  run(bundle.exports, require, bundle, file, dirname(file));
}

function compileWithCache(source: string, file: string, hash: string): Script {
  const runtime = `${process.version}-${process.platform}-${process.arch}`;
  const shipped = compile(source, file, readIfThere(`${file}.${runtime}.cache`));
  if (shipped.cachedDataRejected === false) return shipped;
  const ownCache = join(cacheFolder(), `${basename(file)}-${hash}.${runtime}.cache`);
  const cached = readIfThere(ownCache);
  const own = cached === undefined ? shipped : compile(source, file, cached);
  if (own.cachedDataRejected !== false) process.once('exit', () => store(ownCache, own));
  return own;
}

function compile(source: string, filename: string, cachedData: Buffer | undefined): Script {
  return new Script(source, cachedData === undefined ? { filename } : { filename, cachedData });
}

function cacheFolder(): string {
  const configured = process.env.XDG_CACHE_HOME ?? '';
  return join(isAbsolute(configured) ? configured : join(homedir(), '.cache'), 'witan');
}

/** At the end of the run, so that the functions compiled on the way are part of it. */
function store(file: string, script: Script): void {
  const partial = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(partial, script.createCachedData(), { flag: 'wx', mode: 0o600 });
    renameSync(partial, file);
  } catch {
    // Without a cache the next start is slower, nothing else.
  }
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
