import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { asResult } from '../../project/person/file-problem.js';
import { expectEditable, fileContent, MAX_FILE_BYTES } from '../../project/person/text-file.js';
import type { Project } from '../../project/project.js';

/** Files on the disk, as far as models may see them. */
export interface SavedFiles {
  /** Why a file may not be shown; null if it may, or if there is none. */
  refusal(path: string): Promise<string | null>;
  /** Null for a file that is missing, refused, large or binary. */
  read(path: string): Promise<string | null>;
}

/** For paths without links: a file is checked after it was opened, also by its other names. */
export function openSavedFiles(project: Pick<Project, 'root' | 'openFile' | 'refusal'>): SavedFiles {
  return {
    async refusal(path) {
      const refused = project.refusal(path, true);
      if (refused !== null) return refused;
      const opened = await project.openFile(path);
      if (!opened.ok) return (await isFile(join(project.root, path))) ? opened.error : null;
      await opened.value.close();
      return null;
    },
    async read(path) {
      const opened = await project.openFile(path);
      if (!opened.ok) return null;
      const file = opened.value;
      try {
        const text = await asResult(path, async () => {
          expectEditable(path, file.size);
          return fileContent(path, await file.read(MAX_FILE_BYTES)).content;
        });
        return text.ok ? text.value : null;
      } finally {
        await file.close();
      }
    },
  };
}

async function isFile(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined);
  return stats?.isFile() === true;
}
