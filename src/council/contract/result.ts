import type { Estimate } from './estimate.js';
import type { Mode, Stance } from './request.js';
import type { Vote } from './vote.js';

/**
 * The shape that every entry point returns and that is stored next to the transcript; clients rely on the names.
 * complete: every participant's last answer is in. partial: some are missing, or a cap ended the debate.
 * failed: there is no valid answer.
 */
export type DeliberationStatus = 'complete' | 'partial' | 'failed';

export interface DeliberationResult {
  /** The outcome in one sentence; for an open question it begins with the recommended answer. */
  readonly verdict: string;
  readonly status: DeliberationStatus;
  readonly deliberation_id: string;
  /**
   * Finds the decision again; `record_outcome` takes it when the outcome is known. The same as
   * `deliberation_id`; null if no decision was stored.
   */
  readonly decision_id: string | null;
  readonly question: string;
  readonly context?: string;
  readonly working_directory: string;
  readonly mode: Mode;
  /** No language model took part in the result; it is never remembered. */
  readonly demo?: true;
  readonly rounds_completed: number;
  readonly participants: readonly string[];
  /** Who was asked to argue for or against. */
  readonly stances?: Readonly<Record<string, Stance>>;
  /** Why voters chose the winner, the most confident first; empty without one. */
  readonly because: readonly Reason[];
  /** The votes for something else; all votes where there is no winner. */
  readonly against: readonly Reason[];
  readonly integrity: Integrity;
  readonly counterfactual: Counterfactual;
  readonly summary: Summary;
  readonly voting_result: VotingResult | null;
  readonly convergence_info: ConvergenceInfo | null;
  /** Null if it could not be written; the reason is in the integrity warnings. */
  readonly transcript_path: string | null;
  readonly full_debate: readonly DebateEntry[];
  readonly full_debate_truncated: boolean;
  readonly total_rounds: number;
  readonly tool_executions: ToolExecutions;
  /** Lines of the project that answers cited, each checked. */
  readonly citations: readonly Citation[];
  /** Which earlier decisions the participants were shown; null without any. */
  readonly graph_context_summary: GraphContext | null;
  readonly cost: Cost;
}

export interface Integrity {
  readonly quorum: { readonly needed: number; readonly voters: number; readonly met: boolean };
  readonly missing: readonly { readonly participant: string; readonly reason: string }[];
  /** With `cheapest_first`: who did not have to be asked. They take no part, neither as missing nor in the quorum. */
  readonly not_asked?: readonly string[];
  /** With `challenge`: who was asked after the first round and why, and why it ended. */
  readonly challenge?: Challenge;
  readonly same_family_panel: boolean;
  /** Had one voter voted otherwise, the winner would be another or none. */
  readonly single_vote_flips_result: boolean;
  readonly aggregators: Aggregators;
  /** All of them, also by track record where that was counted. */
  readonly aggregators_agree: boolean;
  /** What each vote weighed in `aggregators.track_record`; absent where that was not counted. */
  readonly track_record?: { readonly outcomes: number; readonly weights: Readonly<Record<string, number>> };
  /** Of all answers. `words_found` counts the verified ones that quote words; of the others only the line is known. */
  readonly citations: {
    readonly total: number;
    readonly verified: number;
    readonly unverified: number;
    readonly words_found: number;
  };
  readonly warnings: readonly string[];
}

/** A participant that was not asked in a round is not missing: its last vote counts. */
export interface Challenge {
  readonly rounds: readonly {
    readonly round: number;
    readonly asked: readonly string[];
    readonly because: string;
  }[];
  readonly ended: string;
  /** Whose vote counts in the last round without their having been asked in it. */
  readonly standing: readonly string[];
}

/** The winner by several rules, side by side; null where a rule has no single winner. Plurality decides. */
export interface Aggregators {
  readonly plurality: string | null;
  readonly confidence_weighted: string | null;
  readonly borda: string | null;
  /** Weighted by how often each model was right before. Absent until enough outcomes are known. */
  readonly track_record?: string | null;
}

export interface Counterfactual {
  readonly first_round_winner: string | null;
  readonly final_winner: string | null;
  readonly changed: boolean;
  readonly flips: readonly {
    readonly participant: string;
    readonly from: string;
    readonly to: string;
    readonly because: string;
  }[];
}

/** A voter's reason; the citations in it say whether they were verified. */
export interface Reason {
  readonly participant: string;
  readonly option: string;
  readonly reason: string;
}

export interface Summary {
  readonly consensus: string;
  readonly key_agreements: readonly string[];
  readonly key_disagreements: readonly string[];
  /** Of an open question, which has no ballot: points that only one participant made. */
  readonly unique_points?: readonly string[];
  /** Of an open question: the recommended answer, written from all answers. */
  readonly final_recommendation: string;
  readonly written_by: string;
}

