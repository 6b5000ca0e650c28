import { describeFailure } from '../../models/index.js';
import type { Estimate } from '../contract/estimate.js';
import type { Stance } from '../contract/request.js';
import type { PastDecision, RoundVote } from '../contract/result.js';
import type { CouncilSettings } from '../contract/settings.js';
import type { VoteOption } from '../contract/vote.js';
import { countVotes, votesByRound, votesUpTo } from '../rounds/count-votes.js';
import { restoreSetup } from '../runs/restore-setup.js';
import { costSoFar } from '../runs/store/list-runs.js';
import { latestCalls, type RecordedCall, type RunRecord, type RunStatus, usedBy } from '../runs/store/run-record.js';
import type { RunEntry } from '../runs/store/run-store.js';
import { findLeader, reachVerdict, type Verdict } from '../verdict/reach-verdict.js';
import { type LookUp, listLookUps } from './list-look-ups.js';
import { type FollowedResult, readResult } from './read-result.js';
import type { RecordedTurn, TurnState } from './read-turn.js';
import { type RebuiltDebate, rebuildDebate } from './rebuild-debate.js';
import { readFacts } from './recorded-facts.js';

/**
 * A deliberation as it is shown, in one shape while it runs and afterwards. Everything is counted by the engine's own
 * functions. Answers, prompts and outputs of look-ups are read apart: together they may be megabytes.
 */
export interface FollowedRun {
  readonly id: string;
  readonly question: string;
  readonly context: string | null;
  readonly status: RunStatus;
  readonly isDemo: boolean;
  readonly isWhole: boolean;
  readonly startedAt: string;
  readonly updatedAt: string;
  /** The time that it was at work so far, over all attempts. */
  readonly activeMs: number;
  /** Why it ended before its time; null where it did not. */
  readonly endedBy: string | null;
  readonly plannedRounds: number;
  readonly participants: readonly FollowedParticipant[];
  readonly options: readonly VoteOption[];
  readonly rounds: readonly FollowedRound[];
  /** Every vote as it was cast, then those that count in the last round without having been cast in it. */
  readonly votes: readonly RoundVote[];
  /** The votes that count so far. */
  readonly tally: Readonly<Record<string, number>>;
  /** The option with the most votes so far; null where there is none, or several. */
  readonly leader: string | null;
  /** The mean confidence of the votes for the leader; null without one. */
  readonly confidence: number | null;
  readonly quorum: { readonly needed: number; readonly voters: number; readonly met: boolean };
  readonly lookUps: readonly LookUp[];
  readonly pastDecisions: readonly PastDecision[];
  readonly calls: readonly FollowedCall[];
  readonly cost: RunEntry['cost'];
  readonly estimate: Estimate | null;
  /** What speaks against relying on the result. */
  readonly doubts: readonly string[];
  /** Null until there is one. An interrupted deliberation may have the result that it had until then. */
  readonly result: FollowedResult | null;
}

interface FollowedParticipant {
  readonly participant: string;
  readonly family: string;
  readonly stance: Stance;
  readonly isDemo: boolean;
  /** What it does now; null while it does nothing. */
  readonly now: { readonly task: 'answer' | 'summary'; readonly since: string } | null;
}

interface FollowedRound {
  readonly round: number;
  /** Why only some were asked; null if all participants were. */
  readonly because: string | null;
  readonly turns: readonly FollowedTurn[];
  /** The votes that count after this round. */
  readonly tally: Readonly<Record<string, number>>;
}

interface FollowedTurn {
  readonly participant: string;
  readonly state: TurnState;
  readonly startedAt: string | null;
  readonly durationMs: number | null;
  /** Characters of the answer; 0 without one. */
  readonly length: number;
  readonly vote: FollowedVote | null;
  /** Why an answer has no vote that counts. */
  readonly abstention: string | null;
  /** Why there is no answer. */
  readonly failure: string | null;
  /** Why the answer could not be finished with the results of its requests. */
  readonly unfinished: string | null;
}

interface FollowedVote {
  readonly option: string;
  readonly confidence: number;
  readonly rationale: string;
  readonly changedBecause: string | null;
}

/** One attempt at a call; its prompt is read apart. */
type FollowedCall = Pick<
  RecordedCall,
  'phase' | 'round' | 'participant' | 'call' | 'attempt' | 'state' | 'askedAt' | 'durationMs'
>;

export interface FollowContext {
  /** Used for what a record of an earlier version does not have. */
  readonly settings: CouncilSettings;
  readonly redactNow: (text: string) => string;
}

