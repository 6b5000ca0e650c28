import path from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { ResolvedEntry } from '../../src/journal/index.js';
import { type Learning, type LearningOptions, openLearning } from '../../src/learning/index.js';
import { createSemantics, type Semantics } from '../../src/semantics/index.js';
import { scratchFolder } from './scratch-folder.js';

/** The builtin embedding and real worker threads, one for all tests of a file. */
export function useSemantics(): () => Promise<Semantics> {
  let semantics: Promise<Semantics> | undefined;
  beforeAll(() => {
    semantics = createSemantics({ embedding: 'builtin' });
  });
  afterAll(async () => (await semantics)?.close());
  return async () => {
    if (semantics === undefined) throw new Error('only inside a test');
    return semantics;
  };
}

/** In a folder of its own, closed when the test is done. */
export async function learningIn(
  options: Partial<LearningOptions> & Pick<LearningOptions, 'semantics'>,
): Promise<{ learning: Learning; file: string }> {
  const file = options.file ?? path.join(scratchFolder('learning'), 'experiences.db');
  const learning = await openLearning({ ...options, file });
  onTestFinished(() => learning.close());
  return { learning, file };
}

export async function saveAll(learning: Learning, entries: readonly ResolvedEntry[]): Promise<void> {
  for (const entry of entries) await learning.save(entry);
}

export function resolvedEntry(changes: Partial<ResolvedEntry> = {}): ResolvedEntry {
  return {
    id: 'ghap_20261116_101500_a1b2c3',
    session_id: 'session_20261116_100000_d4e5f6',
    created_at: '2026-11-16T10:15:00Z',
    domain: 'debugging',
    strategy: 'root-cause-analysis',
    goal: 'Stop the import job from hanging',
    hypothesis: 'The queue is never closed when a row is refused',
    action: 'Close the queue in a finally block',
    prediction: 'The job ends within a second after a refused row',
    history: [],
    iteration_count: 1,
    notes: [],
    outcome: {
      status: 'confirmed',
      result: 'The job ended at once',
      captured_at: '2026-11-16T10:30:00Z',
      auto_captured: false,
    },
    confidence_tier: 'silver',
    ...changes,
  };
}

export function falsifiedEntry(changes: Partial<ResolvedEntry> = {}): ResolvedEntry {
  return resolvedEntry({
    outcome: {
      status: 'falsified',
      result: 'The job still hung',
      captured_at: '2026-11-16T10:30:00Z',
      auto_captured: false,
    },
    surprise: 'A second consumer kept the queue open',
    root_cause: { category: 'wrong-assumption', description: 'I thought there was one consumer' },
    ...changes,
  });
}
