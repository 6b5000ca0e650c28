import { describeFailure } from '../../models/index.js';
import type { ParsedVote } from '../contract/vote.js';
import { getKey } from '../evidence/choose-requests.js';
import { findToolRequests } from '../evidence/parse-tool-requests.js';
import type { Seat } from '../panel/seat.js';
import { digest, RECORD } from '../record/record-keys.js';
import type { Turn } from '../rounds/debate-record.js';
import { answerAsSeen, type RecordedCall, type RunRecord } from '../runs/store/run-record.js';
import type { RecordedFacts } from './recorded-facts.js';

/** thinking: asked, and the answer is not complete. late: ended from outside, but answered. */
export type TurnState = 'thinking' | 'answered' | 'failed' | 'late' | 'interrupted' | 'not_asked';

/** What one participant did in one round, as far as it is recorded. */
export interface RecordedTurn {
  readonly seat: Seat;
  readonly state: TurnState;
  readonly startedAt: string | null;
  readonly durationMs: number | null;
  /** As the engine counts it; undefined while it has not ended. */
  readonly turn: Turn | undefined;
}

export interface TurnContext {
  readonly round: number;
  readonly seat: Seat;
  /** The attempts that count, in the order of the calls. */
  readonly calls: readonly RecordedCall[];
  readonly facts: RecordedFacts;
  readonly status: RunRecord['status'];
  readonly voteRetries: number;
  /** True if results of requests are shown before an answer is finished. */
  readonly sameRound: boolean;
  readonly readVote: (text: string) => ParsedVote;
}

/** The same reading as in `debate/run-turn.ts`, over calls that were made already. Undefined if it was not asked. */
export function readTurn(context: TurnContext): RecordedTurn | undefined {
  const { round, seat, calls, facts, status } = context;
  const [first] = calls;
  const last = calls.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const startedAt = facts.text(RECORD.turnStarted(round, seat.participant)) ?? first.askedAt;
  const recordedMs = facts.figure(RECORD.turnDuration(round, seat.participant));
  const shared = { seat, startedAt, durationMs: recordedMs ?? sumOfDurations(calls) };
  const isRunning = status === 'running';
  if (last.state === 'asked') {
    return { ...shared, durationMs: null, state: isRunning ? 'thinking' : 'interrupted', turn: undefined };
  }
  const read = readOutcome(context, first);
  if (read === undefined) return { ...shared, state: 'interrupted', turn: undefined };
  if (isRunning && recordedMs === undefined && read.isAskedAgain) {
    return { ...shared, durationMs: null, state: 'thinking', turn: undefined };
  }
  const { outcome } = read;
  const turn: Turn = { seat, round, startedAt: new Date(startedAt ?? 0), durationMs: shared.durationMs ?? 0, outcome };
  return { ...shared, state: outcome.kind === 'answered' ? 'answered' : stateOfFailure(first, outcome.failure), turn };
}

function sumOfDurations(calls: readonly RecordedCall[]): number | null {
  return calls.reduce(
    (sum: number | null, { durationMs }) => (durationMs === null ? sum : (sum ?? 0) + durationMs),
    null,
  );
}

function stateOfFailure({ state }: RecordedCall, { kind }: { readonly kind: string }): TurnState {
  if (state === 'late' || state === 'interrupted') return kind === 'not_asked' ? 'not_asked' : state;
  return kind === 'not_asked' ? 'not_asked' : 'failed';
}

interface ReadOutcome {
  readonly outcome: Turn['outcome'];
  /** The engine makes another call after the ones so far. */
  readonly isAskedAgain: boolean;
}

function readOutcome(context: TurnContext, first: RecordedCall): ReadOutcome | undefined {
  const answer = answerAsSeen(first);
  if (answer === undefined) return undefined;
  if (!answer.ok) return { outcome: { kind: 'failed', failure: answer.error.failure }, isAskedAgain: false };
  const finished = finishAnswer(context, answer.value.text);
  const voted = readVotes(context, finished);
  const { draft, unfinished } = finished;
  return {
    outcome: { kind: 'answered', text: voted.text, vote: voted.vote, draft, unfinished, citations: [] },
    isAskedAgain: finished.isAskedAgain || voted.isAskedAgain,
  };
}

interface FinishedAnswer {
  readonly text: string;
  readonly draft: string | undefined;
  readonly unfinished: string | undefined;
  readonly isAskedAgain: boolean;
  /** Requests for a vote that could not be read. */
  readonly retries: readonly RecordedCall[];
}

/** Results of its own requests lead to a second call, unless they are for the next round only. */
function finishAnswer(context: TurnContext, text: string): FinishedAnswer {
  const { calls, sameRound } = context;
  if (!sameRound || !hasLooked(context, text)) {
    return { text, draft: undefined, unfinished: undefined, isAskedAgain: false, retries: calls.slice(1) };
  }
  const [, second, ...retries] = calls;
  const reply = second && answerAsSeen(second);
  if (reply === undefined) return { text, draft: undefined, unfinished: undefined, isAskedAgain: true, retries: [] };
  if (reply.ok && reply.value.text.trim() !== '') {
    return { text: reply.value.text, draft: text, unfinished: undefined, isAskedAgain: false, retries };
  }
  const unfinished = reply.ok ? 'the answer was empty' : describeFailure(reply.error.failure);
  return { text, draft: undefined, unfinished, isAskedAgain: false, retries };
}

/** Who asked is recorded at the end of the round; until then a request of the answer that was run counts as its own. */
function hasLooked({ round, seat, facts }: TurnContext, answer: string): boolean {
  const keys = findToolRequests(answer).found.map((request) => digest(getKey(request)));
  const askers = facts.askers(round);
  if (askers === undefined) return keys.some((key) => facts.toolRun(round, key) !== undefined);
  return keys.some((key) => askers.get(key)?.includes(seat.participant));
}

function readVotes(
  { readVote, voteRetries, calls }: TurnContext,
  { text: answer, draft, retries, isAskedAgain }: FinishedAnswer,
): { readonly text: string; readonly vote: ParsedVote; readonly isAskedAgain: boolean } {
  let text = answer;
  let vote = readVote(text);
  let hasFailed = isAskedAgain;
  for (const retry of retries) {
    const second = answerAsSeen(retry);
    if (vote.kind === 'vote' || second === undefined || !second.ok) {
      hasFailed = true;
      break;
    }
    const retried = readVote(second.value.text);
    if (retried.kind === 'abstention') continue;
    text = `${text.trimEnd()}\n\n${second.value.text.trim()}`;
    vote = retried;
  }
  const kept = vote.kind === 'vote' || draft === undefined ? undefined : readVote(draft);
  if (kept?.kind === 'vote')
    return { text: `${text.trimEnd()}\n\nVOTE: ${JSON.stringify(kept.vote)}`, vote: kept, isAskedAgain: false };
  const canRetry = calls.length > 0 && retries.length < voteRetries && !hasFailed;
  return { text, vote, isAskedAgain: vote.kind === 'abstention' && canRetry };
}
