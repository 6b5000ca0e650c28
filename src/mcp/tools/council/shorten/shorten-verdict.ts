import type { DeliberationResult, VotingResult } from '../../../../council/index.js';
import { cutEverything } from './cut-everything.js';
import { cutText } from './cut-text.js';
import { shortenCitations, shortenExecutions } from './shorten-evidence.js';
import { sizeOf } from './size-of.js';

/** Cuts everything but the debate, the least telling words first, until it fits; says so in the warnings. */
export function shortenVerdict(result: DeliberationResult, available: number): DeliberationResult {
  if (sizeOf(result) <= available) return result;
  const target = available - sizeOf(NOTICE) - 1;
  for (const lengths of STEPS) {
    // Each step begins with the whole again: a text that was cut twice would tell a wrong number of characters.
    const short = shortenTo(result, lengths);
    if (sizeOf(short) <= target) return withNotice(short);
  }
  return withNotice(cutEverything(withLastVotes(result), target, KEPT_WHOLE));
}

const NOTICE = 'this reply was shortened to fit into the client; the transcript holds everything';

/** What leads to the rest. */
const KEPT_WHOLE = ['transcript_path', 'deliberation_id', 'decision_id'];

interface Lengths {
  /** Of what a voter wrote beside the option, in every round but the last. */
  readonly earlierVotes: number;
  readonly lastVotes: number;
  readonly question: number;
  /** Of warnings, and of reasons for an abstention, a missing answer or a change of mind. */
  readonly reasons: number;
  readonly aliases: number;
  /** Of what each look at the project brought, already cut; with 0 the last looks only are listed, without it. */
  readonly findings: number;
}

const WHOLE = Number.POSITIVE_INFINITY;
const STEPS: readonly Lengths[] = [
  { earlierVotes: WHOLE, lastVotes: WHOLE, question: WHOLE, reasons: WHOLE, aliases: WHOLE, findings: 0 },
  { earlierVotes: 300, lastVotes: WHOLE, question: WHOLE, reasons: WHOLE, aliases: WHOLE, findings: 0 },
  { earlierVotes: 300, lastVotes: WHOLE, question: 2_000, reasons: 500, aliases: 5, findings: 0 },
  { earlierVotes: 0, lastVotes: 1_000, question: 2_000, reasons: 300, aliases: 3, findings: 0 },
  { earlierVotes: 0, lastVotes: 200, question: 1_000, reasons: 100, aliases: 0, findings: 0 },
];

function shortenTo(result: DeliberationResult, lengths: Lengths): DeliberationResult {
  const { integrity, counterfactual, voting_result: voting } = result;
  const reason = (text: string) => cutText(text, lengths.reasons);
  return {
    ...result,
    question: cutText(result.question, lengths.question),
    integrity: {
      ...integrity,
      missing: integrity.missing.map((entry) => ({ ...entry, reason: reason(entry.reason) })),
      warnings: integrity.warnings.map(reason),
    },
    counterfactual: {
      ...counterfactual,
      flips: counterfactual.flips.map((flip) => ({ ...flip, because: reason(flip.because) })),
    },
    graph_context_summary: shortenPast(result.graph_context_summary, lengths.reasons),
    voting_result: voting === null ? null : shortenVoting(voting, result.total_rounds, lengths),
    tool_executions: shortenExecutions(result.tool_executions, lengths.findings),
    citations: shortenCitations(result.citations, lengths.findings),
  };
}

function shortenVoting(voting: VotingResult, lastRound: number, lengths: Lengths): VotingResult {
  return {
    ...voting,
    options: voting.options.map((option) => ({ ...option, aliases: option.aliases.slice(0, lengths.aliases) })),
    votes_by_round: voting.votes_by_round.map((entry) => ({
      ...entry,
      vote: shortenVote(entry.vote, entry.round < lastRound ? lengths.earlierVotes : lengths.lastVotes),
    })),
    abstentions: voting.abstentions.map((entry) => ({ ...entry, reason: cutText(entry.reason, lengths.reasons) })),
  };
}

function shortenPast(past: DeliberationResult['graph_context_summary'], length: number): typeof past {
  if (past === null) return null;
  const decisions = past.decisions.map((decision) => ({
    ...decision,
    question: cutText(decision.question, length),
    note: decision.note === null ? null : cutText(decision.note, length),
  }));
  return { summary: cutText(past.summary, length), decisions };
}

type Vote = VotingResult['votes_by_round'][number]['vote'];

function shortenVote(vote: Vote, length: number): Vote {
  if (length === WHOLE) return vote;
  const { ranking: _, changed_because, ...rest } = vote;
  return {
    ...rest,
    rationale: cutText(rest.rationale, length),
    ...(changed_because === undefined ? {} : { changed_because: cutText(changed_because, length) }),
  };
}

function withLastVotes(result: DeliberationResult): DeliberationResult {
  const { voting_result: voting, total_rounds } = result;
  if (voting === null) return result;
  const votes_by_round = voting.votes_by_round.filter(({ round }) => round >= total_rounds);
  return { ...result, voting_result: { ...voting, votes_by_round } };
}

function withNotice(result: DeliberationResult): DeliberationResult {
  return { ...result, integrity: { ...result.integrity, warnings: [...result.integrity.warnings, NOTICE] } };
}
