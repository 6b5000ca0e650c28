/** One change that `init` shows and then applies. */
export interface Step {
  /** What is changed. */
  readonly title: string;
  /** The change itself, line by line. */
  readonly lines: readonly string[];
  apply(): Promise<void>;
}
