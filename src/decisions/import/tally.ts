/** What one file added. */
export interface Tally {
  imported: number;
  known: number;
  undecided: number;
  outcomes: number;
  readonly faults: { file: string; fault: string }[];
}
