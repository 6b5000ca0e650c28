import type { Kind } from '../marker.js';

/** How secrets of one kind can be told by their look. */
export interface Format {
  readonly kind: Kind;
  /** The pattern can match only a text that holds one of these; looking for them is what makes most texts cheap. */
  readonly hints?: readonly string[];
  /**
   * Global, and linear in time: a repetition is either bounded, or it ends the match, or it can start only where a run
   * of its characters starts. The group `secret` is what is replaced; without one it is the whole match.
   */
  readonly pattern: RegExp;
  /** The last word on a match, for patterns that harmless text meets as well. */
  readonly isSecret?: (secret: string, match: RegExpMatchArray) => boolean;
}
