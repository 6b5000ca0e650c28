import type { Clock } from '../kernel/clock.js';
import { decisionToJson, type JsonDecision } from './export/decision-to-json.js';
import { type ExportFormat, exportDecisions } from './export/export-decisions.js';
import { examineGraph, type GraphHealth } from './health/graph-health.js';
import { type ImportReport, importDecisions } from './import/import-decisions.js';
import type { Outcome } from './model/decision.js';
import type { AwaitingOutcome, DecisionGraph, ListOptions } from './model/decision-graph.js';
import { type OutcomeRequest, type RecordedOutcome, recordOutcome } from './outcomes/record-outcome.js';
import { measureReliability, type Reliability } from './outcomes/reliability.js';
import { type TrackRecords, trackRecords } from './outcomes/track-records.js';
import { answerQuery, type QueryAnswer } from './query/answer-query.js';
import type { DecisionQuery } from './query/decision-query.js';
import { rounded } from './query/find-similar.js';
import { byTime, gatherRelated, LINKING_MS, type RelatedDecision, type Relation } from './query/trace-evolution.js';
import type { Cluster } from './topics/find-topics.js';
import { assignTopics, latestDecisions, renewTopics } from './topics/renew-topics.js';

/** Everything that people and agents do with remembered decisions, the same for every entry point. */
export interface Decisions {
  readonly graph: DecisionGraph;
  query(query: DecisionQuery): Promise<QueryAnswer>;
  /** Latest first. */
  timeline(options: TimelineRequest): Promise<Timeline>;
  recordOutcome(request: OutcomeRequest): Promise<RecordedOutcome>;
  trackRecords(): Promise<TrackRecords>;
  /** Compares how often each model's votes proved right, by the confidence that it stated. */
  reliability(): Promise<Reliability>;
  /** Decided more than two weeks before `now`, and not known how it turned out. */
  awaitingOutcome(now: Date): Promise<AwaitingOutcome>;
  /** One decision, complete. The beginning of an id is enough. */
  show(id: string): Promise<JsonDecision>;
  /** The decisions that have to do with one, in time. The beginning of an id is enough. */
  relatives(id: string): Promise<Relatives>;
  /** Finds the topics of the latest decisions again and stores them. Takes seconds where there are thousands. */
  renewTopics(): Promise<void>;
  /** Archived decisions too, unless they are not wanted. */
  export(format: ExportFormat, options?: { readonly archived?: 'with' | 'without' }): AsyncIterable<string>;
  /** From a folder of transcripts or an exported file. */
  import(source: string): Promise<ImportReport>;
  health(): Promise<GraphHealth>;
}

type TimelineRequest = Pick<ListOptions, 'before' | 'outcome'> & Required<Pick<ListOptions, 'limit' | 'archived'>>;

export interface Timeline {
  readonly type: 'timeline';
  readonly count: number;
  readonly results: readonly JsonDecision[];
}

export interface DecisionsDependencies {
  readonly graph: DecisionGraph;
  readonly cluster: Cluster;
  readonly clock: Clock;
}

export function createDecisions({ graph, cluster, clock }: DecisionsDependencies): Decisions {
  return {
    graph,
    async query(query) {
      const notices = new Set<string>();
      const answer = await answerQuery(collectNotices(graph, notices), query, { cluster });
      return notices.size === 0 ? answer : { ...answer, warning: [...notices].join('; ') };
    },
    async timeline(options) {
      const results = (await graph.list(options)).map(decisionToJson);
      return { type: 'timeline', count: results.length, results };
    },
    async recordOutcome(request) {
      const recorded = await recordOutcome(graph, request);
      await assignTopics(graph, cluster, recorded.decision_id);
      return recorded;
    },
    trackRecords: () => trackRecords(graph),
    reliability: () => measureReliability(graph),
    awaitingOutcome: (now) => graph.awaitingOutcome(new Date(now.getTime() - UNTIL_JUDGED_MS)),
    show: async (id) => decisionToJson(await graph.resolve(id)),
    relatives: async (id) => findRelatives(graph, id),
    async renewTopics() {
      await renewTopics(graph, cluster, await latestDecisions(graph));
    },
    export: (format, { archived = 'with' } = {}) => exportDecisions(graph, format, { archived, now: clock.now() }),
    async import(source) {
      const report = await importDecisions(graph, source);
      if (report.outcomes > 0) await assignTopics(graph, cluster);
      return report;
    },
    health: () => examineGraph(graph, clock.now()),
  };
}

/** The consequences of a decision show after some days. */
const UNTIL_JUDGED_MS = 14 * 24 * 60 * 60 * 1000;

/** The same graph; what its searches say about the embedding is added to the notices. */
function collectNotices(graph: DecisionGraph, notices: Set<string>): DecisionGraph {
  const collect = async <Found extends { readonly notice: string | undefined }>(finding: Promise<Found>) => {
    const found = await finding;
    if (found.notice !== undefined) notices.add(found.notice);
    return found;
  };
  return {
    ...graph,
    search: (text, options) => collect(graph.search(text, options)),
    vectors: (options) => collect(graph.vectors(options)),
  };
}

interface Relatives {
  /** Oldest first; the decision itself is among them. */
  readonly relatives: readonly Relative[];
}

interface Relative {
  readonly id: string;
  readonly question: string;
  readonly winning_option: string | null;
  readonly decided_at: string;
  readonly outcome: Outcome['outcome'] | null;
  readonly relation: Relation;
  readonly score: number;
}

/** Finds the decisions on the same and on similar questions, before and after a decision; the most closely related 40. */
async function findRelatives(graph: DecisionGraph, idOrPrefix: string): Promise<Relatives> {
  const start = await graph.resolve(idOrPrefix);
  await graph.drain({ maxMs: LINKING_MS });
  const related = await gatherRelated(graph, start, { limit: MAX_RELATIVES, threshold: MIN_SCORE });
  related.sort((a, b) => byTime(a.decision, b.decision));
  return { relatives: related.map(describe) };
}

const MAX_RELATIVES = 40;
const MIN_SCORE = 0.6;

function describe({ decision, relation, score }: RelatedDecision): Relative {
  return {
    id: decision.id,
    question: decision.question,
    winning_option: decision.winningOption,
    decided_at: decision.decidedAt.toISOString(),
    outcome: decision.outcome?.outcome ?? null,
    relation,
    score: rounded(score),
  };
}
