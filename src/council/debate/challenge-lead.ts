import { formatList } from '../../kernel/format-count.js';
import { MAX_TIMES_ASKED } from '../contract/request.js';
import type { OptionList } from '../options/option-list.js';
import type { Seat } from '../panel/seat.js';
import { type CountedVote, findLeaders, votesUpTo } from '../rounds/count-votes.js';
import { canStillAnswer, type RoundRecord } from '../rounds/debate-record.js';
import type { NextRound } from './debate-state.js';
import { isFirstWithAnswers } from './when-to-stop.js';

/**
 * Whose answer could still change the outcome, in a debate that challenges its lead.
 *
 * First the votes that are missing are asked for. Then those who voted for the leading option are asked to test it against
 * the arguments of the others; those who are behind have said their case and would only feel that they are few, so their
 * votes still count. In a tie all who voted are asked. From the second time on only those are asked again who are less
 * sure of their option than a participant that disagrees, and none more than three times.
 *
 * It depends on nothing but what was said, so that a debate that is done over asks the same.
 */
export function challengeLead(seats: readonly Seat[], rounds: readonly RoundRecord[], options: OptionList): NextRound {
  const votes = votesUpTo(rounds, options);
  const findVote = (seat: Seat) => votes.find(({ participant }) => participant === seat.participant);
  const mayBeAsked = (seat: Seat) => canStillAnswer(seat, rounds) && timesAsked(seat, rounds) < MAX_TIMES_ASKED;
  const owing = seats.filter((seat) => findVote(seat) === undefined && mayBeAsked(seat));
  const leaders = findLeaders(votes, options);
  const [lead] = leaders;
  if (lead === undefined) return ask(owing, 'there is no vote so far', 'no participant that could still vote is left');

  const isTied = leaders.length > 1;
  const holders = votes.filter(({ option }) => option === lead).length;
  const isUnanimous = holders === votes.length;
  const state = isTied
    ? `${formatList(leaders.map(({ text }) => text))} are tied`
    : `${lead.text} leads with ${holders} of ${votes.length} votes`;
  const isAheadOfMissing = !isTied && holders * 2 > seats.length;
  if (isUnanimous) return ask(isAheadOfMissing ? [] : owing, VOTES_MISSING, 'all votes agree');
  if (isAheadOfMissing && holders >= LARGE * (votes.length + owing.length)) return end(`${state}, a large lead`);
  if (owing.length > 0 && isFirstWithAnswers(rounds)) return ask(owing, VOTES_MISSING, '');

  const challenges = challengesIn(rounds, options);
  const before = challenges.at(-1);
  if (!isTied && before !== undefined && (before.length > 1 || before[0] !== lead)) {
    return end(`${lead.text} took the lead when the arguments were weighed again`);
  }
  const isTested = (vote: CountedVote) =>
    (isTied || vote.option === lead) && (challenges.length === 0 || isOutdone(vote, votes, isTied));
  const testers = seats.filter((seat) => {
    const vote = findVote(seat);
    return vote !== undefined && isTested(vote) && mayBeAsked(seat);
  });
  if (testers.length === 0) {
    const hasStood = !isTied && challenges.length > 0;
    return ask(owing, VOTES_MISSING, hasStood ? `${lead.text} withstood the challenge` : `${state}, ${NONE_LEFT}`);
  }
  const because =
    challenges.length === 0
      ? `${state}${isTied ? '' : ' and is put to the test'}`
      : `${state}, and those are asked again who are ${isTied ? 'not surer' : 'less sure'} than a participant that disagrees`;
  const asked = seats.filter((seat) => testers.includes(seat) || owing.includes(seat));
  const tested = leaders.map(({ id }) => id);
  return {
    kind: 'ask',
    seats: asked,
    because: owing.length === 0 ? because : `${because}, and votes are missing`,
    tested,
  };
}

const VOTES_MISSING = 'their votes are missing';
const NONE_LEFT = 'and no participant is left to ask';
const LARGE = 0.75;

function ask(seats: readonly Seat[], because: string, otherwise: string): NextRound {
  return seats.length === 0 ? end(otherwise) : { kind: 'ask', seats, because, tested: [] };
}

function end(reason: string): NextRound {
  return { kind: 'end', reason };
}

function timesAsked(seat: Seat, rounds: readonly RoundRecord[]): number {
  return rounds.filter(({ turns }) => turns.some((turn) => turn.seat === seat)).length;
}

/** The rounds in which a participant was asked that had voted before: which options led until then. */
function challengesIn(rounds: readonly RoundRecord[], options: OptionList) {
  return rounds.flatMap(({ turns }, index) => {
    const before = votesUpTo(rounds.slice(0, index), options);
    const isChallenge = turns.some(({ seat }) => before.some(({ participant }) => participant === seat.participant));
    return isChallenge ? [findLeaders(before, options)] : [];
  });
}

/** Equal confidence keeps a lead but does not keep a tie. */
function isOutdone({ option, vote }: CountedVote, votes: readonly CountedVote[], isTied: boolean): boolean {
  const against = votes.filter((other) => other.option !== option).map((other) => other.vote.confidence);
  const surest = Math.max(...against);
  return isTied ? vote.confidence <= surest : vote.confidence < surest;
}
