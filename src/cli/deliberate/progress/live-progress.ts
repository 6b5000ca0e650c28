import type { ProgressEvent } from '../../../council/index.js';
import { plainLine } from '../../../kernel/plain-text.js';
import type { CommandLinePorts } from '../../ports.js';
import { colorFor } from '../../text/color.js';
import { fitToWidth } from '../../text/display-width.js';
import { lineWidth, windowWidth } from '../../text/line-width.js';
import { wrapText } from '../../text/wrap-text.js';
import { openingLines } from '../estimate/format-estimate.js';
import { shortNames } from '../short-names.js';
import { formatSeconds } from './format-duration.js';
import type { ProgressView } from './progress-view.js';
import { renderRound } from './render-round.js';
import { advanceRound, type RoundState, startRound } from './round-state.js';

type LivePorts = Pick<CommandLinePorts, 'stderr' | 'environment' | 'clock' | 'everySecond'>;

/** For a terminal: one line per round, redrawn in place at every event and every second. */
export function liveProgress(ports: LivePorts): ProgressView {
  const { stderr, clock } = ports;
  const color = colorFor(stderr, ports.environment);
  let participants: readonly string[] = [];
  let names: ReadonlyMap<string, string> = new Map();
  let current: RoundState | undefined;
  let summary: { readonly by: string; readonly startedMs: number } | undefined;

  const draw = () => {
    const nowMs = clock.elapsed();
    const width = windowWidth(stderr);
    if (summary !== undefined) {
      const text = `Summary by ${summary.by} … ${formatSeconds(nowMs - summary.startedMs)}`;
      stderr.write(REDRAW + color('quiet', fitToWidth(text, width - 1)));
    } else if (current !== undefined) {
      stderr.write(REDRAW + renderRound(current, { nowMs, width, color, names }));
    }
  };
  const stopTicking = ports.everySecond(draw);

  /** On lines of their own, which stay: the one that is redrawn has no room for reasons. */
  const tellWhy = ({ round, asked = [], because }: Extract<ProgressEvent, { kind: 'round_started' }>) => {
    if (because === undefined) return;
    const whom = asked.map((name) => names.get(name) ?? plainLine(name)).join(', ');
    const lines = wrapText(`Round ${round} asks ${whom}, because ${plainLine(because)}`, lineWidth(stderr));
    stderr.write(`${lines.map((line) => color('quiet', line)).join('\n')}\n`);
  };

  const endRound = (failures: RoundState | undefined) => {
    current = undefined;
    stderr.write('\n');
    // The line above has no room for reasons, and a person should not have to wait for the end to read them.
    for (const { name, progress } of failures?.seats ?? []) {
      if (progress.kind !== 'failed') continue;
      const text = `  ${names.get(name) ?? name} failed: ${plainLine(progress.reason)}`;
      stderr.write(
        `${wrapText(text, lineWidth(stderr) - 2)
          .map((line) => `  ${line}`)
          .join('\n')}\n`,
      );
    }
  };
  const dropSummary = () => {
    if (summary !== undefined) stderr.write(REDRAW);
    summary = undefined;
  };

  const show = (event: ProgressEvent) => {
    switch (event.kind) {
      case 'started':
        participants = event.participants;
        names = shortNames(participants);
        for (const text of openingLines(event)) {
          stderr.write(`${wrapText(plainLine(text), lineWidth(stderr)).join('\n')}\n`);
        }
        return;
      case 'round_started':
        current = startRound(event, participants, clock.elapsed());
        tellWhy(event);
        return draw();
      case 'widened':
      case 'looked':
      case 'answered':
      case 'failed':
        current = current && advanceRound(current, event);
        return draw();
      case 'round_finished':
        current = current && advanceRound(current, event);
        draw();
        return endRound(current);
      case 'summarizing':
        summary = { by: names.get(event.by) ?? plainLine(event.by), startedMs: clock.elapsed() };
        return draw();
      case 'finished':
        return dropSummary();
      case 'already_finished':
        stderr.write(`${wrapText(plainLine(event.notice), lineWidth(stderr)).join('\n')}\n`);
        return;
    }
  };
  return {
    show,
    close() {
      stopTicking();
      dropSummary();
      if (current !== undefined) endRound(undefined);
    },
  };
}

/** To the start of the line, and clear it. */
const REDRAW = '\r\u001b[2K';
