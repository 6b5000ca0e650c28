import { realpath } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { plainLine } from '../../kernel/plain-text.js';
import { isInside } from '../../kernel/real-path.js';
import { UserError } from '../../kernel/user-error.js';

/**
 * Whether a recorded folder is the project that the caller has open, or is in it. A database can come with a project
 * from elsewhere: a verdict about another folder must not be shown as one about this project.
 */
export async function isInProject(folder: string, project: string): Promise<boolean> {
  const [real, realProject] = await Promise.all([getRealPath(folder), getRealPath(project)]);
  // Records have real paths. By its real path alone, `.` or `/proc/self/cwd` would be in every project.
  return isAbsolute(folder) && isInside(realProject, folder) && isInside(realProject, real);
}

/** Rejects with a conflict that says where the deliberation belongs. */
export async function expectInProject(id: string, folder: string, project: string): Promise<void> {
  if (await isInProject(folder, project)) return;
  throw new UserError(
    'conflict',
    `deliberation ${id} is about ${displayFolder(folder)}, which is outside ${await getRealPath(project)}; to use it, name its folder (--cwd, or working_directory)`,
  );
}

/** A folder name of a record, safe to print. */
export function displayFolder(folder: string): string {
  return plainLine(folder).slice(0, MAX_FOLDER_LENGTH);
}

const MAX_FOLDER_LENGTH = 300;

/** A folder that is gone is compared by its name. */
async function getRealPath(folder: string): Promise<string> {
  return realpath(folder).catch(() => resolve(folder));
}
