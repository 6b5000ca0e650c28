/** How alike two texts are, from 0 (unrelated) to 1 (same meaning). */
export interface Similarity {
  /** Named in every result that rests on it. */
  readonly backend: string;
  compare(a: string, b: string): Promise<number>;
}
