import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, readSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { hashText } from '../kernel/hash-text.js';
import { parseRecord } from '../kernel/parse-json.js';
import { isInside, realPathOf } from '../kernel/real-path.js';
import { personFolder } from '../kernel/state-folder.js';

// Everything that Witan remembers about a project is in `$XDG_DATA_HOME/witan/projects/<id>`, where no clone can bring
// anything. This file only looks; `make-project-memory.ts` writes. Hooks load it: built-in modules only.

/** A project, as its memory is found. */
export interface LocatedProject {
  /** Real path. */
  readonly folder: string;
  /** All worktrees of a repository share this folder, and a clone never brings it. Undefined without git. */
  readonly commonDir: CommonDir | undefined;
  /** The folder with the memories of all projects. */
  readonly memories: string;
}

interface CommonDir {
  readonly path: string;
  readonly device: string;
  readonly inode: string;
}

/** What a memory says about its project, in `project.json`. */
export interface MemoryRecord {
  /** Real path of the common directory of git, or of the project where there is none. */
  readonly path: string;
  readonly device?: string;
  readonly inode?: string;
  /** Project folders that this one was before it was moved. */
  readonly former: readonly string[];
}

export type FoundMemory =
  | { readonly kind: 'known'; readonly id: string; readonly folder: string; readonly record: MemoryRecord }
  /** `unused`: an id that has no memory here yet. `copyOf`: the id and path of the project that this one was copied from. */
  | {
      readonly kind: 'new';
      readonly unused?: string | undefined;
      readonly copyOf?: { readonly id: string; readonly path: string } | undefined;
    };

export interface MemoryContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
}

/** The folder with what is remembered about a project; undefined while nothing is. Never writes. */
export function findMemoryFolder(projectFolder: string, context: MemoryContext): string | undefined {
  try {
    const project = locateProject(projectFolder, context);
    if (isInside(project.folder, project.memories)) return undefined;
    const found = findMemory(project);
    return found.kind === 'known' ? found.folder : undefined;
  } catch {
    // Without a home folder, or where a folder cannot be read, nothing is remembered.
    return undefined;
  }
}

export function locateProject(projectFolder: string, { environment, homeFolder }: MemoryContext): LocatedProject {
  const folder = realPathOf(projectFolder);
  const commonDir = findCommonDir(folder);
  return { folder, commonDir, memories: join(personFolder(homeFolder, environment), 'projects') };
}

/**
 * By the id in the common directory of git, otherwise by path. An id counts only for the directory that it was made for,
 * wherever that was moved since: a copy and an unpacked archive bring the id too, and get a memory of their own.
 */
export function findMemory(project: LocatedProject): FoundMemory {
  const id = project.commonDir === undefined ? undefined : readId(project.commonDir.path);
  const marked = id === undefined ? undefined : readRecord(project, id);
  if (id !== undefined && marked !== undefined && belongsTo(marked, project)) return known(project, id, marked);
  const byPath = pathId(project);
  const record = readRecord(project, byPath);
  if (record !== undefined && belongsTo(record, project)) return known(project, byPath, record);
  if (id === undefined) return { kind: 'new' };
  return marked === undefined
    ? { kind: 'new', unused: id }
    : { kind: 'new', copyOf: { id, path: projectIn(marked.path) } };
}

function known(project: LocatedProject, id: string, record: MemoryRecord): FoundMemory {
  return { kind: 'known', id, folder: join(project.memories, id), record };
}

/** The same id at the same path was restored from a backup; elsewhere it was moved only if it is the same directory. */
function belongsTo(record: MemoryRecord, { folder, commonDir }: LocatedProject): boolean {
  if (commonDir === undefined || record.inode === undefined) return projectIn(record.path) === folder;
  return record.path === commonDir.path || (record.inode === commonDir.inode && record.device === commonDir.device);
}

