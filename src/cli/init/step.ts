/** One thing that `init` does or undoes: first it is shown, then it is done. */
export interface Step {
  /** What is touched, and how. */
  readonly title: string;
  /** The change itself, line by line. */
  readonly lines: readonly string[];
  apply(): Promise<void>;
}
