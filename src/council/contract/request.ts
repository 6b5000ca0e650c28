/** One who takes part, as the caller names it. The same model may sit twice. */
export interface ParticipantRequest {
  /**
   * The name of an adapter, whether it runs a program or calls a service over HTTP: `claude`, `ollama`, or a name of
   * the user's own under `adapters` in a configuration. Called `cli` because callers already use that name.
   */
  readonly cli: string;
  readonly model?: string;
  readonly reasoning_effort?: string;
  readonly stance?: Stance;
}

export type Stance = 'for' | 'against' | 'neutral';
export type Mode = 'conference' | 'quick';

/** A deliberation to be continued. Whatever else is given must be what it began with, but for the caps. */
export type ResumeRequest = Partial<DeliberationRequest> & {
  /** Its id, the beginning of it, or `last`: the last that was interrupted. */
  readonly deliberation_id: string;
  /**
   * The project that the caller has open. The record may have come with it from elsewhere: a folder that it names
   * outside is only used where `working_directory` names it too.
   */
  readonly within?: string;
};

/** What every entry point passes to the council. The field names are those of the MCP tool `deliberate`. */
export interface DeliberationRequest {
  readonly question: string;
  /** The ballot, 2 to 12. Without it the ballot is read from the question; other options may always be named. */
  readonly options?: readonly string[];
  readonly participants?: readonly ParticipantRequest[];
  readonly rounds?: number;
  readonly mode?: Mode;
  readonly context?: string;
  readonly working_directory: string;
  readonly max_cost_usd?: number;
  readonly max_seconds?: number;
  /** Ask two of different families first, the cheapest, and the others only if these disagree or are unsure. */
  readonly cheapest_first?: boolean;
  /** After the first round, ask only those who voted for the leading option, with the arguments against it. */
  readonly challenge?: boolean;
}

/** A request that can be acted on, with the defaults filled in. */
export interface CheckedRequest {
  readonly question: string;
  /** Given, or read from the question; empty where participants word the options themselves. */
  readonly ballot: readonly string[];
  readonly context: string | undefined;
  readonly mode: Mode;
  readonly rounds: number;
  /** A real path. */
  readonly workingDirectory: string;
  readonly maxCostUsd: number | undefined;
  readonly maxSeconds: number | undefined;
  readonly cheapestFirst: boolean;
  readonly challenge: boolean;
}

/** With `challenge`: the first round and two more. Who was not convinced by then will hardly be. */
export const MAX_TIMES_ASKED = 3;
