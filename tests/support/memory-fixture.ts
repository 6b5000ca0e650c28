import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createChromaServer } from '../../adapters/memory/chroma.js';
import { type MemoryOptions, type MemoryStore, openMemory } from '../../src/coaching/index.js';
import type { Semantics } from '../../src/semantics/index.js';
import type { EmptyMachine } from '../integration/cli-program.js';
import { scratchFolder } from './scratch-folder.js';

export interface MemoryFixture {
  readonly memory: MemoryStore;
  readonly folder: string;
  /** `warn ChromaDB unavailable …` */
  readonly logged: string[];
}

type FixtureOptions = Partial<Omit<MemoryOptions, 'chroma'>> & {
  readonly semantics: () => Promise<Semantics>;
  readonly chromaUrl?: string | undefined;
};

/** A real `memories.db` in a folder of its own, closed when the test is done. */
export async function memoryIn({ semantics, chromaUrl, ...options }: FixtureOptions): Promise<MemoryFixture> {
  const { folder = scratchFolder('memory') } = options;
  const logged: string[] = [];
  const memory = await openMemory({
    embedding: embeddingOf(semantics),
    redact: async (text) => text.replaceAll('sk-secret', '[redacted]'),
    logger: { log: (level, event) => void (event.startsWith('database.') || logged.push(`${level} ${event}`)) },
    ...options,
    folder,
    ...(chromaUrl !== undefined && { chroma: createChromaServer(chromaUrl) }),
  });
  onTestFinished(() => memory.close());
  return { memory, folder, logged };
}

/** What the coach of a machine remembers when it starts. */
export async function rememberOnMachine({ home, project }: Pick<EmptyMachine, 'home' | 'project'>, content: string) {
  const folder = path.join(home, '.local', 'share', 'witan', 'coach');
  const memory = await openMemory({ folder, embedding: async () => undefined, redact: async (text) => text });
  await memory.addMemories({
    memories: [{ content, tags: ['earlier'], importance: 'high' }],
    sessionId: 'earlier',
    project,
  });
  await memory.close();
}

export function embeddingOf(semantics: () => Promise<Semantics>): MemoryOptions['embedding'] {
  return async () => {
    const opened = await semantics();
    const { embeddedWith } = opened;
    return embeddedWith && { ...embeddedWith, embed: (texts, signal) => opened.embed(texts, signal ? { signal } : {}) };
  };
}

export function memory(
  content: string,
  tags: readonly string[] = [],
  importance: 'high' | 'medium' | 'low' = 'medium',
) {
  return { content, tags, importance };
}

export const OAUTH = memory('OAuth callback race condition: two tabs overwrote the state', ['auth', 'race']);
export const GRID = memory('CSS grid layout with named areas', ['css']);
