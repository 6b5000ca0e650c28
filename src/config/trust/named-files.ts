import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { UserError } from '../../kernel/user-error.js';
import type { RawValues } from '../layers/layer.js';
import { substituteEnvironment } from '../sections/substitute-environment.js';
import { isMap } from '../sections/walk-schema.js';

/** A file of the project that the project's config names as a program or as an argument of one. */
export interface NamedFile {
  /** Within the project, as the config names it. */
  readonly path: string;
  /** The hash of what is in it; for a link out of the project, where it leads. */
  readonly content: string;
}

interface NamingContext {
  readonly projectFolder: string;
  readonly homeFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A program is mostly a script; hashing more at every start would be felt. */
const MAX_PROGRAM_BYTES = 64 * 1024 * 1024;

/**
 * The programs and scripts inside the project that its config names, in a fixed order. Whoever trusts the config trusts
 * these as they are now. Rejects with a `UserError` for one that cannot be read.
 */
export async function findNamedFiles(values: RawValues, context: NamingContext): Promise<NamedFile[]> {
  const project = await realpath(context.projectFolder).catch(() => context.projectFolder);
  const candidates = new Set<string>();
  for (const text of commandTexts(values)) {
    for (const path of pathsIn(text, context)) {
      const inside = insidePath(project, path) ?? insidePath(resolve(context.projectFolder), path);
      if (inside !== undefined && inside !== '') candidates.add(inside);
    }
  }
  const found = await Promise.all([...candidates].sort().map((path) => readNamedFile(project, path)));
  return found.filter((file) => file !== undefined);
}

function commandTexts({ adapters }: RawValues): string[] {
  if (!isMap(adapters)) return [];
  return Object.values(adapters).flatMap((adapter) => {
    if (!isMap(adapter)) return [];
    const texts: unknown[] = [adapter.command, ...(Array.isArray(adapter.args) ? adapter.args : [])];
    return texts.filter((text) => typeof text === 'string');
  });
}

/** An argument may name a file behind an option or in a list, as in `--script=tools/run.js` and `-cp a.jar:b.jar`. */
function pathsIn(text: string, { projectFolder, homeFolder, environment }: NamingContext): string[] {
  const filled = substituteEnvironment(text, environment);
  const whole = 'text' in filled ? filled.text : text;
  const pieces = [...whole.split('='), ...whole.split(/[=:;,]/), whole.replace(/^-[A-Za-z]/, '')];
  return [whole, ...pieces]
    .filter((path) => path !== '' && !path.includes('\0'))
    .map((path) => resolve(projectFolder, path.startsWith('~/') ? join(homeFolder, path.slice(2)) : path));
}

async function readNamedFile(project: string, path: string): Promise<NamedFile | undefined> {
  const target = await realpath(join(project, path)).catch(() => undefined);
  if (target === undefined) return undefined;
  if (insidePath(project, target) === undefined) return { path, content: `outside: ${target}` };
  let file: FileHandle;
  try {
    file = await open(target, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw unusable(path, (error as NodeJS.ErrnoException).code ?? 'it cannot be opened');
  }
  try {
    const facts = await file.stat();
    // A folder as an argument is not a program; what is in it is not pinned.
    if (facts.isDirectory()) return undefined;
    if (!facts.isFile()) throw unusable(path, 'it is not a regular file');
    if (facts.size > MAX_PROGRAM_BYTES) throw unusable(path, `it is larger than ${MAX_PROGRAM_BYTES} bytes`);
    return { path, content: await hashOf(file) };
  } finally {
    await file.close();
  }
}

async function hashOf(file: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  const part = Buffer.alloc(64 * 1024);
  for (let total = 0; total <= MAX_PROGRAM_BYTES; ) {
    const { bytesRead } = await file.read(part, 0, part.length);
    if (bytesRead === 0) break;
    total += bytesRead;
    hash.update(part.subarray(0, bytesRead));
  }
  return hash.digest('hex');
}

function unusable(path: string, reason: string): UserError {
  return new UserError(
    'validation_error',
    `${path}: this project's config names it as a program, and it cannot be read (${reason}); correct it first`,
  );
}

function insidePath(folder: string, path: string): string | undefined {
  const inside = relative(folder, path);
  return isAbsolute(inside) || inside === '..' || inside.startsWith(`..${sep}`) ? undefined : inside;
}
