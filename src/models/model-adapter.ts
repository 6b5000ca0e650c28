import type { Result } from '../kernel/result.js';
import type { ModelFailure } from './model-failure.js';
import type { Usage } from './usage.js';

/** One question to one model. */
export interface ModelRequest {
  readonly model: string;
  readonly prompt: string;
  /** What the prompt of a debate says, as data; for participants that are scripts. */
  readonly briefing?: ModelBriefing;
  readonly reasoningEffort?: string;
  /** What is left of a cost cap pays for no longer an answer; for tools that can keep to it. */
  readonly maxAnswerTokens?: number;
  /** The project folder; a CLI participant may be started in it when its own tools are allowed. */
  readonly workingDirectory: string;
  /** Ends the call: the process group is killed, the connection closed. */
  readonly signal: AbortSignal;
}

export interface ModelBriefing {
  readonly round: number;
  /** What can be voted for, by id; empty as long as no option is known. */
  readonly options: readonly { readonly id: string; readonly text: string }[];
  /** The participant may ask to look at the project in this answer. */
  readonly canSearch: boolean;
  /** The results of requests that it has been shown. */
  readonly findings: readonly string[];
  /** Its own last vote. */
  readonly ownVote: BriefedVote | undefined;
  /** The last votes of the others that have voted. */
  readonly peers: readonly (BriefedVote & { readonly label: string })[];
}

export interface BriefedVote {
  /** As it was written: an id or other words. */
  readonly option: string;
  readonly rationale: string;
}

export interface ModelReply {
  readonly text: string;
  readonly usage: Usage;
}

/** A failed call may have cost money too (a refusal, a truncated answer): its usage is kept. */
export interface FailedCall {
  readonly failure: ModelFailure;
  readonly usage: Usage;
}

export type ModelAnswer = Result<ModelReply, FailedCall>;

/** Whether an adapter can be used on this machine now, told without asking the model anything. */
export type Availability =
  | { readonly available: true; readonly detail: string; readonly models?: readonly string[] }
  | { readonly available: false; readonly reason: string; readonly remedy: string };

export type LoginState =
  | { readonly kind: 'logged_in' }
  | { readonly kind: 'logged_out'; readonly remedy: string }
  | { readonly kind: 'unknown' };

/** A way to ask models of one vendor or tool. Everything that knows a vendor stands behind this port. */
export interface ModelAdapter {
  readonly name: string;
  readonly kind: 'cli' | 'http' | 'demo';
  /** Whether its models run on the user's own machine, where a call costs no money. */
  readonly isLocal?: boolean;
  /** Never rejects: a failure is a value. Ends by its own timeout and by the request's signal. */
  ask(request: ModelRequest): Promise<ModelAnswer>;
  /** Never rejects; takes at most a second or so, and costs nothing. */
  availability(signal?: AbortSignal): Promise<Availability>;
  /** For tools with a login of their own. May start the tool, so only `doctor` asks. */
  login?(signal?: AbortSignal): Promise<LoginState>;
}
