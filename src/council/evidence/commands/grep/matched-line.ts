/** One line of a file that is to be shown. */
export interface MatchedLine {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
  /** It stands around a selected line. */
  readonly isContext: boolean;
}

export interface SearchedFile {
  readonly path: string;
  /** How many lines were selected. */
  readonly selected: number;
  /** What is printed of it, where lines are asked for. */
  readonly lines: readonly MatchedLine[];
  /** There is more in it than anybody would read. */
  readonly isCut: boolean;
}
