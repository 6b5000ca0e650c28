import type { CouncilMemory, DeliberationResult, PastDecision, TrackRecords } from '../../src/council/index.js';

export interface ScriptedMemory extends CouncilMemory {
  readonly asked: string[];
  readonly remembered: DeliberationResult[];
}

/** A memory that holds what a test gives it, and notes what it is given. */
export function scriptedMemory(parts: Partial<CouncilMemory> = {}): ScriptedMemory {
  const asked: string[] = [];
  const remembered: DeliberationResult[] = [];
  return {
    asked,
    remembered,
    recall: async (question, options) => {
      asked.push(question);
      return parts.recall?.(question, options) ?? { text: '', decisions: [], warnings: [] };
    },
    remember: async (result) => {
      await parts.remember?.(result);
      remembered.push(result);
    },
    trackRecords: async (question, signal) => parts.trackRecords?.(question, signal) ?? NO_RECORDS,
  };
}

const NO_RECORDS: TrackRecords = { outcomes: 0, models: [], topic: null };

export function pastDecision(changes: Partial<PastDecision> = {}): PastDecision {
  return {
    id: '20260301-090000-abcdef',
    question: 'Which database should the queue use?',
    winning_option: 'PostgreSQL',
    score: 0.91,
    note: null,
    decided_at: '2026-03-01T09:00:00.000Z',
    ...changes,
  };
}
