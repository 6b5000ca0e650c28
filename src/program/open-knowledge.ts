import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { configFolder } from '../config/index.js';
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
    get dataFolder() {
      return memory.find() ?? NO_MEMORY;
    },
    makeDataFolder: () => memory.make(),
  };
  const hookSettings = { settings: { ...settings.guidance, journalFolder }, files: listConfigFiles(context) };
  const parts: Pick<Program, 'knowledge' | 'shareSettings'> = {
    async knowledge() {
      const { createKnowledge } = await import('../guidance/index.js');
      return createKnowledge({ folders, hookSettings, embed, redact: (text) => redactor.redactNow(text) });
    },
    async shareSettings() {
      if (!existsSync(join(projectFolder, '.claude', 'graphs')) && memory.find() === undefined) return;
      const { rebuildHookIndex } = await import('../guidance/index.js');
      rebuildHookIndex(folders, hookSettings);
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

/** The files that were read, and those that would count if they existed. */
function listConfigFiles({ settings, projectFolder, options }: KnowledgeContext): string[] {
  const read = settings.sources.filter(({ layer }) => layer !== 'package').map(({ path }) => path);
  const defaults = [
    join(configFolder(homedir(), options.environment), 'config.yaml'),
    join(projectFolder, '.witan', 'config.yaml'),
  ];
  return [...new Set([...read, ...defaults])];
}
