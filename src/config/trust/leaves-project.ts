import { lstat, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, sep } from 'node:path';
import { isInside } from '../../kernel/real-path.js';

/**
 * Whether a folder that a project's file names lies outside the project, also by way of a link that came with it.
 * Hidden folders are left out: text that is written to .git or .claude can become commands there.
 */
export async function leavesProject(folder: unknown, projectFolder: string): Promise<boolean> {
  if (typeof folder !== 'string' || isAbsolute(folder) || folder.startsWith('~')) return true;
  const steps = normalize(folder)
    .split(sep)
    .filter((step) => step !== '' && step !== '.');
  if (steps.length === 0 || steps.some((step) => step.startsWith('.') && step !== '.witan')) return true;
  const project = await realpath(projectFolder).catch(() => projectFolder);
  return !isInside(project, await nearestReal(join(project, ...steps)));
}

/** The real path of the deepest part that exists: the rest will be made by us, as plain folders. */
async function nearestReal(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined || dirname(path) === path) return real ?? path;
  // A link to nowhere could get its target between this check and the first write.
  const isBrokenLink = await lstat(path).then(
    () => true,
    () => false,
  );
  return isBrokenLink ? sep : nearestReal(dirname(path));
}
