import { posix } from 'node:path';
import { failure, type Result, success } from '../../../kernel/result.js';
import { printablePath } from '../confinement/printable-path.js';
import type { Entry, Project } from '../confinement/project.js';

/** What stands at a path that a participant wrote, as its folder lists it: a link is a link and is not followed. */
export async function locateEntry(project: Project, written: string): Promise<Result<Entry, string>> {
  const refusal = project.refusal(written);
  if (refusal !== null) return failure(refusal);
  const normal = posix.normalize(written === '' ? '.' : written);
  const trimmed = normal.length > 1 ? normal.replace(/\/+$/, '') : normal;
  if (trimmed === '.' || trimmed === project.root) return success({ path: '', kind: 'folder' });
  const siblings = await project.listFolder(posix.dirname(trimmed));
  if (!siblings.ok) return siblings;
  const name = posix.basename(trimmed);
  const entry = siblings.value.find(({ path }) => posix.basename(path) === name);
  return entry === undefined ? failure(`There is no "${printablePath(written)}" in the project.`) : success(entry);
}
