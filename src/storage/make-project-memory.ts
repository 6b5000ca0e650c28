import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeDiskError } from '../kernel/disk-error.js';
import { errorCode } from '../kernel/error-code.js';
import { isInside, realPathOf } from '../kernel/real-path.js';
import { UserError } from '../kernel/user-error.js';
import { makeOwnFolder } from './own-files/own-folder.js';
import { writeOwnFileSync } from './own-files/write-own-file.js';
import {
  type FoundMemory,
  findMemory,
  ID_FILE,
  type LocatedProject,
  locateProject,
  type MemoryContext,
  type MemoryRecord,
  pathId,
  projectIn,
  RECORD_FILE,
  readId,
  readRecord,
} from './project-memory.js';

export interface MemoryOptions extends MemoryContext {
  /** The folder that the user's own configuration names instead. */
  readonly chosenFolder?: string | undefined;
}

/** What Witan remembers about one project, outside of that project. */
export interface ProjectMemory {
  /** Its folder; undefined while there is none. Writes nothing. */
  find(): string | undefined;
  /** Its folder, made if need be. Throws a `UserError` where that is not possible. */
  make(): string;
  /** The folders in which this project was before it was moved. */
  former(): readonly string[];
  /** A line about the project that this one was copied from; undefined if it was not, or has a memory of its own. */
  describeCopy(): string | undefined;
}

export function openProjectMemory(projectFolder: string, options: MemoryOptions): ProjectMemory {
  let made: string | undefined;
  const { chosenFolder } = options;
  const isThere = (folder: string | undefined) => folder !== undefined && existsSync(folder);
  const isInProject = (folder: string) => isInside(realPathOf(projectFolder), realPathOf(folder));
  const look = (): FoundMemory => {
    try {
      const project = locateProject(projectFolder, options);
      return isInside(project.folder, project.memories) ? { kind: 'new' } : findMemory(project);
    } catch {
      return { kind: 'new' };
    }
  };
  return {
    find() {
      if (isThere(made)) return made;
      if (chosenFolder !== undefined)
        return isThere(chosenFolder) && !isInProject(chosenFolder) ? chosenFolder : undefined;
      const found = look();
      return found.kind === 'known' ? found.folder : undefined;
    },
    make() {
      if (made !== undefined && existsSync(made)) return made;
      made = makeMemory(projectFolder, options);
      return made;
    },
    former() {
      const found = chosenFolder === undefined ? look() : undefined;
      // A worktree was not moved with the folder of its repository.
      const isMoved = found?.kind === 'known' && projectIn(found.record.path) === realPathOf(projectFolder);
      return isMoved ? found.record.former : [];
    },
    describeCopy() {
      const found = chosenFolder === undefined ? look() : undefined;
      if (found?.kind !== 'new' || found.copyOf === undefined) return undefined;
      const { path } = found.copyOf;
      const command = `witan project use ${/\s/.test(path) ? JSON.stringify(path) : path}`;
      return `this folder is a copy of ${path} and starts with a memory of its own; \`${command}\` takes over the memory of that folder`;
    },
  };
}

function makeMemory(projectFolder: string, options: MemoryOptions): string {
  const { chosenFolder } = options;
  const project = locateProject(projectFolder, options);
  try {
    expectOutside(project, chosenFolder ?? project.memories);
    if (chosenFolder !== undefined) {
      makeOwnFolder(chosenFolder);
      return chosenFolder;
    }
    return settle(project, findMemory(project));
  } catch (error) {
    const reason = describeDiskError(error);
    if (reason === undefined) throw error;
    throw new UserError(
      'internal_error',
      `nothing can be remembered: ${chosenFolder ?? project.memories} cannot be written (${reason}), or set XDG_DATA_HOME to another folder`,
    );
  }
}

function expectOutside({ folder }: LocatedProject, memory: string): void {
  if (!isInside(folder, realPathOf(memory))) return;
  throw new UserError(
    'conflict',
    `nothing can be remembered: the data folder ${memory} is inside this project, and what is in a project may come from anywhere; ` +
      'set storage.data_dir to auto or XDG_DATA_HOME to a folder outside',
  );
}

/** The folder of the memory. It has its record before it is used. */
function settle(project: LocatedProject, found: FoundMemory): string {
  if (found.kind === 'known') {
    // After `git init` a memory by path stays, and can move from then on.
    if (project.commonDir !== undefined && readId(project.commonDir.path) === undefined)
      keepId(project.commonDir.path, found.id);
    writeRecord(project, found.id, found.record);
    return found.folder;
  }
  const id = newId(project, found);
  makeOwnFolder(join(project.memories, id));
  writeRecord(project, id);
  return join(project.memories, id);
}