export interface VotingResult {
  readonly options: readonly { readonly id: string; readonly text: string; readonly aliases: readonly string[] }[];
  readonly final_tally: Readonly<Record<string, number>>;
  readonly votes_by_round: readonly RoundVote[];
  readonly abstentions: readonly { readonly round: number; readonly participant: string; readonly reason: string }[];
  readonly consensus_reached: boolean;
  readonly winning_option: string | null;
  /** Options that count as one, because all who voted for one of them said so. */
  readonly joined?: readonly (CountedTogether & { readonly by: readonly string[] })[];
  /** Who counted options together after the vote: the writer of the summary. */
  readonly grouped_by?: string;
  readonly grouped?: readonly CountedTogether[];
  /** The tally without the grouping. */
  readonly tally_as_worded?: Readonly<Record<string, number>>;
}

/** Several wordings of one option. */
interface CountedTogether {
  /** The text that they are counted for. */
  readonly as: string;
  readonly options: readonly string[];
}

export interface RoundVote {
  readonly round: number;
  readonly participant: string;
  readonly vote: Vote;
  /** It is of an earlier round: the participant was asked again, and gave none. */
  readonly carried_forward: boolean;
  /** It is of an earlier round, and the participant was not asked again. */
  readonly stands?: true;
  readonly timestamp: string;
}

export type ConvergenceStatus =
  | 'unanimous_consensus'
  | 'majority_decision'
  | 'plurality_decision'
  | 'tie'
  | 'no_quorum'
  | 'converged'
  | 'refining'
  | 'diverging'
  | 'impasse'
  | 'max_rounds';

export interface ConvergenceInfo {
  readonly detected: boolean;
  readonly detection_round: number | null;
  readonly final_similarity: number | null;
  readonly status: ConvergenceStatus;
  readonly scores_by_round: readonly {
    readonly round: number;
    /** The least change: every participant's answer against its own last one, the lowest of them. */
    readonly minimum: number;
    readonly average: number;
    /** The mean similarity of the participants' answers to each other. */
    readonly agreement: number;
  }[];
  readonly per_participant_similarity: Readonly<Record<string, number>>;
  readonly backend: string;
}

export interface DebateEntry {
  readonly round: number;
  readonly participant: string;
  readonly response: string;
  readonly timestamp: string;
  readonly duration_ms: number;
  /** What it had answered before it saw the results of its own requests. */
  readonly draft?: string;
  /** Why it could not finish the answer with the results of its requests; the answer is the one before them. */
  readonly unfinished?: string;
  /** From the second round on: which participant each label in the answer means. */
  readonly peers?: Readonly<Record<string, string>>;
}

export interface ToolExecutions {
  readonly total: number;
  readonly by_round: Readonly<Record<string, number>>;
  readonly by_type: Readonly<Record<string, number>>;
  readonly records: readonly ToolExecution[];
  readonly not_run: readonly NotRun[];
}

/** One look at the project: who asked what, when, and the result. */
export type ToolExecution = {
  readonly round: number;
  readonly participant: string;
  /** Others who asked the same in the same round; it was run once. */
  readonly also_asked_by?: readonly { readonly participant: string; readonly same_round: boolean }[];
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly started_at: string;
  readonly duration_ms: number;
  /** The participant saw it before it finished its answer. */
  readonly same_round: boolean;
} & ({ readonly success: true; readonly output: string } | { readonly success: false; readonly error: string });

/** Requests that were left alone. */
export interface NotRun {
  readonly round: number;
  readonly participant: string;
  readonly requests: number;
  readonly reason: string;
}

/** `path:line` or `path:line-line` in an answer, compared with the file. */
export interface Citation {
  readonly round: number;
  readonly participant: string;
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  /** The words that the answer quotes, if any. */
  readonly quote?: string;
  /** The line exists and has the quoted words, if any. */
  readonly verified: boolean;
  readonly line_exists: boolean;
  /** Absent if nothing is quoted or the line does not exist. */
  readonly words_found?: boolean;
  /** Why it is not verified. */
  readonly reason?: string;
}

export interface GraphContext {
  readonly summary: string;
  readonly decisions: readonly PastDecision[];
}

export interface PastDecision {
  readonly id: string;
  readonly question: string;
  readonly winning_option: string | null;
  /** How similar the questions are, 0 to 1. */
  readonly score: number;
  /** What must be known before it is relied on: that it turned out wrong or was superseded. */
  readonly note: string | null;
  readonly decided_at: string;
}

/** Calls that failed after they were billed are in it; those that a cap kept from being made are not. */
export interface Cost {
  readonly usd: number | 'unknown';
  readonly tokens: number | 'unknown';
  readonly calls: number;
  readonly seconds: number;
  readonly by_participant: readonly Spent[];
  /** What was expected before the first call. */
  readonly estimate: Estimate;
}

/** What one model used, as a participant or as the writer of the summary. */
export interface Spent {
  readonly participant: string;
  readonly role: 'participant' | 'summary';
  readonly calls: number;
  /** Of these. */
  readonly failed_calls: number;
  /** Further requests within calls, after a passing error of the back end. */
  readonly retries: number;
  readonly input_tokens: number | 'unknown';
  readonly output_tokens: number | 'unknown';
  readonly usd: number | 'unknown';
}
