import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/**
 * Runs a CommonJS bundle with V8's code cache, which halves the start-up. The build ships a cache for the Node it ran
 * on; another Node makes one of its own at the end of its first run, in the person's cache folder.
 * `hash` is of the bundle's text: V8 itself compares no more than its length.
 * `import()` fails in such a bundle, also with a callback for it once V8 takes the script from its cache: the build
 * turns every one into `require`.
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
  const cached = readCache(`${file}.${runtime}.cache`, hash);
  const shipped = cached && compile(source, file, cached);
  if (shipped?.cachedDataRejected === false) return shipped;
  const { script, missing } = withOwnCache(source, shipped, file, hash, runtime);
  if (missing !== undefined) {
    // At the end of the run, so that the functions compiled on the way are part of it.
    process.once('exit', () => storeCache(missing, script, hash));
  }
  return script;
}

interface Compiled {
  readonly script: Script;
  /** The cache that would have spared the compiling; undefined if there was one, or none would be taken. */
  readonly missing?: string;
}

/**
 * V8 refuses a cache that was made with other options, so those that share a folder and differ in them have one each,
 * by V8's own mark of them: nobody replaces at every start what another one uses.
 */
function withOwnCache(
  source: string,
  refused: Script | undefined,
  file: string,
  hash: string,
  runtime: string,
): Compiled {
  const usual = join(cacheFolder(), `${basename(file)}-${hash}.${runtime}.cache`);
  const own = readCache(usual, hash);
  if (own === undefined) return { script: refused ?? compile(source, file), missing: usual };
  const script = compile(source, file, own, 1);
  if (script.cachedDataRejected === false) return { script };
  // Loaded only here: most starts never come this far.
  const { cachedDataVersionTag } = require('node:v8') as typeof import('node:v8');
  const marked = usual.replace(/cache$/, `${cachedDataVersionTag()}.cache`);
  const cached = readCache(marked, hash);
  return cached === undefined ? { script, missing: marked } : { script: compile(source, file, cached, 2) };
}

/** V8 knows again what it compiled at the same place, and then does not look at the cache at all. */
function compile(source: string, filename: string, cachedData?: Buffer, lineOffset = 0): Script {
  return new Script(source, cachedData === undefined ? { filename } : { filename, cachedData, lineOffset });
}

function cacheFolder(): string {
  const configured = process.env.XDG_CACHE_HOME ?? '';
  return join(isAbsolute(configured) ? configured : join(homedir(), '.cache'), 'witan');
}

/** V8 runs what it is given: a cache with one damaged byte would end every start by a crash, so it carries a checksum. */
function readCache(file: string, hash: string): Buffer | undefined {
  try {
    const stored = readFileSync(file);
    const end = stored.length - CHECKSUM_BYTES;
    const cache = stored.subarray(0, end);
    return stored.readUInt32BE(end) === checksumOf(cache, hash) ? cache : undefined;
  } catch {
    return undefined;
  }
}

function storeCache(file: string, script: Script, hash: string): void {
  const folder = dirname(file);
  const partial = `${file}.${process.pid}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    try {
      writeFileSync(partial, withChecksum(script.createCachedData(), hash), { flag: 'wx', mode: 0o600 });
      renameSync(partial, file);
    } finally {
      // Half of one, left on a full disk, would only take space.
      rmSync(partial, { force: true });
    }
    removeOutdated(folder, basename(file), hash);
  } catch {
    // Without a cache the next start is slower, nothing else.
  }
}

function withChecksum(cache: Buffer, hash: string): Buffer {
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32BE(checksumOf(cache, hash));
  return Buffer.concat([cache, checksum]);
}

const CHECKSUM_BYTES = 4;

/** Of the cache and the bundle it was made from. CRC-32, because loading node:crypto alone takes five times as long. */
function checksumOf(cache: Buffer, hash: string): number {
  return crc32(cache, crc32(hash));
}

/** Every update of the program would otherwise leave a megabyte behind for good. */
function removeOutdated(folder: string, current: string, hash: string): void {
  const bundle = current.slice(0, current.indexOf(hash));
  for (const name of readdirSync(folder)) {
    if (name.startsWith(bundle) && !name.startsWith(bundle + hash)) rmSync(join(folder, name), { force: true });
  }
}
