import { join } from 'node:path';
import { z } from 'zod';
import { ownFolderPath } from '../../kernel/real-path.js';
import { personFolder } from '../../kernel/state-folder.js';
import type { NormalizeContext } from './normalize-context.js';
import { type ProjectRule, setting } from './setting.js';

const folder = (fallback: string, expects: string, project: ProjectRule) =>
  setting(
    z
      .string()
      .min(1)
      .refine((path) => !path.includes('\0'))
      .default(fallback),
    { expects, project },
  );

export const storageSchema = z.strictObject({
  // What is in a project may come from anywhere, so no project says where its memory is.
  data_dir: folder('auto', 'auto, or the path of a folder outside the project', 'never'),
  transcripts_dir: folder('transcripts', 'the path of a folder', 'inside-project'),
  journal_dir: folder('.claude/journal', 'the path of a folder', 'inside-project'),
});

export type StorageSettings = ReturnType<typeof normalizeStorage>;

/** All folders are absolute. */
export function normalizeStorage(
  storage: z.output<typeof storageSchema>,
  { projectFolder, environment, expandHome }: NormalizeContext,
) {
  const chosenFolder =
    storage.data_dir === 'auto' ? undefined : ownFolderPath(projectFolder, expandHome(storage.data_dir));
  return {
    /** The folder for everything that is remembered, if the user chose one. */
    chosenFolder,
    /** The folder that contains it, of this project and of others. */
    memoriesFolder: chosenFolder ?? defaultFolder(expandHome('~'), environment) ?? join(projectFolder, '.witan'),
    transcriptsFolder: ownFolderPath(projectFolder, expandHome(storage.transcripts_dir)),
    journalFolder: ownFolderPath(projectFolder, expandHome(storage.journal_dir)),
  };
}

/** Undefined for a user without a home folder, for whom nothing is remembered. */
function defaultFolder(homeFolder: string, environment: NormalizeContext['environment']): string | undefined {
  try {
    return join(personFolder(homeFolder, environment), 'projects');
  } catch {
    return undefined;
  }
}
