import type { ProgressEvent } from '../../../council/index.js';
import { plainLine } from '../../../kernel/plain-text.js';
import type { CommandLinePorts } from '../../ports.js';
import { colorFor } from '../../text/color.js';
import { fitToWidth } from '../../text/display-width.js';
import { lineWidth, windowWidth } from '../../text/line-width.js';
import { wrapText } from '../../text/wrap-text.js';
import { formatSeconds } from '../format-duration.js';
import { openingLines } from '../render-estimate.js';
import { shortNames } from '../short-names.js';
import type { ProgressView } from './progress-view.js';
import { type RoundView, renderRound } from './render-round.js';
import { advanceRound, type RoundState, startRound } from './round-state.js';

type LivePorts = Pick<CommandLinePorts, 'stderr' | 'environment' | 'clock' | 'everySecond'>;

/** For a terminal: one line per round, redrawn at every event and every second. */
export function liveProgress(ports: LivePorts): ProgressView {
  const live: LiveState = {
    ...ports,
    color: colorFor(ports.stderr, ports.environment),
    participants: [],
    names: new Map(),
    current: undefined,
    summary: undefined,
  };
  const stopTicking = ports.everySecond(() => draw(live));
  return {
    show: (event) => show(live, event),
    close() {
      stopTicking();
      dropSummary(live);
      if (live.current !== undefined) endRound(live, undefined);
    },
  };
}

interface LiveState extends Pick<LivePorts, 'stderr' | 'clock'> {
  readonly color: RoundView['color'];
  participants: readonly string[];
  names: ReadonlyMap<string, string>;
  current: RoundState | undefined;
  summary: { readonly by: string; readonly startedMs: number } | undefined;
}

function show(live: LiveState, event: ProgressEvent): void {
  switch (event.kind) {
    case 'started':
      live.participants = event.participants;
      live.names = shortNames(event.participants);
      for (const text of openingLines(event)) writeLines(live, text);
      return;
    case 'round_started':
      live.current = startRound(event, live.participants, live.clock.elapsed());
      showReason(live, event);
      draw(live);
      return;
    case 'widened':
    case 'looked':
    case 'answered':
    case 'failed':
      live.current = live.current && advanceRound(live.current, event);
      draw(live);
      return;
    case 'round_finished':
      live.current = live.current && advanceRound(live.current, event);
      draw(live);
      endRound(live, live.current);
      return;
    case 'summarizing':
      live.summary = { by: live.names.get(event.by) ?? plainLine(event.by), startedMs: live.clock.elapsed() };
      draw(live);
      return;
    case 'finished':
      dropSummary(live);
      return;
    case 'already_finished':
      writeLines(live, event.notice);
      return;
  }
}

function draw({ stderr, clock, color, names, current, summary }: LiveState): void {
  const nowMs = clock.elapsed();
  const width = windowWidth(stderr);
  if (summary !== undefined) {
    const text = `Summary by ${summary.by} … ${formatSeconds(nowMs - summary.startedMs)}`;
    stderr.write(REDRAW + color('quiet', fitToWidth(text, width - 1)));
  } else if (current !== undefined) {
    stderr.write(REDRAW + renderRound(current, { nowMs, width, color, names }));
  }
}

function writeLines({ stderr }: LiveState, text: string): void {
  stderr.write(`${wrapText(plainLine(text), lineWidth(stderr)).join('\n')}\n`);
}

/** On separate lines, which stay: reasons do not fit into the line that is redrawn. */
function showReason(
  { stderr, color, names }: LiveState,
  { round, asked = [], because }: Extract<ProgressEvent, { kind: 'round_started' }>,
): void {
  if (because === undefined) return;
  const askedNames = asked.map((name) => names.get(name) ?? plainLine(name)).join(', ');
  const lines = wrapText(`Round ${round} asks ${askedNames}, because ${plainLine(because)}`, lineWidth(stderr));
  stderr.write(`${lines.map((line) => color('quiet', line)).join('\n')}\n`);
}

/** Reasons of failures do not fit into the line above, and a person should not wait for the end to read them. */
function endRound(live: LiveState, failures: RoundState | undefined): void {
  const { stderr, names } = live;
  live.current = undefined;
  stderr.write('\n');
  for (const { name, progress } of failures?.seats ?? []) {
    if (progress.kind !== 'failed') continue;
    const text = `  ${names.get(name) ?? name} failed: ${plainLine(progress.reason)}`;
    const lines = wrapText(text, lineWidth(stderr) - 2).map((line) => `  ${line}`);
    stderr.write(`${lines.join('\n')}\n`);
  }
}

function dropSummary(live: LiveState): void {
  if (live.summary !== undefined) live.stderr.write(REDRAW);
  live.summary = undefined;
}

/** To the start of the line, and clear it. */
const REDRAW = '\r\u001b[2K';
