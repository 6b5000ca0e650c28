export { type Decision, type Neighbour, OUTCOMES, type Outcome, type Stance } from './decision.js';
export type {
  ArchivedFilter,
  ArchiveRequest,
  CacheCounters,
  DecisionGraph,
  GraphStats,
  Link,
  LinkEnd,
  LinkOptions,
  ListOptions,
  OutcomeRecord,
  QuestionVectors,
  Recall,
  RecallDetail,
  RecalledDecision,
  RecallOptions,
  SearchOptions,
  SearchResult,
} from './decision-graph.js';
export type { DecisionGraphOptions, DecisionGraphSettings } from './decision-graph-options.js';
export { type DeliberationRecord, deliberationRecordSchema } from './deliberation-record.js';
export { openDecisionGraph } from './open-decision-graph.js';