function newId({ commonDir, ...project }: LocatedProject, found: Extract<FoundMemory, { kind: 'new' }>): string {
  if (commonDir === undefined) return pathId({ ...project, commonDir });
  if (found.unused !== undefined) return found.unused;
  const { copyOf } = found;
  try {
    if (copyOf === undefined) return claimId(commonDir.path, randomBytes(16).toString('hex'));
    // The same for two processes that come at once: one file replaces the other, and both say the same.
    const id = createHash('sha256').update(`${copyOf.id} ${commonDir.device} ${commonDir.inode}`).digest('hex');
    replaceId(commonDir.path, id.slice(0, 32));
    return id.slice(0, 32);
  } catch (error) {
    if (!UNWRITABLE.has(errorCode(error) ?? '')) throw error;
    return pathId({ ...project, commonDir });
  }
}

/** Where the folder cannot be written, the path still leads to the memory. */
function keepId(commonDir: string, id: string): void {
  try {
    claimId(commonDir, id);
  } catch (error) {
    if (!UNWRITABLE.has(errorCode(error) ?? '')) throw error;
  }
}

const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT']);

/** The id that the folder has afterwards: of several processes, the first one's. */
function claimId(commonDir: string, id: string): string {
  const draft = writeId(commonDir, id);
  try {
    linkSync(draft, join(commonDir, ID_FILE));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') renameSync(draft, join(commonDir, ID_FILE));
    else if (readId(commonDir) === undefined) renameSync(draft, join(commonDir, ID_FILE));
  } finally {
    rmSync(draft, { force: true });
  }
  return readId(commonDir) ?? id;
}

function replaceId(commonDir: string, id: string): void {
  renameSync(writeId(commonDir, id), join(commonDir, ID_FILE));
}

/** Readable for others: two users of one repository have two data folders. */
function writeId(commonDir: string, id: string): string {
  const draft = join(commonDir, `.${ID_FILE}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
  writeFileSync(draft, `${id}\n`, { flag: 'wx' });
  chmodSync(draft, 0o644);
  return draft;
}

function writeRecord(project: LocatedProject, id: string, before?: MemoryRecord): void {
  const { folder, commonDir, memories } = project;
  const { path, ...identity } = commonDir ?? { path: folder };
  const isMoved = before !== undefined && projectIn(before.path) !== projectIn(path);
  const former = [...(before?.former ?? []), ...(isMoved ? [projectIn(before.path)] : [])];
  const record: MemoryRecord = { path, ...identity, former: former.filter((each) => each !== projectIn(path)) };
  const isSame = before !== undefined && JSON.stringify(record) === JSON.stringify(before);
  if (!isSame) writeOwnFileSync(join(memories, id, RECORD_FILE), `${JSON.stringify(record)}\n`);
}

export interface TakenOver {
  readonly folder: string;
  /** What this project remembered before; it stays there. Undefined if that was nothing. */
  readonly replaced: string | undefined;
}

/** Makes the memory of another folder, which may be gone, the memory of this one. */
export function takeOverMemory(projectFolder: string, source: string, context: MemoryContext): TakenOver {
  const project = locateProject(projectFolder, context);
  const from = findMemoryOf(realPathOf(source), context);
  if (from === undefined) {
    throw new UserError('not_found', `nothing is remembered about ${source}; \`witan project\` there shows what is`);
  }
  const own = findMemory(project);
  if (own.kind === 'known' && own.id === from.id) {
    throw new UserError('conflict', `this project uses the memory of ${source} already`);
  }
  const id = own.kind === 'known' ? own.id : newId(project, own);
  const folder = join(project.memories, id);
  const aside = existsSync(folder) ? join(project.memories, `replaced-${randomBytes(8).toString('hex')}`) : undefined;
  if (aside !== undefined) renameSync(folder, aside);
  renameSync(join(project.memories, from.id), folder);
  writeRecord(project, id, from.record);
  return { folder, replaced: aside };
}

/** Of a folder that is there, or of one that was there when it was last used. */
function findMemoryOf(folder: string, context: MemoryContext) {
  const project = locateProject(folder, context);
  const found = findMemory(project);
  if (found.kind === 'known') return found;
  for (const id of existsSync(project.memories) ? readdirSync(project.memories) : []) {
    const record = readRecord(project, id);
    if (record !== undefined && projectIn(record.path) === folder) return { id, record };
  }
  return undefined;
}

/** Removes the memory and the id in the git folder. Returns the folder; undefined if nothing was remembered. */
export function deleteMemory(projectFolder: string, context: MemoryContext): string | undefined {
  const project = locateProject(projectFolder, context);
  const found = findMemory(project);
  if (found.kind !== 'known') return undefined;
  rmSync(found.folder, { recursive: true, force: true });
  if (project.commonDir !== undefined && readId(project.commonDir.path) === found.id) {
    try {
      rmSync(join(project.commonDir.path, ID_FILE), { force: true });
    } catch {
      // Another user's: it names no memory of this one any more.
    }
  }
  return found.folder;
}
