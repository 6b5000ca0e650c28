import { lstat, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from '../../kernel/user-error.js';
import { readConfigText } from './read-config-text.js';

export interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

interface ProjectFolders {
  readonly projectFolder: string;
  readonly packageFolder?: string;
}

/** The project's own file: `.witan/config.yaml`, else a `config.yaml` that is ours. Undefined where there is none. */
export async function readProjectFile({
  projectFolder,
  packageFolder,
}: ProjectFolders): Promise<ProjectFile | undefined> {
  const own = join(projectFolder, '.witan', 'config.yaml');
  if (await isLink(dirname(own))) throw refuseLink(dirname(own), 'folder');
  const read = await readConfigText(own, { followsLink: false });
  if (read.kind === 'text') return { path: own, text: read.text };
  if (read.kind === 'link') throw refuseLink(own, 'regular file');
  if (read.kind === 'unreadable') throw new UserError('validation_error', `${own}: cannot be read: ${read.reason}`);
  const path = sharedPath(projectFolder);
  const shared = await readConfigText(path, { followsLink: false });
  // Many programs keep a config.yaml in the project: what does not look like ours is none of our business.
  if (shared.kind !== 'text' || !looksLikeOurs(shared.text)) return undefined;
  return (await isPackageFile(path, packageFolder)) ? undefined : { path, text: shared.text };
}

/** A line about a `config.yaml` that may be ours and was not read. */
export async function unreadConfigNotices(projectFolder: string): Promise<string[]> {
  const path = sharedPath(projectFolder);
  if (!(await isLink(path))) return [];
  return [
    `${path} is a link and was not read; if it is Witan's, replace it by a regular file or name it with --config`,
  ];
}

function sharedPath(projectFolder: string): string {
  return join(projectFolder, 'config.yaml');
}

/** A project that came from a stranger could make the program read any file of the user. */
function refuseLink(path: string, kind: string): UserError {
  return new UserError(
    'validation_error',
    `${path}: is a link, which is not followed out of a project; replace it by a ${kind}, or name the file with --config`,
  );
}

async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (facts) => facts.isSymbolicLink(),
    () => false,
  );
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
