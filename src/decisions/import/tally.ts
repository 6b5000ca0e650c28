/** A file as it was read. */
export interface ParsedFile {
  readonly file: string;
  readonly value: unknown;
}

/** What one file added. */
export interface Tally {
  imported: number;
  known: number;
  undecided: number;
  outcomes: number;
  readonly faults: { file: string; fault: string }[];
}