/** The project of a recorded path. */
export function projectIn(path: string): string {
  return basename(path) === '.git' ? dirname(path) : path;
}

/** For code that needs a path while there is no memory: no folder of this name can be made. */
export const NO_MEMORY = '/dev/null/witan';

export const ID_FILE = 'witan-project';
export const RECORD_FILE = 'project.json';

/** For a project without git, and for one whose git folder cannot be written. */
export function pathId({ folder }: LocatedProject): string {
  const name = folder.replace(/[^A-Za-z0-9]+/g, '-').slice(-60);
  return `path${name.startsWith('-') ? '' : '-'}${name}-${hashText(folder).toString(16).padStart(8, '0')}`;
}

export function readId(commonDir: string): string | undefined {
  const id = readSmallFile(join(commonDir, ID_FILE))?.trim();
  // It becomes the name of a folder, and an archive may bring any text.
  return id !== undefined && /^[A-Za-z0-9-]{8,100}$/.test(id) ? id : undefined;
}

export function readRecord({ memories }: Pick<LocatedProject, 'memories'>, id: string): MemoryRecord | undefined {
  const text = readSmallFile(join(memories, id, RECORD_FILE));
  const stored = text === undefined ? undefined : parseRecord(text);
  if (typeof stored?.path !== 'string') return undefined;
  const { path, device, inode, former } = stored;
  return {
    path,
    ...(typeof device === 'string' && typeof inode === 'string' && { device, inode }),
    former: Array.isArray(former) ? former.filter((each) => typeof each === 'string') : [],
  };
}

/** Follows the files of git and never runs it. Only a project folder that is the root of a worktree has one. */
function findCommonDir(folder: string): CommonDir | undefined {
  const git = join(folder, '.git');
  const found = lstatSync(git, { throwIfNoEntry: false });
  const path = found?.isDirectory() ? git : found?.isFile() ? commonDirOfWorktree(git) : undefined;
  const facts = path === undefined ? undefined : statSync(path, { bigint: true, throwIfNoEntry: false });
  if (path === undefined || !facts?.isDirectory()) return undefined;
  return { path, device: String(facts.dev), inode: String(facts.ino) };
}

/**
 * A `.git` file may have come with an archive and name any repository of this user: it counts only if that repository
 * names this worktree, and if all of it is this user's.
 */
function commonDirOfWorktree(gitFile: string): string | undefined {
  const [, named] = /^gitdir: (.+)$/m.exec(readSmallFile(gitFile) ?? '') ?? [];
  if (named === undefined) return undefined;
  const gitDir = realPathOf(resolve(dirname(gitFile), named.trim()));
  const back = readSmallFile(join(gitDir, 'gitdir'))?.trim();
  const common = readSmallFile(join(gitDir, 'commondir'))?.trim();
  if (back === undefined || common === undefined) return undefined;
  if (realPathOf(isAbsolute(back) ? back : resolve(gitDir, back)) !== gitFile) return undefined;
  const commonDir = realPathOf(resolve(gitDir, common));
  const isPart = dirname(gitDir) === join(commonDir, 'worktrees');
  return isPart && [gitFile, gitDir, commonDir].every(isOurs) ? commonDir : undefined;
}

function isOurs(path: string): boolean {
  return process.getuid === undefined || lstatSync(path, { throwIfNoEntry: false })?.uid === process.getuid();
}

const { O_RDONLY } = constants;
// Windows has neither of these.
const SAFE = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const MAX_BYTES = 16_384;

/** A pipe or a link under this name is no file: nothing is waited for. */
function readSmallFile(path: string): string | undefined {
  // A quick look first: an error costs more than a hook should pay for a project without git.
  if (!existsSync(path)) return undefined;
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, O_RDONLY | SAFE);
    if (!fstatSync(descriptor).isFile()) return undefined;
    const buffer = Buffer.allocUnsafe(MAX_BYTES);
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, MAX_BYTES, 0));
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
