import type { ProgressEvent } from '../../../council/index.js';

/** One round as it can be shown at any moment. */
export interface RoundState {
  readonly round: number;
  readonly rounds: number;
  readonly startedMs: number;
  readonly seats: readonly SeatState[];
  /** The votes for each option; null while the round runs. */
  readonly tally: Readonly<Record<string, number>> | null;
}

export interface SeatState {
  readonly name: string;
  readonly progress: /** `looks`: how often something of the project was looked up for it. */
    | { readonly kind: 'thinking'; readonly looks: number }
    | { readonly kind: 'answered'; readonly durationMs: number; readonly hasVoted: boolean }
    | { readonly kind: 'failed'; readonly durationMs: number; readonly reason: string };
}

export function startRound(
  event: Extract<ProgressEvent, { kind: 'round_started' }>,
  participants: readonly string[],
  nowMs: number,
): RoundState {
  const seats = (event.asked ?? participants).map(thinking);
  return { round: event.round, rounds: event.rounds, startedMs: nowMs, seats, tally: null };
}

export function advanceRound(state: RoundState, event: ProgressEvent): RoundState {
  switch (event.kind) {
    case 'answered':
      return withSeat(state, event.participant, {
        kind: 'answered',
        durationMs: event.duration_ms,
        hasVoted: event.vote !== null,
      });
    case 'failed':
      return withSeat(state, event.participant, {
        kind: 'failed',
        durationMs: event.duration_ms,
        reason: event.reason,
      });
    case 'looked':
      return withSeat(state, event.participant, {
        kind: 'thinking',
        looks: looksOf(state, event.participant) + event.tools.length,
      });
    case 'widened':
      return { ...state, seats: [...state.seats, ...event.asked.map(thinking)] };
    case 'round_finished':
      return { ...state, tally: event.tally };
    case 'started':
    case 'round_started':
    case 'summarizing':
    case 'finished':
    case 'already_finished':
      return state;
  }
}

function thinking(name: string): SeatState {
  return { name, progress: { kind: 'thinking', looks: 0 } };
}

function looksOf({ seats }: RoundState, participant: string): number {
  const seat = seats.find(({ name }) => name === participant);
  return seat?.progress.kind === 'thinking' ? seat.progress.looks : 0;
}

function withSeat(state: RoundState, name: string, progress: SeatState['progress']): RoundState {
  return { ...state, seats: state.seats.map((seat) => (seat.name === name ? { name, progress } : seat)) };
}
