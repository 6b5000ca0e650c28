import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

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
  const shipped = compile(source, file, readCache(`${file}.${runtime}.cache`, hash));
  if (shipped.cachedDataRejected === false) return shipped;
  const ownCache = join(cacheFolder(), `${basename(file)}-${hash}.${runtime}.cache`);
  const cached = readCache(ownCache, hash);
  const own = cached === undefined ? shipped : compile(source, file, cached);
  if (own.cachedDataRejected !== false) {
    // At the end of the run, so that the functions compiled on the way are part of it.
    process.once('exit', () => storeCache(ownCache, own, hash));
  }
  return own;
}

function compile(source: string, filename: string, cachedData: Buffer | undefined): Script {
  return new Script(source, cachedData === undefined ? { filename } : { filename, cachedData });
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
