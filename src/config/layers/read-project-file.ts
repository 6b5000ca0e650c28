import { access, lstat, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from '../../kernel/user-error.js';
import { type ReadText, readConfigText, unreadableFile } from '../files/read-config-text.js';

export interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

interface ProjectFolders {
  readonly projectFolder: string;
  readonly packageFolder?: string;
}

/** The project's own file: `.witan/config.yaml`, else a `config.yaml` for Witan; undefined if there is none. */
export async function readProjectFile({
  projectFolder,
  packageFolder,
}: ProjectFolders): Promise<ProjectFile | undefined> {
  const own = join(projectFolder, '.witan', 'config.yaml');
  // Linked folders are not read; `unreadConfigNotices` reports them.
  const read: ReadText = (await isLink(dirname(own)))
    ? { kind: 'missing' }
    : await readConfigText(own, { followsLink: false });
  if (read.kind === 'text') return { path: own, text: read.text };
  if (read.kind === 'link') throw refuseLink(own);
  if (read.kind === 'unreadable') throw unreadableFile(own, read);
  const path = sharedPath(projectFolder);
  const shared = await readConfigText(path, { followsLink: false });
  // Many programs have a config.yaml in the project; other programs' files are ignored.
  if (shared.kind !== 'text' || !looksLikeOurs(shared.text)) return undefined;
  const file = { path, text: shared.text };
  return (await isPackageFile(file, packageFolder)) ? undefined : file;
}

interface UnreadContext {
  readonly projectFolder: string;
  /** The user's own file. */
  readonly userFile: string;
  /** Whether a file of the project was read. */
  readonly hasProjectFile: boolean;
}

/** Notices about a linked `.witan`, and about a linked `config.yaml` that was not read. */
export async function unreadConfigNotices(context: UnreadContext): Promise<string[]> {
  const notices = await linkedFolderNotices(context);
  const path = sharedPath(context.projectFolder);
  if (context.hasProjectFile || !(await isLink(path))) return notices;
  return [
    ...notices,
    `${path} is a link and was not read; if it is Witan's, replace it with a regular file or name it with --config`,
  ];
}

async function linkedFolderNotices({ projectFolder, userFile }: UnreadContext): Promise<string[]> {
  const folder = join(projectFolder, '.witan');
  if (!(await isLink(folder))) return [];
  const file = join(folder, 'config.yaml');
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  return exists
    ? [
        `${file} was not read, because ${folder} is a link; replace the link with a folder, or move the keys to ${userFile}`,
      ]
    : [];
}

function sharedPath(projectFolder: string): string {
  return join(projectFolder, 'config.yaml');
}

/** By a link, a hostile project could make the program read any file of the user. */
function refuseLink(path: string): UserError {
  return new UserError(
    'validation_error',
    `${path}: is a link, which is not followed out of a project; replace it with a regular file, or name the file with --config`,
  );
}

async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  );
}

/** Decided on the text, so that a Witan file with a mistake is reported, not ignored. */
function looksLikeOurs(text: string): boolean {
  return /^["']?version["']?\s*:/m.test(text) && /^["']?(adapters|cli_tools)["']?\s*:/m.test(text);
}

/**
 * The config.yaml of Witan's own source, or of another clone of it, is the weakest layer, not the project's. A file with
 * the text of the package's own changes nothing.
 */
async function isPackageFile({ path, text }: ProjectFile, packageFolder: string | undefined): Promise<boolean> {
  if (packageFolder === undefined) return false;
  const packageFile = join(packageFolder, 'config.yaml');
  const [real, own] = await Promise.all([packageFile, path].map((file) => realpath(file).catch(() => undefined)));
  if (real !== undefined && real === own) return true;
  const shipped = await readConfigText(packageFile);
  // Git may write other line ends into a clone.
  return shipped.kind === 'text' && withoutReturns(shipped.text) === withoutReturns(text);
}

function withoutReturns(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
