/** One thing that was looked at. `broken` is said only of what the person set up: a model not installed is missing. */
export interface Finding {
  readonly subject: string;
  readonly state: FindingState;
  readonly text: string;
  /** What to do about it. */
  readonly remedy?: string;
}

export type FindingState = 'ok' | 'note' | 'missing' | 'broken';
