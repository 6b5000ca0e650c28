import type { Project } from './project.js';
import { printablePath } from './read-path.js';

export interface TreeLimits {
  readonly maxDepth: number;
  /** Files and folders that are shown; what is beyond is counted. */
  readonly maxFiles: number;
  /** A folder as `Project.locateFolder` gives it; the root by default. */
  readonly below?: string;
}

/**
 * The folders and files of a project, indented, folders first, ignored ones left out. If there is no space for all,
 * what lies near the top comes first and folders share what is left; what was cut is said. Empty when there is nothing.
 */
export async function renderFileTree(project: Project, limits: TreeLimits, signal: AbortSignal): Promise<string> {
  const { root, isCut } = await readTree(project, limits, signal);
  shareLines(root, limits);
  const lines = getLines(root, '');
  if (isCut) lines.push('(not everything was looked at: the project is large)');
  return lines.join('\n');
}

/** Far more than is shown, and few enough to read in a moment. */
const MAX_ENTRIES = 50_000;

interface Folder {
  readonly name: string;
  readonly folders: Folder[];
  readonly files: string[];
  /** The number of its folders and files, in this order, that are shown. */
  shown: number;
}

async function readTree(
  project: Project,
  { below = '', maxDepth }: TreeLimits,
  signal: AbortSignal,
): Promise<{ root: Folder; isCut: boolean }> {
  const root = emptyFolder('');
  const known = new Map<string, Folder>([[below, root]]);
  let entries = 0;
  // One level more than is shown tells which of the last folders have something in them.
  for await (const { path, kind } of project.walk({ below, maxDepth: maxDepth + 1, signal })) {
    entries++;
    if (entries > MAX_ENTRIES) return { root, isCut: true };
    const slash = path.lastIndexOf('/');
    const above = known.get(slash === -1 ? '' : path.slice(0, slash));
    const name = printablePath(path.slice(slash + 1));
    if (kind === 'folder') {
      const folder = emptyFolder(name);
      above?.folders.push(folder);
      known.set(path, folder);
    } else above?.files.push(kind === 'link' ? `${name} (link)` : name);
  }
  return { root, isCut: signal.aborted };
}

function emptyFolder(name: string): Folder {
  return { name, folders: [], files: [], shown: 0 };
}

/** Level by level; in a level every folder may use an equal part of what is left, and what it leaves goes to the next. */
function shareLines(root: Folder, { maxDepth, maxFiles }: TreeLimits): void {
  let left = maxFiles;
  let level = [root];
  for (let depth = 1; depth <= maxDepth && level.length > 0; depth++) {
    level.forEach((folder, index) => {
      const share = Math.ceil(left / (level.length - index));
      folder.shown = Math.min(share, folder.folders.length + folder.files.length);
      left -= folder.shown;
    });
    level = level.flatMap((folder) => folder.folders.slice(0, folder.shown));
  }
}

function getLines(folder: Folder, indent: string): string[] {
  const folders = folder.folders.slice(0, folder.shown);
  const files = folder.files.slice(0, folder.shown - folders.length);
  const lines = folders.flatMap((inner) => {
    const isClosed = inner.shown === 0 && inner.folders.length + inner.files.length > 0;
    return [`${indent}${inner.name}/${isClosed ? ' …' : ''}`, ...getLines(inner, `${indent}  `)];
  });
  lines.push(...files.map((file) => indent + file));
  const hidden = folder.folders.length + folder.files.length - folder.shown;
  if (hidden > 0 && folder.shown > 0) lines.push(`${indent}… (${hidden} more)`);
  return lines;
}
