import type { Kind } from '../marker.js';

/** The pattern of one kind of secret. */
export interface Format {
  readonly kind: Kind;
  /** The pattern is only tried on a text with one of these strings, which makes most texts cheap. */
  readonly hints?: readonly string[];
  /**
   * Global, and linear in time: a repetition is either bounded, or it ends the match, or it can start only where a run
   * of its characters starts. The group `secret` is what is replaced; without one it is the whole match.
   */
  readonly pattern: RegExp;
  /** The last word on a match, for patterns that harmless text meets as well. */
  readonly isSecret?: (secret: string, match: RegExpMatchArray) => boolean;
}
