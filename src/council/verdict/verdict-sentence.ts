import { cutText } from '../../kernel/cut-text.js';
import { formatList } from '../../kernel/format-count.js';
import { plainLine } from '../../kernel/plain-text.js';
import { describeFailure } from '../../models/index.js';
import type { Debate } from '../rounds/debate.js';
import { findLastTurn, type Turn } from '../rounds/debate-record.js';
import { findLeader, type Verdict } from './reach-verdict.js';

export interface SentenceInput {
  readonly verdict: Verdict;
  /** The number of participants. */
  readonly seats: number;
  readonly absent: readonly Absent[];
  /** No participant gave a valid answer. */
  readonly isFailed: boolean;
  /** The recommended answer to an open question; undefined where the vote itself is the answer. */
  readonly answer: string | undefined;
}

/** The outcome in one sentence that claims no more than the votes support, and says who did not vote. */
export function verdictSentence({ verdict, seats, absent, isFailed, answer }: SentenceInput): string {
  const votes = isFailed ? 'Failed: no participant gave a valid answer' : describeVotes(verdict, seats);
  const lead = answer === undefined || !verdict.quorum.met ? votes : `${recommended(answer)}; the votes: ${votes}`;
  return cutText(plainLine([lead, ...describeAbsent(absent)].join('; ')), MAX_LENGTH);
}

const MAX_LENGTH = 1_200;
const MAX_ANSWER_LENGTH = 600;
const MAX_OPTION_LENGTH = 120;

function recommended(answer: string): string {
  return `Recommended: ${cutText(plainLine(answer), MAX_ANSWER_LENGTH).replace(/\.$/, '')}`;
}

function describeVotes(verdict: Verdict, seats: number): string {
  const { quorum, winner, tally } = verdict;
  const voted = `${quorum.voters} of ${seats} voted`;
  if (!quorum.met) return `No result: ${voted}, a quorum needs ${quorum.needed}`;
  if (winner !== null) return `${short(winner)}: ${[manner(verdict), voted, confidence(verdict)].join(', ')}`;
  const maxVotes = Math.max(...Object.values(tally));
  const leaders = Object.keys(tally).filter((option) => tally[option] === maxVotes);
  return `A tie: ${formatList(leaders.map(short))} have ${maxVotes} each, ${voted}`;
}

function manner({ status, quorum, tally, joined, grouping }: Verdict): string {
  // A single voter agrees with no one.
  if (quorum.voters === 1) return 'the only vote';
  if (status === 'unanimous_consensus') return joined.length === 0 ? 'unanimous' : 'unanimous after joining options';
  const split = Object.keys(tally).length > 1 ? ` ${formatSplit(tally)}` : '';
  const worded =
    grouping === undefined ? '' : ` (as worded ${formatSplit(grouping.tallyAsWorded)}, grouped by ${grouping.by})`;
  return `${status === 'majority_decision' ? 'majority' : 'most votes but no majority'}${split}${worded}`;
}

/** `3 : 1` */
export function formatSplit(tally: Verdict['tally']): string {
  return Object.values(tally).join(' : ');
}

/** The mean over those who chose the winner: the others were confident in something else. */
function confidence({ votes, tally }: Verdict): string {
  const supporters = votes.filter(({ option }) => option.text === findLeader(tally));
  const sum = supporters.reduce((total, { vote }) => total + vote.confidence, 0);
  const mean = (sum / supporters.length).toFixed(2);
  return `confidence ${mean}${Number(mean) < LOW_CONFIDENCE ? ' (low confidence)' : ''}`;
}

const LOW_CONFIDENCE = 0.4;

function describeAbsent(absent: readonly Absent[]): string[] {
  const kinds = [...new Set(absent.map(({ how }) => how))];
  return kinds.map((kind) => {
    const names = absent.filter(({ how }) => how === kind).map(({ participant }) => participant);
    return `${formatList(names)} ${names.length > 1 ? kind.replace('was', 'were') : kind}`;
  });
}

function short(option: string): string {
  return cutText(plainLine(option), MAX_OPTION_LENGTH);
}

/** A participant without a vote that counts, and what it did when it was last asked. */
interface Absent {
  readonly participant: string;
  readonly how: 'abstained' | 'refused' | 'failed' | 'was not asked';
  readonly reason: string;
}

export function findAbsent({ seats, rounds }: Debate, { votes }: Verdict): Absent[] {
  const voters = new Set(votes.map(({ participant }) => participant));
  return seats.flatMap((seat) => {
    const turn = findLastTurn(seat, rounds);
    if (turn === undefined || voters.has(seat.participant)) return [];
    return [{ participant: seat.participant, ...describeTurn(turn) }];
  });
}

function describeTurn({ outcome }: Turn): Pick<Absent, 'how' | 'reason'> {
  if (outcome.kind === 'answered') {
    return {
      how: 'abstained',
      reason: outcome.vote.kind === 'abstention' ? outcome.vote.reason : 'its vote is unclear',
    };
  }
  const { failure } = outcome;
  const how = failure.kind === 'refused' ? 'refused' : failure.kind === 'not_asked' ? 'was not asked' : 'failed';
  return { how, reason: describeFailure(failure) };
}
