import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../kernel/error-code.js';
import { openCheckedFile } from '../open-checked-file.js';
import { quoted } from '../read-path.js';
import { expectNoProblem, type FileProblemError, refuse } from './file-problem.js';
import type { PersonPaths } from './person-paths.js';
import { expectEditable, type FileContent, fileContent, MAX_FILE_BYTES } from './text-file.js';

/** A text file of the project. A link is followed as long as it stays inside. */
export async function readProjectFile(written: string, paths: PersonPaths): Promise<FileContent> {
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
