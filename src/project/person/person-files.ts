import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../kernel/error-code.js';
import { type Result, success } from '../../kernel/result.js';
import { openCheckedFile } from '../open-checked-file.js';
import { quoted } from '../read-path.js';
import { createProjectFolder, type Renamed, renameEntry } from './change-entries.js';
import { asResult, expectNoProblem, type FileProblem, type FileProblemError, refuse } from './file-problem.js';
import { moveBack, moveOut } from './move-entry.js';
import { createPersonPaths, type PersonPaths, type PersonRules } from './person-paths.js';
import { type ProjectTree, readProjectTree } from './project-tree.js';
import { expectEditable, type FileContent, fileContent, MAX_FILE_BYTES } from './text-file.js';
import { type FileWatcher, type WatchOptions, watchProject } from './watch-files.js';
import { type FileEdit, type WrittenFile, writeProjectFile } from './write-file.js';

/**
 * The project as the person may see and change it: everything in it except Witan's own folders and `.git`. Nothing is
 * denied because of its name: the person may edit `.env`. Paths are relative to the root, with `/`.
 */
export interface PersonFiles {
  /** The real path of the project. */
  readonly root: string;
  /** The one path that a file is known by, whatever links or spelling lead to it; it need not exist. */
  locate(path: string): Result<string, FileProblem>;
  readFile(path: string): Promise<Result<FileContent, FileProblem>>;
  /** Only for the person: no tool of a model may reach it. */
  writeFile(edit: FileEdit): Promise<Result<WrittenFile, FileProblem>>;
  createFolder(path: string): Promise<Result<string, FileProblem>>;
  rename(path: string, newPath: string): Promise<Result<Renamed, FileProblem>>;
  /** Moves a file or folder to a free path outside the project; `moveBack` brings it back. */
  moveOut(path: string, target: string): Promise<Result<string, FileProblem>>;
  moveBack(source: string, path: string): Promise<Result<string, FileProblem>>;
  getProjectTree(): Promise<ProjectTree>;
  watch(options: WatchOptions): FileWatcher;
}

/** The person's view of a project, or why the folder cannot be one. */
export async function openPersonFiles(folder: string, rules: PersonRules): Promise<Result<PersonFiles, string>> {
  const created = await createPersonPaths(folder, rules);
  if (!created.ok) return created;
  const paths = created.value;
  return success({
    root: paths.allowed.root,
    locate: (path) => paths.locate(path),
    readFile: (path) => asResult(path, () => readProjectFile(path, paths)),
    writeFile: (edit) => asResult(edit.path, () => writeProjectFile(edit, paths)),
    createFolder: (path) => asResult(path, () => createProjectFolder(path, paths)),
    rename: (path, newPath) => asResult(path, () => renameEntry(path, newPath, paths)),
    moveOut: (path, target) => asResult(path, () => moveOut(path, target, paths)),
    moveBack: (source, path) => asResult(path, () => moveBack(source, path, paths)),
    getProjectTree: () => readProjectTree(paths),
    watch: (options) => watchProject(paths, options),
  });
}

/** A text file of the project. A link is followed as long as it stays inside. */
async function readProjectFile(written: string, paths: PersonPaths): Promise<FileContent> {
  const relative = expectNoProblem(paths.read(written));
  const opened = await openCheckedFile(relative, written, paths.allowed);
  if (!opened.ok) throw await explainRefusal(written, relative, paths);
  const file = opened.value;
  try {
    expectEditable(file.path, file.size);
    return fileContent(file.path, await file.read(MAX_FILE_BYTES));
  } finally {
    await file.close();
  }
}

async function explainRefusal(written: string, relative: string, paths: PersonPaths): Promise<FileProblemError> {
  try {
    // Throws for what leads out, or to a folder of Witan.
    expectNoProblem(paths.locate(written));
    const found = await lstat(join(paths.allowed.root, relative));
    if (found.isDirectory()) return refuse('NOT_FOUND', `${quoted(written)} is a folder.`);
    if (found.isFile()) return refuse('FORBIDDEN_PATH', `${quoted(written)} may not be read by this program.`);
    if (!found.isSymbolicLink()) return refuse('FORBIDDEN_PATH', `${quoted(written)} is not a regular file.`);
  } catch (error) {
    if (errorCode(error) === undefined) return error as FileProblemError;
    if (errorCode(error) === 'ENAMETOOLONG')
      return refuse('FORBIDDEN_PATH', `${quoted(written)} has a name that is too long for this disk.`);
  }
  return refuse('NOT_FOUND', `There is no ${quoted(written)} in the project.`);
}
