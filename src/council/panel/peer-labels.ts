import { createHash } from 'node:crypto';
import type { Seat } from './seat.js';

/** The names by which a reader knows the others: label -> participant. Empty where real names are used. */
export type PeerLabels = ReadonlyMap<string, string>;

/** The other participants as one reader sees them: in a separate order, under neutral labels. */
export interface PeersAsSeen {
  readonly peers: readonly { readonly seat: Seat; readonly label: string }[];
  readonly labels: PeerLabels;
}

export interface Anonymity {
  readonly anonymize: boolean;
  readonly seed: string;
}

/**
 * The order is the same in every round, so that labels keep their meaning. It is derived from a seed, so that a run
 * can be repeated exactly, and different per reader, so that no seat is always read first.
 */
export function peersAsSeenBy(reader: string, seats: readonly Seat[], { anonymize, seed }: Anonymity): PeersAsSeen {
  const peers = seats
    .filter(({ participant }) => participant !== reader)
    .map((seat) => ({ seat, rank: getRank(`${seed}\n${reader}\n${seat.participant}`) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ seat }, index) => ({ seat, label: anonymize ? `Participant ${letter(index)}` : seat.participant }));
  return { peers, labels: new Map(anonymize ? peers.map(({ seat, label }) => [label, seat.participant]) : []) };
}

/** Replaces labels by names, for readers outside of the debate. */
export function withNames(text: string, labels: PeerLabels): string {
  return text.replace(LABEL, (label) => labels.get(label) ?? label);
}

/** Turns one reader's labels into another's: the same letter means another participant to each reader. */
export function relabel(text: string, writer: PeerLabels, { peers }: PeersAsSeen): string {
  if (writer.size === 0) return text;
  return text.replace(LABEL, (label) => {
    const meant = writer.get(label);
    if (meant === undefined) return label;
    // The participant that the reader does not see is the reader.
    return peers.find(({ seat }) => seat.participant === meant)?.label ?? 'you';
  });
}

const LABEL = /Participant [A-Z]{1,2}\b/g;

/** A, B … Z, AA, AB … */
function letter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letter(Math.floor(index / 26) - 1) + last;
}

function getRank(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
