import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LearnedValue, ProjectFolders } from '../guidance/index.js';
import { NO_MEMORY } from '../storage/project-memory.js';
import type { Program, ProgramOptions } from './program.js';

interface KnowledgeContext extends Pick<Program, 'settings' | 'projectFolder' | 'redactor' | 'memory'> {
  readonly options: Pick<ProgramOptions, 'environment'>;
}

/** Process knowledge of a project, and what its hooks need of the program. */
export function openKnowledge(context: KnowledgeContext) {
  const { settings, projectFolder, redactor, memory } = context;
  const { journalFolder } = settings.storage;
  const folders: ProjectFolders = {
    projectFolder,
    hookSettings: { ...settings.guidance, journalFolder },
    get dataFolder() {
      return memory.find() ?? NO_MEMORY;
    },
    makeDataFolder: () => memory.make(),
  };
  const parts: Pick<Program, 'knowledge' | 'shareSettings'> = {
    async knowledge() {
      const { createKnowledge } = await import('../guidance/index.js');
      return createKnowledge({ folders, embed, redact: (text) => redactor.redactNow(text) });
    },
    async shareSettings() {
      if (!existsSync(join(projectFolder, '.claude', 'graphs')) && memory.find() === undefined) return;
      const { updateHookIndex } = await import('../guidance/index.js');
      updateHookIndex(folders);
    },
  };
  return {
    ...parts,
    /** Hands on the values that hooks show when a session starts. */
    storeValues: async (readValues: () => Promise<readonly LearnedValue[]>): Promise<void> => {
      const { storeLearnedValues } = await import('../guidance/index.js');
      await storeLearnedValues(folders.dataFolder, readValues);
    },
  };
}

/** The builtin model: it needs no other program, and what it proposes is the same everywhere. */
async function embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
  const { createBuiltinEmbedding } = await import('../semantics/embedding/builtin-embedding.js');
  return (await createBuiltinEmbedding()).embed(texts);
}
