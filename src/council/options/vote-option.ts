/** An option that votes can be counted for. */
export interface VoteOption {
  readonly id: string;
  readonly text: string;
  readonly aliases: readonly string[];
  /** Given by the request or read from the question: never joined with another one of the ballot. */
  readonly isOnBallot: boolean;
}
