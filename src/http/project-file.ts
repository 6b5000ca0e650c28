import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** A file about one project in a folder that all projects of the user share. */
export function projectFile(folder: string, name: string, projectFolder: string): string {
  const hash = createHash('sha256').update(projectFolder).digest('hex').slice(0, 16);
  return join(folder, `${name}-${hash}.json`);
}
