import { z } from 'zod';
import { ownFolderPath } from '../../kernel/real-path.js';
import type { NormalizeContext } from './normalize-context.js';
import { setting } from './setting.js';

const folder = (fallback: string) =>
  setting(
    z
      .string()
      .min(1)
      .refine((path) => !path.includes('\0'))
      .default(fallback),
    { expects: 'the path of a folder', project: 'inside-project' },
  );

export const storageSchema = z.strictObject({
  data_dir: folder('.witan'),
  transcripts_dir: folder('transcripts'),
  journal_dir: folder('.claude/journal'),
});

export type StorageSettings = ReturnType<typeof normalizeStorage>;

/** All folders are absolute. */
export function normalizeStorage(
  storage: z.output<typeof storageSchema>,
  { projectFolder, expandHome }: NormalizeContext,
) {
  return {
    dataFolder: ownFolderPath(projectFolder, expandHome(storage.data_dir)),
    transcriptsFolder: ownFolderPath(projectFolder, expandHome(storage.transcripts_dir)),
    journalFolder: ownFolderPath(projectFolder, expandHome(storage.journal_dir)),
  };
}
