/** A participant's vote, as it is in its answer. `option` may name an option's id or its words. */
export interface Vote {
  readonly option: string;
  /** A share from 0 to 1. */
  readonly confidence: number;
  readonly rationale: string;
  readonly continue_debate: boolean;
  readonly changed_because?: string;
  /** Options from best to worst, where the participant gave them. */
  readonly ranking?: readonly string[];
  /** Pairs of options that the participant calls the same, by id or words. */
  readonly same?: readonly (readonly [string, string])[];
}

export type ParsedVote =
  | { readonly kind: 'vote'; readonly vote: Vote }
  | { readonly kind: 'abstention'; readonly reason: string };

/** An option that votes can be counted for. */
export interface VoteOption {
  readonly id: string;
  readonly text: string;
  readonly aliases: readonly string[];
  /** Given by the request or read from the question: never joined with another one of the ballot. */
  readonly isOnBallot: boolean;
}
