import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Knowledge, LearnedValue } from '../guidance/index.js';
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
  const { settings, projectFolder, redactor } = context;
  const { dataFolder, journalFolder } = settings.storage;
  const folders = { projectFolder, dataFolder, hookSettings: { ...settings.guidance, journalFolder } };
  const exists = () => existsSync(join(projectFolder, '.claude', 'graphs')) || existsSync(dataFolder);
  return {
    exists,
    async open() {
      const { createKnowledge } = await import('../guidance/index.js');
      return createKnowledge({ folders, embed, redact: (text) => redactor.redactNow(text) });
    },
    async shareSettings() {
      if (!exists()) return;
      const { updateHookIndex } = await import('../guidance/index.js');
      updateHookIndex(folders);
    },
    storeValues: async (readValues) => {
      const { storeLearnedValues } = await import('../guidance/index.js');
      await storeLearnedValues(dataFolder, readValues);
    },
  };
}

/** The builtin model: it needs no other program, and what it proposes is the same everywhere. */
async function embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
  const { createBuiltinEmbedding } = await import('../semantics/embedding/builtin-embedding.js');
  return (await createBuiltinEmbedding()).embed(texts);
}
