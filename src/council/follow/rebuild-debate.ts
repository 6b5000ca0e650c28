import { mapTexts } from '../../kernel/map-texts.js';
import { cheapestPair } from '../budget/cheapest-first.js';
import type { ParsedVote } from '../contract/vote.js';
import { challengeLead } from '../debate/challenge-lead.js';
import { createOptionList, type OptionList } from '../options/option-list.js';
import { peersAsSeenBy } from '../panel/peer-labels.js';
import { restoreSeat, type Seat, silentAdapter } from '../panel/seat.js';
import { RECORD } from '../record/record-keys.js';
import type { Debate } from '../rounds/debate.js';
import { canStillAnswer, findLastTurn, type RoundRecord, type Turn, votesIn } from '../rounds/debate-record.js';
import type { DeliberationSetup } from '../runs/setup.js';
import { latestCalls, type RecordedCall, type RunRecord } from '../runs/store/run-record.js';
import { parseVote } from '../vote/parse-vote.js';
import { type RecordedTurn, readTurn } from './read-turn.js';
import type { RecordedFacts } from './recorded-facts.js';

/** A debate as far as it is recorded, counted by the rules of the engine. */
export interface RebuiltDebate extends Pick<Debate, 'seats' | 'options' | 'labelsOf'> {
  /** Of all participants, also those that were not needed. */
  readonly allSeats: readonly Seat[];
  /** With the turns that ended; the last round may still run. */
  readonly rounds: readonly RoundRecord[];
  /** By round: every turn, also those that have not ended. */
  readonly recorded: readonly (readonly RecordedTurn[])[];
}

export interface RebuildInput {
  readonly record: RunRecord;
  readonly setup: DeliberationSetup;
  readonly facts: RecordedFacts;
  readonly redactNow: (text: string) => string;
}

export function rebuildDebate(input: RebuildInput): RebuiltDebate {
  const { setup, record, facts } = input;
  const { request, settings, deliberationId: seed } = setup;
  const allSeats = setup.seats.map((seat) => restoreSeat(seat, silentAdapter(seat)));
  const calls = turnCalls(record);
  const options = createOptionList(request);
  const rounds: RoundRecord[] = [];
  const recorded: RecordedTurn[][] = [];
  let seats = (request.cheapestFirst ? cheapestPair(allSeats) : undefined) ?? allSeats;
  for (let round = 1; calls.some((call) => call.round === round); round++) {
    const next = request.challenge && round > 1 ? challengeLead(seats, rounds, options) : undefined;
    if (facts.has(RECORD.widenEnded(round))) seats = allSeats;
    const asked = next?.kind === 'ask' ? next.seats : seats;
    const turns = asked.flatMap((seat) => getTurn(input, { round, seat, calls, rounds, options }) ?? []);
    recorded.push(turns);
    rounds.push({
      round,
      turns: turns.flatMap(({ turn }) => turn ?? []),
      evidence: { executions: [], outputs: new Map(), notRun: [] },
      ...(next?.kind === 'ask' && next.because !== null ? { because: next.because } : {}),
    });
    options.addVotes(votesIn(rounds.at(-1) ?? { turns: [] }).map(({ option }) => option));
  }
  const anonymity = { anonymize: settings.anonymize, seed };
  const labelsOf = (participant: string) => peersAsSeenBy(participant, seats, anonymity).labels;
  return { allSeats, seats, rounds, recorded, options, labelsOf };
}

function turnCalls(record: RunRecord): RecordedCall[] {
  return [...latestCalls(record.calls).values()]
    .filter(({ phase }) => phase === 'turn')
    .sort((a, b) => a.round - b.round || a.call - b.call);
}

interface TurnInput {
  readonly round: number;
  readonly seat: Seat;
  readonly calls: readonly RecordedCall[];
  readonly rounds: readonly RoundRecord[];
  readonly options: OptionList;
}

function getTurn(
  { record, setup, facts, redactNow }: RebuildInput,
  { round, seat, calls, rounds, options }: TurnInput,
): RecordedTurn | undefined {
  const own = calls.filter((call) => call.round === round && call.participant === seat.participant);
  const { voteRetries, evidence } = setup.settings;
  const readVote = (text: string) => voteIn(text, options, redactNow);
  const context = { round, seat, calls: own, facts, status: record.status, voteRetries, readVote };
  const sameRound = evidence.enabled && evidence.sameRound;
  return readTurn({ ...context, sameRound }) ?? turnWithoutCall({ round, seat, rounds }, facts);
}

/** A participant that cannot answer is not asked again, and one that a cap left out never was: both count as failed. */
function turnWithoutCall(
  { round, seat, rounds }: Pick<TurnInput, 'round' | 'seat' | 'rounds'>,
  facts: RecordedFacts,
): RecordedTurn | undefined {
  const last = findLastTurn(seat, rounds);
  if (last !== undefined && !canStillAnswer(seat, rounds)) {
    return ended({ ...last, round, durationMs: 0 }, 'failed');
  }
  // The round has moved on without it: it waited for the first two, and then could not be asked.
  if (!facts.has(RECORD.widenEnded(round)) || !facts.has(RECORD.roundLimits(round))) return undefined;
  const failure = { kind: 'not_asked', detail: 'the debate ended before it could be asked' } as const;
  const outcome = { kind: 'failed', failure } as const;
  return ended({ seat, round, startedAt: new Date(0), durationMs: 0, outcome }, 'not_asked');
}

function ended(turn: Turn, state: RecordedTurn['state']): RecordedTurn {
  return { seat: turn.seat, state, startedAt: null, durationMs: null, turn };
}

/** As in the debate, a vote whose option could be several is an abstention. */
function voteIn(text: string, options: OptionList, redactNow: (text: string) => string): ParsedVote {
  const parsed = parseVote(text);
  if (parsed.kind !== 'vote') return parsed;
  const resolved = options.resolve(parsed.vote.option);
  if (resolved.kind === 'unclear') return { kind: 'abstention', reason: resolved.reason };
  return { kind: 'vote', vote: mapTexts(parsed.vote, redactNow) };
}
