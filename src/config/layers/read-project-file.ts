import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../kernel/user-error.js';
import { readConfigText } from './read-config-text.js';

export interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

interface ProjectPlaces {
  readonly projectFolder: string;
  readonly packageFolder?: string;
}

/** The project's own file: `.witan/config.yaml`, else a `config.yaml` that is ours. Undefined where there is none. */
export async function readProjectFile({
  projectFolder,
  packageFolder,
}: ProjectPlaces): Promise<ProjectFile | undefined> {
  const own = join(projectFolder, '.witan', 'config.yaml');
  const read = await readConfigText(own);
  if (read.kind === 'text') return { path: own, text: read.text };
  if (read.kind === 'unreadable') throw new UserError('validation_error', `${own}: cannot be read: ${read.reason}`);
  const path = join(projectFolder, 'config.yaml');
  const shared = await readConfigText(path);
  // Many programs keep a config.yaml in the project: what does not look like ours is none of our business.
  if (shared.kind !== 'text' || !looksLikeOurs(shared.text)) return undefined;
  return (await isPackageFile(path, packageFolder)) ? undefined : { path, text: shared.text };
}

/** Decided on the text, so that a mistake in a file of ours is reported instead of taken for another program's file. */
function looksLikeOurs(text: string): boolean {
  return /^["']?version["']?\s*:/m.test(text) && /^["']?(adapters|cli_tools)["']?\s*:/m.test(text);
}

/** Where the package is the project, its config.yaml is the weakest layer and not the project's. */
async function isPackageFile(path: string, packageFolder: string | undefined): Promise<boolean> {
  if (packageFolder === undefined) return false;
  const packageFile = await realpath(join(packageFolder, 'config.yaml')).catch(() => undefined);
  return packageFile !== undefined && packageFile === (await realpath(path).catch(() => path));
}
