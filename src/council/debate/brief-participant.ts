import type { CheckedRequest } from '../check-request.js';
import type { OptionBook } from '../options/option-book.js';
import { type Anonymity, peersAsSeenBy, relabel } from '../panel/peer-labels.js';
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
  anonymity: Anonymity,
): Briefing {
  const own = lastAnswerOf(seat, past);
  const seen = peersAsSeenBy(seat.participant, seats, anonymity);
  return {
    question: request.question,
    context: request.context,
    stance: seat.stance,
    round,
    rounds: request.rounds,
    options: past.length === 0 ? [] : book.list(),
    ownLastAnswer: own?.outcome.text,
    peers: seen.peers.flatMap((peer) => {
      const answer = lastAnswerOf(peer.seat, past);
      if (answer === undefined) return [];
      const { labels } = peersAsSeenBy(peer.seat.participant, seats, anonymity);
      return [{ label: peer.label, answer: relabel(answer.outcome.text, labels, seen) }];
    }),
  };
}
