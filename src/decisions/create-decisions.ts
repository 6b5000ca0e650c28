import type { Clock } from '../kernel/clock.js';
import { decisionToJson, type JsonDecision } from './export/decision-to-json.js';
import { type ExportFormat, exportDecisions } from './export/export-decisions.js';
import { examineGraph, type GraphHealth } from './health/graph-health.js';
import { type ImportReport, importDecisions } from './import/import-decisions.js';
import type { DecisionGraph } from './model/decision-graph.js';
import { type OutcomeRequest, type RecordedOutcome, recordOutcome } from './outcomes/record-outcome.js';
import { type TrackRecords, trackRecords } from './outcomes/track-records.js';
import { answerQuery, type QueryAnswer } from './query/answer-query.js';
import type { DecisionQuery } from './query/decision-query.js';
import { describeDamaged } from './store/damaged-rows.js';
import { assignTopics } from './topics/assign-topics.js';
import type { Cluster } from './topics/group-questions.js';

/** Everything that people and agents do with remembered decisions, the same for every entry point. */
export interface Decisions {
  readonly graph: DecisionGraph;
  query(query: DecisionQuery): Promise<QueryAnswer>;
  /** Latest first. */
  timeline(options: TimelineRequest): Promise<Timeline>;
  recordOutcome(request: OutcomeRequest): Promise<RecordedOutcome>;
  trackRecords(): Promise<TrackRecords>;
  /** Archived decisions too, unless they are not wanted. */
  export(format: ExportFormat, options?: { readonly archived?: 'with' | 'without' }): AsyncIterable<string>;
  /** From a folder of transcripts or an exported file. */
  import(source: string): Promise<ImportReport>;
  health(): Promise<GraphHealth>;
  /** One line about damaged decisions that the calls so far left out; undefined where there were none. */
  leftOut(): string | undefined;
}

interface TimelineRequest {
  readonly limit: number;
  readonly archived: 'with' | 'without';
}

export interface Timeline {
  readonly type: 'timeline';
  readonly count: number;
  readonly results: readonly JsonDecision[];
  readonly warning?: string;
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
      const answer = await answerQuery(collectNotices(graph, notices), query, { cluster, clock });
      return withWarning(answer, graph, notices);
    },
    async timeline(options) {
      const results = (await graph.list(options)).map(decisionToJson);
      return withWarning({ type: 'timeline', count: results.length, results }, graph);
    },
    async recordOutcome(request) {
      const recorded = await recordOutcome(graph, request);
      await assignTopics(graph, cluster, recorded.decision_id);
      return recorded;
    },
    trackRecords: () => trackRecords(graph),
    export: (format, { archived = 'with' } = {}) => exportDecisions(graph, format, { archived, now: clock.now() }),
    async import(source) {
      const report = await importDecisions(graph, source);
      if (report.outcomes > 0) await assignTopics(graph, cluster);
      return report;
    },
    health: () => examineGraph(graph, clock.now()),
    leftOut: () => describeDamaged(graph.damaged()),
  };
}

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

/** An answer that is incomplete or less accurate than usual says so. */
function withWarning<Answer extends object>(
  answer: Answer,
  graph: DecisionGraph,
  notices: Iterable<string> = [],
): Answer & { warning?: string } {
  const warnings = [...notices, describeDamaged(graph.damaged())].filter((each) => each !== undefined);
  return warnings.length === 0 ? answer : { ...answer, warning: warnings.join('; ') };
}
