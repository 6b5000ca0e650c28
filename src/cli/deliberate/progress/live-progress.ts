import { type ProgressEvent, shortNames } from '../../../council/index.js';
import { plainLine } from '../../../kernel/plain-text.js';
import type { Shell } from '../../shell.js';
import { colorFor } from '../../text/color.js';
import { fitToWidth } from '../../text/display-width.js';
import { lineWidth, windowWidth } from '../../text/line-width.js';
import { wrapText } from '../../text/wrap-text.js';
import { formatSeconds } from '../format-duration.js';
import { plainProgress } from './plain-progress.js';
import type { ProgressView } from './progress-view.js';

type LivePorts = Pick<Shell, 'stderr' | 'environment' | 'clock' | 'everySecond'>;

/** For a terminal: the lines of a log, and below them one that says who is waited for, redrawn every second. */
export function liveProgress({ stderr, environment, clock, everySecond }: LivePorts): ProgressView {
  const color = colorFor(stderr, environment);
  const log = plainProgress({ write: (text) => stderr.write(wrapLines(text, lineWidth(stderr))) });
  let waiting: Waiting = NOTHING;
  let names: ReadonlyMap<string, string> = new Map();

  const draw = () => {
    if (waiting.for.length === 0) return;
    const shown = waiting.for.map((name) => names.get(name) ?? plainLine(name)).join(', ');
    const text = `${waiting.verb} ${formatSeconds(clock.elapsed() - waiting.sinceMs)}: ${shown}`;
    stderr.write(CLEAR + color('quiet', fitToWidth(text, windowWidth(stderr) - 1)));
  };
  const clear = () => {
    if (waiting.for.length > 0) stderr.write(CLEAR);
  };

  const stopTicking = everySecond(draw);
  return {
    show(event) {
      clear();
      log.show(event);
      if (event.kind === 'started') names = shortNames(event.participants);
      waiting = advance(waiting, event, clock.elapsed());
      draw();
    },
    close() {
      stopTicking();
      clear();
      waiting = NOTHING;
    },
  };
}

interface Waiting {
  readonly verb: 'Waiting' | 'Summarizing';
  readonly for: readonly string[];
  readonly sinceMs: number;
  /** Everyone on the panel, who is asked in a round that names none. */
  readonly panel: readonly string[];
}

const NOTHING: Waiting = { verb: 'Waiting', for: [], sinceMs: 0, panel: [] };

function advance(waiting: Waiting, event: ProgressEvent, nowMs: number): Waiting {
  switch (event.kind) {
    case 'started':
      return { ...NOTHING, panel: event.participants };
    case 'round_started':
      return { ...waiting, verb: 'Waiting', for: event.asked ?? waiting.panel, sinceMs: nowMs };
    case 'widened':
      return { ...waiting, for: [...waiting.for, ...event.asked] };
    case 'answered':
    case 'failed':
      return { ...waiting, for: waiting.for.filter((name) => name !== event.participant) };
    case 'summarizing':
      return { ...waiting, verb: 'Summarizing', for: [event.by], sinceMs: nowMs };
    case 'round_finished':
    case 'finished':
    case 'already_finished':
      return { ...waiting, for: [] };
    case 'looked':
      return waiting;
  }
}

/** A line that continues is indented. */
function wrapLines(text: string, width: number): string {
  const lines = text.split('\n').map((line) => wrapText(line, width - 2).join('\n  '));
  return lines.join('\n');
}

/** To the start of the line, and clear it. */
const CLEAR = '\r\u001b[2K';
