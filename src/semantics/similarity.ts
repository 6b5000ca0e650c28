/** The similarity of two texts, from 0 (unrelated) to 1 (same meaning). */
export interface Similarity {
  /** Part of every result that uses it. */
  readonly backend: string;
  compare(a: string, b: string): Promise<number>;
}
