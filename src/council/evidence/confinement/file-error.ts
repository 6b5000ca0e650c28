import { quoted } from './path-text.js';

/** What the system said, as a sentence about the path that the participant wrote. */
export function fileError(error: unknown, written: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ELOOP':
      return nothingThere(written);
    case 'EACCES':
    case 'EPERM':
      return `${quoted(written)} may not be read by this program.`;
    case 'ENAMETOOLONG':
      return `${quoted(written)} has a name that is too long for this system.`;
    case 'ENXIO':
    case 'ENODEV':
      return notRegular(written);
    default:
      return `${quoted(written)} cannot be read (${code}).`;
  }
}

/** One sentence for both cases, so that a link tells nothing about what exists outside. */
export function nothingThere(written: string): string {
  return `There is no ${quoted(written)} in the project (links that lead out of it are not followed).`;
}

export function notRegular(written: string): string {
  return `${quoted(written)} is not a regular file.`;
}
