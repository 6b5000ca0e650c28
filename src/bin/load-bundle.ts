import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { Script } from 'node:vm';

export interface LoadedBundle<Exports> {
  readonly exports: Exports;
  /** Stores the compiled code for the next start, if this start had none. Later is better: it has more functions then. */
  readonly storeCode: () => void;
}

/**
 * Runs a CommonJS bundle with V8's code cache, which halves the start-up. The build makes a cache for the Node it ran on;
 * another Node makes its own, in the user's state folder. The hash is of the bundle's text: V8 itself compares only its
 * length. `import()` fails in such a bundle, so the build turns each into `require`.
 */
export function loadBundle<Exports = unknown>(
  file: string,
  hash: string,
  encoding: 'utf8' | 'latin1' = 'utf8',
): LoadedBundle<Exports> {
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, encoding)}\n})`;
  const { script, missing } = compileWithCache({ source, file, hash });
  const bundle = { exports: {} as Exports };
  const run = script.runInThisContext() as (...globals: unknown[]) => void;
  run(bundle.exports, requireOnce, bundle, file, dirname(file));
  return { exports: bundle.exports, storeCode: () => void (missing && storeCache(missing, script, hash)) };
}

const required = new Map<string, unknown>();

/** Every file of a bundle asks for the same few of Node's modules, and Node takes its time for each answer. */
const requireOnce = Object.assign((name: string): unknown => {
  if (!required.has(name)) required.set(name, require(name));
  return required.get(name);
}, require);

interface Bundle {
  readonly source: string;
  readonly file: string;
  readonly hash: string;
}

interface Compiled {
  readonly script: Script;
  /** The name of the cache that would have saved the compiling; undefined if one was used. */
  readonly missing?: string;
}

/**
 * V8 refuses a cache that was made with other options. So users of one folder with different options have one cache each,
 * named by V8's own tag of the options, and none replaces the cache of another at every start.
 */
function compileWithCache(bundle: Bundle): Compiled {
  const { file, hash } = bundle;
  const name = `${basename(file)}-${hash}.${process.version}-${process.platform}-${process.arch}.cache`;
  // Not checked: a user who can change it can change the bundle next to it as well.
  const built = readCache(join(dirname(file), name));
  const first = built && compile(bundle, built);
  if (first && first.cachedDataRejected === false) return { script: first };
  const own = readOwnCache(name);
  if (own === undefined) return { script: first ?? compile(bundle), missing: name };
  const script = compile(bundle, own, 1);
  if (script.cachedDataRejected === false) return { script };
  // Loaded only here: few starts need it.
  const { cachedDataVersionTag } = require('node:v8') as typeof import('node:v8');
  const tagged = name.replace(/cache$/, `${cachedDataVersionTag()}.cache`);
  const cached = readOwnCache(tagged);
  return cached === undefined ? { script, missing: tagged } : { script: compile(bundle, cached, 2) };
}

/** V8 remembers what it compiled at the same line, and then does not look at the cache at all. */
function compile({ source, file }: Bundle, cachedData?: Buffer, lineOffset = 0): Script {
  return new Script(source, cachedData === undefined ? { filename: file } : { filename: file, cachedData, lineOffset });
}

/** V8 runs what a cache contains: one that another user wrote, or could have written, is not used. */
function readOwnCache(name: string): Buffer | undefined {
  const folder = cacheFolder();
  if (folder === undefined || !isOnlyOurs(lstatSync(folder, { throwIfNoEntry: false }))) return undefined;
  return readCache(join(folder, name), isOnlyOurs);
}

function isOnlyOurs(found: Stats | undefined): boolean {
  if (found === undefined) return false;
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & OTHERS_WRITE) === 0);
}

const OTHERS_WRITE = 0o022;

/** Several times what the largest takes; a longer file is cut, and then its halves differ. */
const MAX_BYTES = 16_000_000;

function readCache(file: string, isUsed: (found: Stats) => boolean = () => true): Buffer | undefined {
  let descriptor: number | undefined;
  try {
    // A named pipe under this name must not stop the program.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    if (!isUsed(fstatSync(descriptor))) return undefined;
    // Memory that is not written to costs nothing; asking for the size first would.
    const buffer = Buffer.allocUnsafeSlow(MAX_BYTES);
    return firstHalf(buffer.subarray(0, readSync(descriptor, buffer)));
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/**
 * V8 runs what it is given, and a damaged cache would crash every start. So the code is stored twice and used only if both
 * are the same: comparing takes no time, while loading a checksum takes a hook longer than the cache saves.
 */
function firstHalf(stored: Buffer): Buffer | undefined {
  const half = stored.length / 2;
  if (half === 0 || !Number.isInteger(half)) return undefined;
  const code = stored.subarray(0, half);
  return code.equals(stored.subarray(half)) ? code : undefined;
}

function storeCache(name: string, script: Script, hash: string): void {
  const folder = cacheFolder();
  if (folder === undefined) return;
  const draft = join(folder, `${name}.${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isOnlyOurs(lstatSync(folder))) return;
    const descriptor = openSync(draft, 'wx', 0o600);
    try {
      const code = script.createCachedData();
      const data = Buffer.concat([code, code]);
      if (writeSync(descriptor, data) !== data.byteLength) return;
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, join(folder, name));
    removeOutdated(folder, name, hash);
  } catch {
    // Without a cache the next start is slower, nothing else.
  } finally {
    // Half of one, left on a full disk, would only take space.
    rmSync(draft, { force: true });
  }
}

/** Every update of the program would otherwise leave a megabyte behind. */
function removeOutdated(folder: string, current: string, hash: string): void {
  const bundle = current.slice(0, current.indexOf(hash));
  for (const name of readdirSync(folder)) {
    if (name.startsWith(bundle) && !name.startsWith(bundle + hash)) rmSync(join(folder, name), { force: true });
  }
}

/** Undefined for a user without a home folder. Apart from the files of coaches, which every hook lists. */
function cacheFolder(): string | undefined {
  const configured = process.env.XDG_STATE_HOME || '';
  const states = isAbsolute(configured) ? configured : join(process.env.HOME || homedir(), '.local', 'state');
  return isAbsolute(states) ? join(states, 'witan', 'code') : undefined;
}
