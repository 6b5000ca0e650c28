import type { MemoryInput, MemoryStore } from '../../src/coaching/memory/memory-store.js';

/** Keeps memories by their id, like every store of them. */
export function keptMemories() {
  const kept = new Map<string, MemoryInput & { readonly project: string }>();
  const store: Pick<MemoryStore, 'addMemories'> = {
    async addMemories({ memories, sessionId, project }) {
      for (const [index, memory] of memories.entries()) kept.set(`mem_${sessionId}_${index}`, { ...memory, project });
      return { added: memories.length };
    },
  };
  return { ...store, kept };
}
