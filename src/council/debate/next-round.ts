import type { Seat } from '../panel/seat.js';

/** Who is asked in the next round, or why there is none. */
export type NextRound =
  | {
      readonly kind: 'ask';
      readonly seats: readonly Seat[];
      /** Why these and nobody else; null where everybody is asked as usual. */
      readonly because: string | null;
      /** The ids of the options that those who voted are asked to test; empty where none is. */
      readonly tested: readonly string[];
    }
  | { readonly kind: 'end'; readonly reason: string };

export type Asking = Extract<NextRound, { kind: 'ask' }>;
