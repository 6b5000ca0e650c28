import { posix, sep } from 'node:path';
import { failure, type Result, success } from '../../../kernel/result.js';
import type { DenyList } from './deny-list.js';
import { hasInvisibleCharacters, printablePath } from './printable-path.js';

/**
 * What a participant wrote, as a path relative to the root ('' is the root itself). Judged by its text alone: what it
 * leads to on the disk is checked after opening.
 */
export function readPath(written: string, roots: readonly string[], isDenied: DenyList): Result<string, string> {
  if (written.length > LONGEST_PATH) return failure(`A path may have at most ${LONGEST_PATH} characters.`);
  if (hasInvisibleCharacters(written))
    return failure(`The path ${quoted(written)} holds control or invisible characters; such paths are not opened.`);
  const path = sep === '\\' ? written.replaceAll('\\', '/') : written;
  const relative = withoutRoot(path, roots);
  if (relative === undefined)
    return failure(`${quoted(written)} is outside the project; give a path relative to the project's folder.`);
  const normal = posix.normalize(relative === '' ? '.' : relative).replace(/\/+$/, '');
  if (normal === '..' || normal.startsWith('../'))
    return failure(`${quoted(written)} is outside the project; give a path relative to the project's folder.`);
  // As written too: "x/../.env" and ".env/../x" are both attempts at what is denied.
  if (isDenied(relative) || isDenied(normal)) return failure(deniedSentence(written));
  return success(normal === '.' ? '' : normal);
}

export function deniedSentence(path: string): string {
  return `${quoted(path)} may hold secrets and is not shown to participants.`;
}

export function quoted(path: string): string {
  return `"${printablePath(path)}"`;
}

const LONGEST_PATH = 4096;

/** An absolute path counts only inside the project, which may be named by its real path or as the user wrote it. */
function withoutRoot(path: string, roots: readonly string[]): string | undefined {
  const isAbsolute = path.startsWith('/') || (sep === '\\' && /^[A-Za-z]:/.test(path));
  if (!isAbsolute) return path;
  const normal = posix.normalize(path);
  for (const root of roots) {
    const base = sep === '\\' ? root.replaceAll('\\', '/') : root;
    if (normal === base || normal === `${base}/`) return '';
    if (normal.startsWith(`${base}/`)) return normal.slice(base.length + 1);
  }
  return undefined;
}
