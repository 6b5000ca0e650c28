import type { Result } from '../kernel/result.js';
import type { ModelFailure } from './model-failure.js';
import type { Usage } from './usage.js';

/** A JSON schema of the kind that constrained decoding supports. */
export type AnswerSchema = Readonly<Record<string, unknown>>;

/** One question to one model. */
export interface ModelRequest {
  readonly model: string;
  /** Instructions that come before the prompt, for adapters that support them. */
  readonly system?: string;
  readonly prompt: string;
  /**
   * The answer is JSON of this schema, and a truncated one is a failure. Not every back end keeps to it: ask through
   * `askStructured`.
   */
  readonly answerSchema?: AnswerSchema;
  /** The model may search the web, with adapters that support it. */
  readonly webSearch?: { readonly maxUses: number };
  /** The content of a debate's prompt as data, for participants that are scripts. */
  readonly briefing?: ModelBriefing;
  readonly reasoningEffort?: string;
  /** The longest answer that the rest of the cost cap pays for, for tools that support a limit. */
  readonly maxAnswerTokens?: number;
  /** The project folder; a CLI participant may be started in it when its own tools are allowed. */
  readonly workingDirectory: string;
  /** Ends the call: the process group is killed, the connection closed. */
  readonly signal: AbortSignal;
}

export interface ModelBriefing {
  readonly round: number;
  /** The options of the vote; empty if none is known yet. */
  readonly options: readonly { readonly id: string; readonly text: string }[];
  /** The participant may request evidence in this answer. */
  readonly canSearch: boolean;
  /** The results of its requests. */
  readonly findings: readonly string[];
  /** Its own last vote. */
  readonly ownVote: BriefedVote | undefined;
  /** The last votes of the other participants. */
  readonly peers: readonly (BriefedVote & { readonly label: string })[];
}

export interface BriefedVote {
  /** An id, or the participant's own text. */
  readonly option: string;
  readonly rationale: string;
}

export interface ModelReply {
  /** JSON if the adapter supports the schema that was asked for. */
  readonly text: string;
  readonly usage: Usage;
  /** The model that answered, if it is reported; an alias is resolved. */
  readonly model?: string;
  /** The results of a web search. */
  readonly sources?: readonly WebSource[];
}

export interface WebSource {
  readonly url: string;
  readonly title: string;
}

/** A failed call may have cost money, too, such as a refusal or a truncated answer. */
export interface FailedCall {
  readonly failure: ModelFailure;
  readonly usage: Usage;
}

export type ModelAnswer = Result<ModelReply, FailedCall>;

/** Says if an adapter can be used now, without asking a model. */
export type Availability =
  | { readonly available: true; readonly detail: string; readonly models?: readonly string[] }
  | {
      readonly available: false;
      readonly reason: string;
      readonly remedy: string;
      /** The tool is there, and the person may wonder why it is left out. */
      readonly isInstalled?: true;
    };

export type LoginState =
  | { readonly kind: 'logged_in' }
  | { readonly kind: 'logged_out'; readonly remedy: string }
  | { readonly kind: 'unknown' };

/** Asks the models of one vendor or tool. All code that knows a vendor implements this port. */
export interface ModelAdapter {
  readonly name: string;
  readonly kind: 'cli' | 'http' | 'demo';
  /** True if its models run on the user's own machine, where a call costs no money. */
  readonly isLocal?: boolean;
  /** The parts of a request that its back end takes natively. `askStructured` puts the others into the prompt. */
  readonly supports?: NativeSupport;
  /** Never rejects: a failure is a value. Stops at its timeout and at the request's signal. */
  ask(request: ModelRequest): Promise<ModelAnswer>;
  /** Never rejects, takes about a second at most, and costs nothing. */
  availability(signal?: AbortSignal): Promise<Availability>;
  /** For tools with a login. Never rejects and costs nothing, but may start the tool, once if it is logged in. */
  login?(signal?: AbortSignal): Promise<LoginState>;
}

export interface NativeSupport {
  readonly system?: boolean;
  /** The model knows the schema without the prompt. */
  readonly answerSchema?: boolean;
  readonly webSearch?: boolean;
  /** The model is known to take `reasoningEffort`; others may reject it. */
  readonly effort?: (model: string) => boolean;
}
