import { createHash } from 'node:crypto';
import type { CheckedRequest } from '../check-request.js';
import type { OptionBook } from '../options/option-book.js';
import type { Seat } from '../panel/seat.js';
import type { Briefing } from '../prompt/build-prompt.js';
import { lastAnswerOf, type RoundRecord } from './debate-record.js';

/** What a seat is shown in a round: in the first nothing of the others, later their full latest answers. */
export function briefParticipant(
  seat: Seat,
  round: number,
  request: CheckedRequest,
  seats: readonly Seat[],
  past: readonly RoundRecord[],
  book: OptionBook,
  anonymity: { readonly anonymize: boolean; readonly seed: string },
): Briefing {
  const own = lastAnswerOf(seat, past);
  const order = peersAsSeenBy(seat, seats, anonymity.seed);
  return {
    question: request.question,
    context: request.context,
    stance: seat.stance,
    round,
    rounds: request.rounds,
    options: past.length === 0 ? [] : book.list(),
    ownLastAnswer: own?.outcome.text,
    peers: order.flatMap((peer, index) => {
      const answer = lastAnswerOf(peer, past);
      if (answer === undefined) return [];
      const label = anonymity.anonymize ? `Participant ${letter(index)}` : peer.participant;
      return [{ label, answer: answer.outcome.text }];
    }),
  };
}

/**
 * The others in an order of the reader's own, the same in every round so that labels keep their meaning. Derived from
 * a seed, so that a run can be repeated exactly; different per reader, so that no seat is always read first.
 */
export function peersAsSeenBy(reader: Seat, seats: readonly Seat[], seed: string): Seat[] {
  return seats
    .filter((seat) => seat !== reader)
    .map((seat) => ({ seat, rank: rankOf(`${seed}\n${reader.participant}\n${seat.participant}`) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ seat }) => seat);
}

/** A, B … Z, AA, AB … */
export function letter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letter(Math.floor(index / 26) - 1) + last;
}

function rankOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
