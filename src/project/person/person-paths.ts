import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { realPathOf } from '../../kernel/real-path.js';
import { failure, type Result, success } from '../../kernel/result.js';
import { type AllowedPaths, checkPath } from '../allowed-paths.js';
import { refuseWorkingDirectory } from '../check-working-directory.js';
import { comparableName } from '../deny-list.js';
import { MAX_PATH_LENGTH, outsideMessage, pathInProject, quoted } from '../read-path.js';
import { createWitanFolders } from '../witan-folders.js';
import type { FileProblem } from './file-problem.js';

/** Decides which paths the person may use: everything in the project but Witan's own folders and the repository's internals. */
export interface PersonPaths {
  readonly allowed: AllowedPaths;
  /** A path as it was written, relative to the root ('' is the root). Checked by its text, before anything is opened. */
  read(written: string): Result<string, FileProblem>;
  /** The one path that a file is known by, whatever links or spelling lead to it. A new file need not exist. */
  locate(written: string): Result<string, FileProblem>;
}

export interface PersonRules {
  /** Witan's own folders. */
  readonly ownFolders: readonly string[];
  readonly homeFolder: string;
}

export async function createPersonPaths(folder: string, rules: PersonRules): Promise<Result<PersonPaths, string>> {
  const written = resolve(folder);
  const root = await realpath(written).catch(() => undefined);
  if (root === undefined) return failure('The project folder does not exist or cannot be read.');
  const witanFolders = await createWitanFolders(rules.ownFolders, rules.homeFolder);
  const home = rules.homeFolder === '' ? undefined : realPathOf(rules.homeFolder);
  const refused = await refuseWorkingDirectory(root, home, witanFolders);
  if (refused !== undefined) return failure(refused);
  // The person may see secrets, so no second name of a file has to be looked for.
  const allowed = { root, witanFolders, isDenied: isRepository, secretNames: { has: async () => false } };
  const read = (path: string) => readPersonPath(path, [root, written]);
  return success({
    allowed,
    read,
    locate: (path) => {
      const relative = read(path);
      if (!relative.ok) return relative;
      const status = checkPath(realPathOf(join(root, relative.value)), allowed);
      if (status.kind === 'inside') return success(status.path);
      return problem(status.kind === 'outside' ? linkedOutMessage(path) : forbiddenMessage(path));
    },
  });
}

function readPersonPath(written: string, roots: readonly string[]): Result<string, FileProblem> {
  if (written.length > MAX_PATH_LENGTH) return problem(`A path may have at most ${MAX_PATH_LENGTH} characters.`);
  if (UNUSABLE.test(written)) return problem(`${quoted(written)} contains a character that no file name can have.`);
  // One meaning on all systems: a path with backslashes would be a single name here and a chain of folders there.
  if (written.includes('\\') && !roots.some((root) => written.startsWith(root)))
    return problem(`${quoted(written)} contains a backslash; write "/" between folders.`);
  const inside = pathInProject(written, roots);
  if (inside === undefined) return problem(outsideMessage(written));
  if (isRepository(inside.relative) || isRepository(inside.normal)) return problem(forbiddenMessage(written));
  return success(inside.normal);
}

/** NUL, halves of surrogate pairs, and on Windows the colon of an alternate stream. */
const UNUSABLE = process.platform === 'win32' ? /[\0\p{Cs}]|(?<!^[A-Za-z]):/u : /[\0\p{Cs}]/u;

function isRepository(path: string): boolean {
  return path.split('/').some((name) => comparableName(name) === '.git');
}

export function forbiddenMessage(written: string): string {
  return `${quoted(written)} belongs to Witan or to the repository's internals and cannot be opened here.`;
}

function linkedOutMessage(written: string): string {
  return `${quoted(written)} leads out of the project through a link; only files inside the project can be used.`;
}

function problem(message: string): { readonly ok: false; readonly error: FileProblem } {
  return failure({ code: 'FORBIDDEN_PATH', message });
}
