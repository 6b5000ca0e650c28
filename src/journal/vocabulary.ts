// The values that fields of this domain accept. Without imports, so that the MCP server can use them without loading the domain.

export const DOMAINS = [
  'debugging',
  'refactoring',
  'feature',
  'testing',
  'configuration',
  'documentation',
  'performance',
  'security',
  'integration',
] as const;
export type Domain = (typeof DOMAINS)[number];

export const STRATEGIES = [
  'systematic-elimination',
  'trial-and-error',
  'research-first',
  'divide-and-conquer',
  'root-cause-analysis',
  'copy-from-similar',
  'check-assumptions',
  'read-the-error',
  'ask-user',
] as const;
export type Strategy = (typeof STRATEGIES)[number];

export const OUTCOME_STATUSES = ['confirmed', 'falsified', 'abandoned'] as const;
export type OutcomeStatus = (typeof OUTCOME_STATUSES)[number];

/** Accepted by the tools; a journal written by hand may hold others. */
export const ROOT_CAUSE_CATEGORIES = [
  'wrong-assumption',
  'missing-knowledge',
  'oversight',
  'environment-issue',
  'misleading-symptom',
  'incomplete-fix',
  'wrong-scope',
  'test-isolation',
  'timing-issue',
] as const;
export type RootCauseCategory = (typeof ROOT_CAUSE_CATEGORIES)[number];
