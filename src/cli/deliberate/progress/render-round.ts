import { formatCount } from '../../../kernel/format-count.js';
import type { Color } from '../../text/color.js';
import { displayWidth, fitToWidth } from '../../text/display-width.js';
import { wrapText } from '../../text/wrap-text.js';
import { formatDuration, formatSeconds } from '../format-duration.js';
import { formatTally } from './format-tally.js';
import type { RoundState, SeatState } from './round-state.js';

export interface RoundView {
  readonly nowMs: number;
  readonly width: number;
  readonly color: Color;
  readonly names: ReadonlyMap<string, string>;
}

/**
 * A running round is one line that fits the window, because a line that wraps cannot be redrawn: all participants if
 * they fit, otherwise the count and who is still thinking. A finished one is not redrawn and may take several lines.
 */
export function renderRound(state: RoundState, view: RoundView): string {
  const head = `Round ${state.round} of ${state.rounds}`;
  const seats = state.seats.map((seat) => seatPart(seat, state, view));
  const votes = state.tally === null ? [] : [{ plain: formatTally(state.tally), painted: formatTally(state.tally) }];
  const whole = [{ plain: head, painted: head }, ...seats, ...votes];
  if (displayWidth(plainRow(whole)) < view.width) return whole.map(({ painted }) => painted).join(GAP);
  if (state.tally !== null) return finishedForm({ head, seats, votes: formatTally(state.tally) }, view.width);
  return fitToWidth([head, ...shortForm(state, view)].join(GAP), view.width - 1);
}

const GAP = '   ';

const plainRow = (parts: readonly Part[]) => parts.map(({ plain }) => plain).join(GAP);

/** As many participants on a line as fit, then the votes on separate lines, all below the first participant. */
function finishedForm(
  { head, seats, votes }: { readonly head: string; readonly seats: readonly Part[]; readonly votes: string },
  width: number,
): string {
  const room = width - 1 - displayWidth(head + GAP);
  const rows: Part[][] = [];
  for (const seat of seats) {
    const row = rows.at(-1);
    if (row !== undefined && displayWidth(plainRow([...row, seat])) <= room) row.push(seat);
    else rows.push([seat]);
  }
  const lines = [
    ...rows.map((row) =>
      displayWidth(plainRow(row)) <= room
        ? row.map(({ painted }) => painted).join(GAP)
        : fitToWidth(plainRow(row), room),
    ),
    ...wrapText(votes, room),
  ];
  const margin = ' '.repeat(displayWidth(head + GAP));
  return lines.map((line, position) => (position === 0 ? head + GAP : margin) + line).join('\n');
}

interface Part {
  readonly plain: string;
  readonly painted: string;
}

function seatPart({ name, progress }: SeatState, state: RoundState, view: RoundView): Part {
  const shown = view.names.get(name) ?? name;
  switch (progress.kind) {
    case 'thinking': {
      const plain = `${shown} … ${formatSeconds(view.nowMs - state.startedMs)}${formatLooks(progress.looks)}`;
      return { plain, painted: view.color('quiet', plain) };
    }
    case 'answered': {
      const note = progress.hasVoted ? '' : ' no vote';
      const time = formatDuration(progress.durationMs);
      return { plain: `${shown} ✓ ${time}${note}`, painted: `${shown} ${view.color('good', '✓')} ${time}${note}` };
    }
    case 'failed': {
      const time = formatDuration(progress.durationMs);
      return { plain: `${shown} ✗ ${time} failed`, painted: `${shown} ${view.color('bad', '✗')} ${time} failed` };
    }
  }
}

/** Says why an answer takes a second call. */
function formatLooks(looks: number): string {
  if (looks === 0) return '';
  return ` (${formatCount(looks, 'look')} at the project)`;
}

function shortForm(state: RoundState, view: RoundView): string[] {
  const count = (kind: SeatState['progress']['kind']) =>
    state.seats.filter(({ progress }) => progress.kind === kind).length;
  const failed = count('failed') === 0 ? '' : `, ${count('failed')} failed`;
  const answered = `${count('answered')} of ${state.seats.length} answered${failed}`;
  const thinking = state.seats.filter(({ progress }) => progress.kind === 'thinking');
  if (thinking.length === 0) return [answered];
  const names = thinking.map(({ name }) => view.names.get(name) ?? name).join(', ');
  return [answered, `… ${formatSeconds(view.nowMs - state.startedMs)} ${names}`];
}
