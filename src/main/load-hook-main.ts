import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { Script } from 'node:vm';
import type { answerHook } from './answer-hook.js';

/** Of the text of hook-main.cjs; put in by the build. */
declare const HOOK_MAIN: string;

const FILE = 'hook-main.cjs';

export interface HookMain {
  readonly answerHook: typeof answerHook;
  /** Stores the compiled code for the next start, if it came without. */
  readonly keepCode: () => void;
}

/**
 * Runs hook-main.cjs with V8's code cache, which spares a tenth of the start. V8 runs what it is given, and
 * a damaged cache would end the hook by a crash, so it is stored twice and used only if both are the same: comparing
 * takes no time, loading a checksum more than the cache saves. Its name says which bundle it is of.
 */
export function loadHookMain(folder: string): HookMain {
  const file = join(folder, FILE);
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'utf8')}\n})`;
  const name = `${FILE}-${HOOK_MAIN}.${process.version}-${process.platform}-${process.arch}.cache`;
  const cached = readCache(join(folder, name));
  const shipped = cached && compile(source, file, cached);
  const { script, missing } =
    shipped?.cachedDataRejected === false ? { script: shipped } : withOwnCache(source, shipped, file, name);
  const bundle = { exports: {} as Pick<HookMain, 'answerHook'> };
  const run = script.runInThisContext() as (...globals: unknown[]) => void;
  run(bundle.exports, requireOnce, bundle, file, folder);
  return {
    answerHook: bundle.exports.answerHook,
    keepCode: () => void (missing === undefined || storeCache(missing, script)),
  };
}

interface Compiled {
  readonly script: Script;
  /** The name of the cache that would have spared the compiling; undefined if there was one, or none would be taken. */
  readonly missing?: string;
}

/**
 * With a cache of the person's own: another Node, or the same one with other options, takes no other. V8 refuses it if
 * the options differ, so those that share a folder and differ in them have one each, by V8's own mark of them. Nobody
 * replaces what another one uses, and a cache that is refused in spite of its mark is not written at every call.
 */
function withOwnCache(source: string, refused: Script | undefined, file: string, name: string): Compiled {
  const own = readOwnCache(name);
  if (own === undefined) return { script: refused ?? compile(source, file), missing: name };
  const script = compile(source, file, own, 1);
  if (script.cachedDataRejected === false) return { script };
  // Loaded only here: most starts never come this far.
  const { cachedDataVersionTag } = require('node:v8') as typeof import('node:v8');
  const marked = name.replace(/cache$/, `${cachedDataVersionTag()}.cache`);
  const cached = readOwnCache(marked);
  return cached === undefined ? { script, missing: marked } : { script: compile(source, file, cached, 2) };
}

/** V8 knows again what it compiled at the same place, and then does not look at the cache at all. */
function compile(source: string, filename: string, cachedData?: Buffer, lineOffset = 0): Script {
  return new Script(source, cachedData === undefined ? { filename } : { filename, cachedData, lineOffset });
}

const required = new Map<string, unknown>();

/** Every file of the bundle asks for the same two or three of Node's modules, and Node takes its time for each answer. */
function requireOnce(name: string): unknown {
  if (!required.has(name)) required.set(name, require(name));
  return required.get(name);
}

function readOwnCache(name: string): Buffer | undefined {
  const folder = cacheFolder();
  return folder === undefined ? undefined : readCache(join(folder, name));
}

/** Several times what it takes; one that is larger is cut off, and then its halves differ. */
const MAX_BYTES = 2_000_000;

function readCache(file: string): Buffer | undefined {
  let descriptor: number | undefined;
  try {
    // A named pipe in its place must not stop the hook.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    // Memory that is not written to costs nothing; to ask for the size first would.
    const room = Buffer.allocUnsafeSlow(MAX_BYTES);
    return codeOf(room.subarray(0, readSync(descriptor, room)));
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function codeOf(stored: Buffer): Buffer | undefined {
  const half = stored.length / 2;
  if (half === 0 || !Number.isInteger(half)) return undefined;
  const code = stored.subarray(0, half);
  return code.equals(stored.subarray(half)) ? code : undefined;
}

function storeCache(name: string, script: Script): void {
  const folder = cacheFolder();
  if (folder === undefined) return;
  const partial = join(folder, `${name}.${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const descriptor = openSync(partial, 'wx', 0o600);
    try {
      const code = script.createCachedData();
      const data = Buffer.concat([code, code]);
      if (writeSync(descriptor, data) !== data.byteLength) return;
    } finally {
      closeSync(descriptor);
    }
    renameSync(partial, join(folder, name));
    removeOutdated(folder);
  } catch {
    // Without a cache the next start is slower, nothing else.
  } finally {
    rmSync(partial, { force: true });
  }
}

function removeOutdated(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(`${FILE}-`) && !name.startsWith(`${FILE}-${HOOK_MAIN}`))
      rmSync(join(folder, name), { force: true });
  }
}

/** Undefined for somebody without a home. */
function cacheFolder(): string | undefined {
  const configured = process.env.XDG_CACHE_HOME ?? '';
  if (isAbsolute(configured)) return join(configured, 'witan');
  const home = process.env.HOME || homedir();
  return isAbsolute(home) ? join(home, '.cache', 'witan') : undefined;
}
