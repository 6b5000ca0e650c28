import { errorCode } from './error-code.js';

/** Why the disk refused a write, and what to do about it; undefined for any other error. */
export function describeDiskError(error: unknown): string | undefined {
  return REASONS[errorCode(error) ?? ''];
}

const PERMISSION = 'permission denied; give yourself the right to write there';
const REASONS: Readonly<Record<string, string>> = {
  EACCES: PERMISSION,
  EPERM: PERMISSION,
  EROFS: 'the disk is read-only; make it writable',
  ENOSPC: 'the disk is full; free some space',
  ENOENT: 'its folder does not exist; create it',
  ENOTDIR: 'a part of its path is not a folder; name another path',
  EISDIR: 'it is a folder; name a file',
};
