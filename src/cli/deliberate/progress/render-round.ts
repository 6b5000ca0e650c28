import { displayWidth, fitToWidth } from '../../text/display-width.js';
import type { Paint } from '../../text/paint.js';
import { durationWords, wholeSeconds } from './duration-words.js';
import type { RoundState, SeatState } from './round-state.js';
import { tallyWords } from './tally-words.js';

export interface RoundView {
  readonly nowMs: number;
  readonly width: number;
  readonly paint: Paint;
  readonly names: ReadonlyMap<string, string>;
}

/**
 * The round on one line that fits the window, because a line that wraps cannot be redrawn in place: every seat where
 * there is room, else the count and who is still thinking.
 */
export function renderRound(state: RoundState, view: RoundView): string {
  const head = `Round ${state.round} of ${state.rounds}`;
  const seats = state.seats.map((seat) => seatPart(seat, state, view));
  const votes = state.tally === null ? [] : [{ plain: tallyWords(state.tally), painted: tallyWords(state.tally) }];
  const whole = [{ plain: head, painted: head }, ...seats, ...votes];
  if (displayWidth(whole.map(({ plain }) => plain).join(GAP)) < view.width) {
    return whole.map(({ painted }) => painted).join(GAP);
  }
  return fitToWidth([head, ...shortForm(state, view)].join(GAP), view.width - 1);
}

const GAP = '   ';

interface Part {
  readonly plain: string;
  readonly painted: string;
}

function seatPart({ name, progress }: SeatState, state: RoundState, view: RoundView): Part {
  const shown = view.names.get(name) ?? name;
  switch (progress.kind) {
    case 'thinking': {
      const plain = `${shown} … ${wholeSeconds(view.nowMs - state.startedMs)}`;
      return { plain, painted: view.paint('quiet', plain) };
    }
    case 'answered': {
      const note = progress.hasVoted ? '' : ' no vote';
      const time = durationWords(progress.durationMs);
      return { plain: `${shown} ✓ ${time}${note}`, painted: `${shown} ${view.paint('good', '✓')} ${time}${note}` };
    }
    case 'failed': {
      const time = durationWords(progress.durationMs);
      return { plain: `${shown} ✗ ${time} failed`, painted: `${shown} ${view.paint('bad', '✗')} ${time} failed` };
    }
  }
}

function shortForm(state: RoundState, view: RoundView): string[] {
  const count = (kind: SeatState['progress']['kind']) =>
    state.seats.filter(({ progress }) => progress.kind === kind).length;
  const failed = count('failed') === 0 ? '' : `, ${count('failed')} failed`;
  const answered = `${count('answered')} of ${state.seats.length} answered${failed}`;
  if (state.tally !== null) return [answered, tallyWords(state.tally)];
  const thinking = state.seats.filter(({ progress }) => progress.kind === 'thinking');
  if (thinking.length === 0) return [answered];
  const names = thinking.map(({ name }) => view.names.get(name) ?? name).join(', ');
  return [answered, `… ${wholeSeconds(view.nowMs - state.startedMs)} ${names}`];
}
