/** The result of one check. `broken` is only for what the user configured: a model that is not installed is `missing`. */
export interface Finding {
  readonly subject: string;
  readonly state: FindingState;
  readonly text: string;
  /** What to do about it. */
  readonly remedy?: string;
}

export type FindingState = 'ok' | 'note' | 'missing' | 'broken';

/** The state of a part of the program. */
export type PartState = Omit<Finding, 'subject'>;
