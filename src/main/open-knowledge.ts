import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { configFolder } from '../config/index.js';
import type { Knowledge, LearnedValue, ProjectFolders } from '../guidance/index.js';
import { NO_MEMORY } from '../storage/project-memory.js';
import type { PartContext } from './part-context.js';

/** Process knowledge of a project, and the settings that its hooks need. */
export interface KnowledgePart {
  readonly open: () => Promise<Knowledge>;
  /** Whether there is anything that hooks could use; nothing is made to find out. */
  exists(): boolean;
  /** Hands the configuration on to the hooks, which cannot read it. Leaves a project alone that uses none of this. */
  shareSettings(): Promise<void>;
  /** Hands on the values that hooks show when a session starts. */
  readonly storeValues: (readValues: () => Promise<readonly LearnedValue[]>) => Promise<void>;
}

export function openKnowledgePart(context: PartContext): KnowledgePart {
  const { settings, projectFolder, redactor, memory } = context;
  const { journalFolder } = settings.storage;
  const folders: ProjectFolders = {
    projectFolder,
    get dataFolder() {
      return memory.find() ?? NO_MEMORY;
    },
    makeDataFolder: () => memory.make(),
  };
  const hookSettings = { settings: { ...settings.guidance, journalFolder }, files: configFilesOf(context) };
  const exists = () => existsSync(join(projectFolder, '.claude', 'graphs')) || memory.find() !== undefined;
  return {
    exists,
    async open() {
      const { createKnowledge } = await import('../guidance/index.js');
      return createKnowledge({ folders, hookSettings, embed, redact: (text) => redactor.redactNow(text) });
    },
    async shareSettings() {
      if (!exists()) return;
      const { rebuildHookIndex } = await import('../guidance/index.js');
      rebuildHookIndex(folders, hookSettings);
    },
    storeValues: async (readValues) => {
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
function configFilesOf({ settings, projectFolder, environment }: PartContext): string[] {
  const read = settings.sources.filter(({ layer }) => layer !== 'package').map(({ path }) => path);
  const defaults = [
    join(configFolder(homedir(), environment), 'config.yaml'),
    join(projectFolder, '.witan', 'config.yaml'),
  ];
  return [...new Set([...read, ...defaults])];
}
