export { createDecisions, type Decisions, type Timeline } from './create-decisions.js';
export { EXPORT_FORMATS, type ExportFormat } from './export/export-decisions.js';
export type { GraphHealth } from './health/graph-health.js';
export { withGrowthWatch } from './health/graph-health.js';
export type { ImportReport } from './import/import-decisions.js';
export type { Decision, Outcome, Stance } from './model/decision.js';
export type { DecisionGraph, RecalledDecision } from './model/decision-graph.js';
export type { DecisionGraphOptions, DecisionGraphSettings } from './model/decision-graph-options.js';
export type { DeliberationRecord } from './model/deliberation-record.js';
export { describeOutcome } from './model/describe-outcome.js';
export { openDecisionGraph } from './open-decision-graph.js';

export {
  recordsOf,
  type TrackRecord,
  type TrackRecords,
  trackRecords,
} from './outcomes/track-records.js';
export type { Patterns } from './query/analyze-patterns.js';
export type { QueryAnswer } from './query/answer-query.js';

export type { Contradictions } from './query/find-contradictions.js';
export type { SimilarDecisions } from './query/find-similar.js';
export type { Evolution } from './query/trace-evolution.js';
