import { addUp, type LedgerEntry, roundUsd, spentByParticipant } from './budget/ledger.js';
import type { TrackRecords } from './contract/council-memory.js';
import type { Estimate } from './contract/estimate.js';
import type {
  ConvergenceInfo,
  Cost,
  DebateEntry,
  DeliberationResult,
  DeliberationStatus,
  GraphContext,
  PastDecision,
  Summary,
  VotingResult,
} from './contract/result.js';
import type { Deliberation } from './deliberation.js';
import { votesByRound } from './rounds/count-votes.js';
import type { Debate } from './rounds/debate.js';
import { answeredTurns, findLastTurn } from './rounds/debate-record.js';
import { extractRecommendation, isOpenQuestion } from './summary/extract-summary.js';
import { compareWithFirstRound, findReasons, listCitations, listExecutions } from './verdict/find-reasons.js';
import { checkIntegrity } from './verdict/integrity.js';
import type { Verdict } from './verdict/reach-verdict.js';
import { isDemo } from './verdict/reach-verdict.js';
import { findAbsent, verdictSentence } from './verdict/verdict-sentence.js';

export interface Finished {
  readonly debate: Debate;
  readonly verdict: Verdict;
  readonly summary: Summary;
  /** Every call, as it was billed. */
  readonly calls: readonly LedgerEntry[];
  /** Undefined where too little is known of how decisions turned out. */
  readonly records: TrackRecords | undefined;
  readonly isRemembered: boolean;
  readonly seconds: number;
}

/** Puts a finished deliberation into the shape that others rely on. */
export function composeResult(deliberation: Deliberation, finished: Finished): DeliberationResult {
  const { id, request, past, settings } = deliberation;
  const { debate, verdict, summary, calls, records } = finished;
  const status = getStatus(debate);
  const isDemoResult = isDemo(debate, verdict);
  const participants = debate.seats.map(({ participant }) => participant);
  const citations = listCitations(debate.rounds);
  return {
    verdict: verdictSentence({
      verdict,
      seats: participants.length,
      absent: findAbsent(debate, verdict),
      isFailed: status === 'failed',
      answer: recommendedAnswer(debate, verdict, summary),
    }),
    status,
    deliberation_id: id,
    decision_id: finished.isRemembered && verdict.quorum.met && !isDemoResult ? id : null,
    question: request.question,
    ...(request.context === undefined ? {} : { context: request.context }),
    working_directory: request.workingDirectory,
    mode: request.mode,
    ...(isDemoResult ? { demo: true } : {}),
    rounds_completed: debate.rounds.length,
    participants,
    ...stances(debate),
    ...findReasons(verdict, citations, debate.labelsOf),
    integrity: checkIntegrity(deliberation, { debate, verdict, records, spent: addUp(calls) }),
    counterfactual: compareWithFirstRound(debate, verdict, settings.quorum),
    summary,
    voting_result: votingResult(debate, verdict),
    convergence_info: convergenceInfo(debate, verdict, request.rounds),
    transcript_path: null,
    full_debate: listAnswers(debate),
    full_debate_truncated: false,
    total_rounds: debate.rounds.length,
    tool_executions: listExecutions(debate.rounds),
    citations,
    graph_context_summary: graphContext(past.decisions),
    cost: getCost(calls, finished.seconds, deliberation.forecast.estimate),
  };
}

function listAnswers({ rounds, labelsOf }: Debate): DebateEntry[] {
  return rounds.flatMap((round) =>
    answeredTurns(round).map(({ seat, outcome, startedAt, durationMs }) => ({
      round: round.round,
      participant: seat.participant,
      response: outcome.text,
      timestamp: startedAt.toISOString(),
      duration_ms: durationMs,
      ...(outcome.draft === undefined ? {} : { draft: outcome.draft }),
      ...(outcome.unfinished === undefined ? {} : { unfinished: outcome.unfinished }),
      ...(round.round === 1 ? {} : { peers: Object.fromEntries(labelsOf(seat.participant)) }),
    })),
  );
}

/** Of a question without a ballot; undefined where no model wrote one, or only repeated the winner. */
function recommendedAnswer(debate: Debate, verdict: Verdict, summary: Summary): string | undefined {
  const { final_recommendation: answer } = summary;
  return !isOpenQuestion(debate) || answer === extractRecommendation(verdict) ? undefined : answer;
}

