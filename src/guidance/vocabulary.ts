// The values that fields of this domain accept. Without imports, so that the MCP server can use them without loading the domain.

export const PRIORITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const;
export type Priority = (typeof PRIORITIES)[number];

export const PROCESS_TYPES = ['checklist', 'pattern', 'warning', 'requirement'] as const;
export type ProcessType = (typeof PROCESS_TYPES)[number];

export const STATUSES = ['draft', 'active', 'archived'] as const;
export type Status = (typeof STATUSES)[number];

/** How an item served. */
export const VERDICTS = ['helpful', 'not-helpful', 'wrong', 'snooze'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The type of error that a caller gets for each kind of failure. */
export const FAILURE_TYPES = {
  not_found: 'not_found',
  invalid: 'validation_error',
  busy: 'conflict',
  conflict: 'conflict',
  unreadable: 'internal_error',
  unwritable: 'internal_error',
} as const;
