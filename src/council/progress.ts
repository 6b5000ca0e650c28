import type { Estimate } from './budget/estimate.js';
import type { DeliberationStatus } from './result.js';
import type { Vote } from './vote/vote.js';

/** What a deliberation tells while it runs, for a terminal line or an MCP progress notification. */
export type ProgressEvent =
  | {
      readonly kind: 'started';
      readonly deliberation_id: string;
      /** Whether it is written down while it goes on, so that it can be continued. */
      readonly recorded: boolean;
      readonly participants: readonly string[];
      readonly rounds: number;
      /** Something the person should know first, such as that no model was found. */
      readonly notice: string | null;
      /** What it is expected to take, told before anybody is asked. */
      readonly estimate: Estimate;
    }
  | {
      readonly kind: 'round_started';
      readonly round: number;
      readonly rounds: number;
      /** Who is asked, where that is not everybody. */
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
      /** Why the debate ends here, or null when it goes on. */
      readonly stop: string | null;
    }
  | { readonly kind: 'summarizing'; readonly by: string }
  | {
      readonly kind: 'finished';
      readonly status: DeliberationStatus;
      /** Whether the caller ended it before its time: it can be continued, where it is recorded. */
      readonly interrupted: boolean;
    }
  | {
      /** It was over before it was asked for: nobody is asked, and what follows is its result. */
      readonly kind: 'already_finished';
      readonly deliberation_id: string;
      /** Since when, and what would make it go on. */
      readonly notice: string;
    };

export type OnProgress = (event: ProgressEvent) => void;
