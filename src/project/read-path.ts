import { posix, sep } from 'node:path';
import { cutText } from '../kernel/cut-text.js';
import { errorCode } from '../kernel/error-code.js';
import { failure, type Result, success } from '../kernel/result.js';
import type { DenyList } from './deny-list.js';

/**
 * Converts a participant's path to one relative to the root ('' is the root itself). Checked by its text alone: what it
 * leads to on the disk is checked after opening.
 */
export function readPath(written: string, roots: readonly string[], isDenied: DenyList): Result<string, string> {
  if (written.length > MAX_PATH_LENGTH) return failure(`A path may have at most ${MAX_PATH_LENGTH} characters.`);
  if (hasInvisibleCharacters(written))
    return failure(`The path ${quoted(written)} contains control or invisible characters; such paths are not opened.`);
  const inside = pathInProject(written, roots);
  if (inside === undefined) return failure(outsideMessage(written));
  // As written too: "x/../.env" and ".env/../x" are both attempts at what is denied.
  if (isDenied(inside.relative) || isDenied(inside.normal)) return failure(deniedMessage(written));
  return success(inside.normal);
}

/** Relative to the root: as it was written, and in its shortest form ('' is the root). Undefined if it leads out. */
export function pathInProject(
  written: string,
  roots: readonly string[],
): { readonly relative: string; readonly normal: string } | undefined {
  const relative = withoutRoot(sep === '\\' ? written.replaceAll('\\', '/') : written, roots);
  if (relative === undefined) return undefined;
  const normal = posix.normalize(relative === '' ? '.' : relative).replace(/\/+$/, '');
  if (normal === '..' || normal.startsWith('../')) return undefined;
  return { relative, normal: normal === '.' ? '' : normal };
}

export function outsideMessage(path: string): string {
  return `${quoted(path)} is outside the project; give a path relative to the project's folder.`;
}

export function deniedMessage(path: string): string {
  return `${quoted(path)} may hold secrets and is not shown to models.`;
}

export function quoted(path: string): string {
  return `"${printablePath(path)}"`;
}

export const MAX_PATH_LENGTH = 4096;

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

/** Turns an error of the system into a sentence about the path that the participant wrote. */
export function readErrorMessage(error: unknown, written: string): string {
  const code = errorCode(error) ?? 'unknown';
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ELOOP':
      return notFoundMessage(written);
    case 'EACCES':
    case 'EPERM':
      return `${quoted(written)} may not be read by this program.`;
    case 'ENAMETOOLONG':
      return `${quoted(written)} has a name that is too long for this system.`;
    case 'ENXIO':
    case 'ENODEV':
      return notRegularMessage(written);
    default:
      return `${quoted(written)} cannot be read (${code}).`;
  }
}

/** One sentence for both cases, so that a link tells nothing about what exists outside. */
export function notFoundMessage(written: string): string {
  return `There is no ${quoted(written)} in the project (links that lead out of it are not followed).`;
}

export function notRegularMessage(written: string): string {
  return `${quoted(written)} is not a regular file.`;
}

/** A path of the disk or of a participant, safe to print: what would move the cursor or hide itself is written out. */
export function printablePath(path: string): string {
  const shown = cutText(path, MAX_SHOWN_LENGTH);
  return shown.replace(INVISIBLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Checks whether a path contains characters that no reader can see; such a path is never opened. */
function hasInvisibleCharacters(path: string): boolean {
  INVISIBLE.lastIndex = 0;
  return INVISIBLE.test(path);
}

const MAX_SHOWN_LENGTH = 300;
/** Controls, format characters (direction marks among them), separators of lines, lone surrogates, empty letters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
