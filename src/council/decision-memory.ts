import type { DecisionGraph, RecalledDecision, TrackRecord } from '../decisions/index.js';
import { cutText } from '../kernel/cut-text.js';
import { plainLine } from '../kernel/plain-text.js';
import type { CouncilMemory, ModelRecord, TrackRecords } from './contract/council-memory.js';
import type { PastDecision } from './contract/result.js';

interface DecisionMemoryOptions {
  readonly decisions: { open(): Promise<DecisionGraph> };
  /** Questions at least so similar are of one topic. */
  readonly similarityThreshold: number;
}

/** The decision graph as the council sees it. */
export function createDecisionMemory({ decisions, similarityThreshold }: DecisionMemoryOptions): CouncilMemory {
  return {
    async recall(question, options) {
      const graph = await decisions.open();
      const { matches, text, warnings } = await graph.recall(question, options);
      return { text, decisions: matches.map(toPastDecision), warnings };
    },
    async remember(result) {
      const graph = await decisions.open();
      // What was interrupted and continued has come further than what was remembered of it.
      await graph.remember(result, { isRenewed: true });
    },
    async trackRecords(question) {
      const graph = await decisions.open();
      const { trackRecords } = await import('../decisions/index.js');
      const { outcomes, models } = await trackRecords(graph);
      return {
        outcomes,
        models: models.map(toModelRecord),
        topic: outcomes < MIN_ON_TOPIC ? null : await recordsOnTopic(graph, question),
      };
    },
  };

  async function recordsOnTopic(graph: DecisionGraph, question: string): Promise<TrackRecords['topic']> {
    const { recordsOf } = await import('../decisions/index.js');
    const { matches } = await graph.search(question, { limit: MAX_ON_TOPIC, archived: 'with' });
    const near = matches.filter(({ score }) => score >= similarityThreshold).map(({ decision }) => decision);
    const { outcomes, models } = recordsOf(near);
    return outcomes < MIN_ON_TOPIC ? null : { outcomes, models: models.map(toModelRecord) };
  }
}

const MIN_ON_TOPIC = 5;
const MAX_ON_TOPIC = 100;

function toPastDecision({ decision, score, note }: RecalledDecision): PastDecision {
  return {
    id: decision.id,
    question: shown(decision.question),
    winning_option: decision.winningOption === null ? null : shown(decision.winningOption),
    score: Math.round(score * 1000) / 1000,
    note,
    decided_at: decision.decidedAt.toISOString(),
  };
}

/** Enough to know it again; the whole is in the database and in its own transcript. */
function shown(text: string): string {
  return cutText(plainLine(text), MAX_SHOWN);
}

const MAX_SHOWN = 300;

/** A model that voted against a decision that turned out wrong was not shown to be right: it counts as half. */
function toModelRecord({ participant, hits, misses, opposed, warned, brier }: TrackRecord): ModelRecord {
  return {
    participant,
    votes: hits + misses + opposed + warned,
    hits: hits + warned / 2,
    forecasts: brier === null ? 0 : hits + misses,
    brier: brier ?? 0,
  };
}
