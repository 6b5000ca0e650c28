import type { Estimate } from './estimate.js';
import type { DeliberationStatus } from './result.js';
import type { Vote } from './vote.js';

/** What a running deliberation reports, for a terminal line or an MCP progress notification. */
export type ProgressEvent =
  | {
      readonly kind: 'started';
      readonly deliberation_id: string;
      /** True if it is recorded, so that it can be continued. */
      readonly recorded: boolean;
      readonly participants: readonly string[];
      readonly rounds: number;
      /** Something the person should know first, such as that no model was found. */
      readonly notice: string | null;
      /** What it is expected to take, reported before the first call. */
      readonly estimate: Estimate;
    }
  | {
      readonly kind: 'round_started';
      readonly round: number;
      readonly rounds: number;
      /** Who is asked; absent if all participants are. */
      readonly asked?: readonly string[];
      /** Why only they, where that follows from what was said before. */
      readonly because?: string;
    }
  | {
      /** Those who were asked first disagree or are unsure: these are asked too. */
      readonly kind: 'widened';
      readonly round: number;
      readonly asked: readonly string[];
      readonly reason: string;
    }
  | {
      readonly kind: 'looked';
      readonly round: number;
      readonly participant: string;
      /** The tools that were run for it. */
      readonly tools: readonly string[];
    }
  | {
      readonly kind: 'answered';
      readonly round: number;
      readonly participant: string;
      readonly duration_ms: number;
      /** The option's text, or null for an abstention. */
      readonly vote: Vote | null;
    }
  | {
      readonly kind: 'failed';
      readonly round: number;
      readonly participant: string;
      readonly duration_ms: number;
      readonly reason: string;
    }
  | {
      readonly kind: 'round_finished';
      readonly round: number;
      readonly rounds: number;
      readonly tally: Readonly<Record<string, number>>;
      /** Why the debate ends here, or null if it continues. */
      readonly stop: string | null;
    }
  | { readonly kind: 'summarizing'; readonly by: string }
  | {
      readonly kind: 'finished';
      readonly status: DeliberationStatus;
      /** True if the caller ended it before its time: it can be continued, where it is recorded. */
      readonly interrupted: boolean;
    }
  | {
      /** It was finished before: no participant is asked, and its result follows. */
      readonly kind: 'already_finished';
      readonly deliberation_id: string;
      /** Since when, and what would make it continue. */
      readonly notice: string;
    };

export type OnProgress = (event: ProgressEvent) => void;
