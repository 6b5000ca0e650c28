import { realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** The real path, also of what does not exist yet: then that of the nearest folder above, and the rest as written. */
export async function realPathOf(path: string): Promise<string> {
  const absolute = resolve(path);
  let existing = absolute;
  for (;;) {
    try {
      return join(await realpath(existing), absolute.slice(existing.length));
    } catch {
      const above = dirname(existing);
      if (above === existing) return absolute;
      existing = above;
    }
  }
}