export function followRun(record: RunRecord, { settings, redactNow }: FollowContext): FollowedRun {
  const { setup } = restoreSetup(record, settings);
  const { request, seats } = setup;
  const facts = readFacts(record.facts);
  const debate = rebuildDebate({ record, setup, facts, redactNow });
  const verdict = reachVerdict(debate, setup.settings.quorum);
  const votes = votesByRound(debate);
  const result = record.result === null ? null : readResult(record.result);
  const made = record.calls.filter(({ askedAt }) => askedAt !== null);
  return {
    id: setup.deliberationId,
    question: request.question,
    context: request.context ?? null,
    status: record.status,
    isDemo: result === null ? seats.every(({ kind }) => kind === 'demo') : result.demo,
    isWhole: record.isWhole,
    startedAt: setup.startedAt,
    updatedAt: record.updatedAt,
    activeMs: record.activeMs,
    endedBy: record.endedBy,
    plannedRounds: request.rounds,
    participants: debate.allSeats.map(({ participant, family, stance, adapter }) => ({
      participant,
      family,
      stance,
      isDemo: adapter.kind === 'demo',
      now: getTask(participant, record),
    })),
    options: debate.options.list().map(({ id, text, aliases, isOnBallot }) => ({ id, text, aliases, isOnBallot })),
    rounds: debate.rounds.map((_, index) => followRound(debate, index, votes)),
    votes,
    tally: verdict.tally,
    ...findLead(verdict),
    quorum: verdict.quorum,
    lookUps: listLookUps(record, facts),
    pastDecisions: facts.pastDecisions(),
    calls: record.calls.map(toFollowedCall),
    cost: costSoFar(
      made.map((call) => ({ participant: call.participant, usage: usedBy(call) })),
      seats,
    ),
    doubts: listDoubts(result, record),
    estimate: result?.cost?.estimate ?? facts.estimate() ?? null,
    result,
  };
}

function findLead({ tally, votes }: Verdict): Pick<FollowedRun, 'leader' | 'confidence'> {
  const leader = findLeader(tally) ?? null;
  const sure = votes.filter(({ option }) => option.text === leader).map(({ vote }) => vote.confidence);
  const confidence = sure.length === 0 ? null : sure.reduce((sum, value) => sum + value, 0) / sure.length;
  return { leader, confidence };
}

function getTask(participant: string, { status, calls }: RunRecord): FollowedParticipant['now'] {
  if (status !== 'running') return null;
  const open = [...latestCalls(calls).values()].find(
    (call) => call.participant === participant && call.state === 'asked',
  );
  if (open === undefined || open.askedAt === null) return null;
  return { task: open.phase === 'turn' ? 'answer' : 'summary', since: open.askedAt };
}

function followRound(debate: RebuiltDebate, index: number, votes: readonly RoundVote[]): FollowedRound {
  const upTo = debate.rounds.slice(0, index + 1);
  const round = index + 1;
  const recorded = debate.recorded[index] ?? [];
  return {
    round,
    because: debate.rounds[index]?.because ?? null,
    turns: debate.allSeats.map(({ participant }) => {
      const turn = recorded.find(({ seat }) => seat.participant === participant);
      const vote = votes.find((cast) => cast.round === round && cast.participant === participant && isCast(cast));
      return turn === undefined ? notAsked(participant) : followTurn(turn, vote);
    }),
    tally: countVotes(votesUpTo(upTo, debate.options), debate.options),
  };
}

function isCast({ carried_forward: isCarried, stands }: RoundVote): boolean {
  return !isCarried && stands !== true;
}

function followTurn(
  { seat, state, startedAt, durationMs, turn }: RecordedTurn,
  cast: RoundVote | undefined,
): FollowedTurn {
  const shared = { ...notAsked(seat.participant), state, startedAt, durationMs };
  if (turn === undefined) return shared;
  const { outcome } = turn;
  if (outcome.kind === 'failed') return { ...shared, failure: describeFailure(outcome.failure) };
  return {
    ...shared,
    length: outcome.text.length,
    vote: cast === undefined ? null : toVote(cast),
    abstention: outcome.vote.kind === 'abstention' ? outcome.vote.reason : null,
    unfinished: outcome.unfinished ?? null,
  };
}

function toVote({ vote: { option, confidence, rationale, changed_because: because } }: RoundVote): FollowedVote {
  return { option, confidence, rationale, changedBecause: because ?? null };
}

function notAsked(participant: string): FollowedTurn {
  return {
    participant,
    state: 'not_asked',
    startedAt: null,
    durationMs: null,
    length: 0,
    vote: null,
    abstention: null,
    failure: null,
    unfinished: null,
  };
}

function toFollowedCall(recorded: RecordedCall): FollowedCall {
  const { phase, round, participant, call, attempt, state, askedAt, durationMs } = recorded;
  return { phase, round, participant, call, attempt, state, askedAt, durationMs };
}

/** What speaks against relying on a result: the council's warnings, and the figures that it does not word. */
function listDoubts(result: FollowedResult | null, { isWhole }: Pick<RunRecord, 'isWhole'>): string[] {
  if (result === null) return [];
  const { warnings, single_vote_flips_result: isClose, aggregators_agree: isAgreed, aggregators } = result.integrity;
  const others = Object.entries(aggregators)
    .filter(([, option]) => option !== aggregators.plurality)
    .map(([rule, option]) => `${rule.replaceAll('_', ' ')}: ${option ?? 'no winner'}`);
  return [
    ...warnings,
    ...(isClose ? ['one vote decides: had one voter voted otherwise, the winner would be another or none'] : []),
    ...(isAgreed || others.length === 0 ? [] : [`other ways of counting choose differently: ${others.join('; ')}`]),
    ...(isWhole ? [] : ['it is not fully recorded, so it cannot be replayed']),
  ];
}