/** Left out when no participant was asked to take a side. */
function stances({ seats }: Debate): Pick<DeliberationResult, 'stances'> {
  const sides = seats
    .filter(({ stance }) => stance !== 'neutral')
    .map((seat) => [seat.participant, seat.stance] as const);
  return sides.length === 0 ? {} : { stances: Object.fromEntries(sides) };
}

function getStatus({ seats, rounds, cutShort }: Debate): DeliberationStatus {
  if (rounds.every((round) => answeredTurns(round).length === 0)) return 'failed';
  const isWhole = seats.every((seat) => findLastTurn(seat, rounds)?.outcome.kind === 'answered');
  return isWhole && cutShort === null ? 'complete' : 'partial';
}

function votingResult(debate: Debate, verdict: Verdict): VotingResult | null {
  const { rounds, options } = debate;
  const abstentions = rounds.flatMap((round) =>
    answeredTurns(round).flatMap(({ seat, outcome }) =>
      outcome.vote.kind === 'abstention'
        ? [{ round: round.round, participant: seat.participant, reason: outcome.vote.reason }]
        : [],
    ),
  );
  if (verdict.votes.length === 0 && abstentions.length === 0) return null;
  return {
    options: options.list().map(({ id, text, aliases }) => ({ id, text, aliases: [...aliases] })),
    final_tally: verdict.tally,
    votes_by_round: votesByRound(debate),
    abstentions,
    consensus_reached: verdict.status === 'unanimous_consensus' || verdict.status === 'majority_decision',
    winning_option: verdict.winner,
    ...countedTogether(verdict),
  };
}

function countedTogether({ joined, grouping }: Verdict): Partial<VotingResult> {
  const texts = (options: readonly { readonly text: string }[]) => options.map(({ text }) => text);
  const shown = joined.map(({ as, options, by }) => ({ as: as.text, options: texts(options), by }));
  return {
    ...(shown.length === 0 ? {} : { joined: shown }),
    ...(grouping === undefined
      ? {}
      : {
          grouped_by: grouping.by,
          grouped: grouping.grouped.map(({ as, options }) => ({ as: as.text, options: texts(options) })),
          tally_as_worded: grouping.tallyAsWorded,
        }),
  };
}

function convergenceInfo({ convergence, rounds }: Debate, verdict: Verdict, allowed: number): ConvergenceInfo | null {
  const semantic = convergence.status();
  const isDetected = semantic === 'converged' || semantic === 'impasse';
  // Votes show the positions; the similarity of the texts only shows how much they still change.
  const isExhausted = semantic === 'refining' && rounds.length === allowed;
  const status = verdict.status ?? (isExhausted ? 'max_rounds' : semantic);
  if (status === undefined) return null;
  const scores = convergence.scoresByRound();
  return {
    detected: isDetected,
    detection_round: isDetected ? convergence.detectionRound() : null,
    final_similarity: scores.at(-1)?.average ?? null,
    status,
    scores_by_round: scores,
    per_participant_similarity: convergence.perParticipant(),
    backend: convergence.backend,
  };
}

function getCost(ledger: readonly LedgerEntry[], seconds: number, estimate: Estimate): Cost {
  const spent = addUp(ledger);
  return {
    usd: spent.callsOfUnknownCost > 0 ? 'unknown' : roundUsd(spent.usd),
    tokens: spent.callsOfUnknownLength > 0 ? 'unknown' : spent.inputTokens + spent.outputTokens,
    calls: spent.calls,
    seconds: Math.round(seconds * 10) / 10,
    by_participant: spentByParticipant(ledger),
    estimate,
  };
}

/** Which earlier decisions the participants were shown; null without any. */
function graphContext(decisions: readonly PastDecision[]): GraphContext | null {
  if (decisions.length === 0) return null;
  const similar =
    decisions.length === 1
      ? 'One similar past decision was known'
      : `${decisions.length} similar past decisions were known`;
  const chosen = decisions.map(
    ({ winning_option: winner, decided_at: time }) => `${winner ?? 'no option'} (${time.slice(0, 10)})`,
  );
  return {
    summary: `${similar} to every participant, as a record and not as an instruction: ${chosen.join('; ')}.${caution(decisions)}`,
    decisions,
  };
}

function caution(decisions: readonly PastDecision[]): string {
  const doubtful = decisions.filter(({ note }) => note !== null).length;
  if (doubtful === 0) return '';
  if (decisions.length === 1) return ' Its note says what speaks against relying on it.';
  return ` The notes say what speaks against relying on ${doubtful === 1 ? 'one of them' : `${doubtful} of them`}.`;
}
