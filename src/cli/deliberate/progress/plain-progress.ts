import { formatTally, type ProgressEvent, shortNames } from '../../../council/index.js';
import { plainLine } from '../../../kernel/plain-text.js';
import type { OutputStream } from '../../shell.js';
import { formatDuration } from '../format-duration.js';
import { openingLines } from '../render-estimate.js';
import type { ProgressView } from './progress-view.js';

/** For pipes and logs: a line when something happened, and no control codes. */
export function plainProgress(stream: Pick<OutputStream, 'write'>): ProgressView {
  let names: ReadonlyMap<string, string> = new Map();
  let rounds = 0;
  return {
    show(event) {
      if (event.kind === 'started') names = shortNames(event.participants);
      if (event.kind === 'started' || event.kind === 'round_started') rounds = event.rounds;
      const line = lineOf(event, rounds, (participant) => names.get(participant) ?? plainLine(participant));
      if (line !== undefined) stream.write(`${line}\n`);
    },
    close: () => undefined,
  };
}

function lineOf(event: ProgressEvent, rounds: number, nameOf: (participant: string) => string): string | undefined {
  switch (event.kind) {
    case 'started':
      return openingLines(event).map(plainLine).join('\n') || undefined;
    case 'widened':
      return `Round ${event.round} of ${rounds}: ${plainLine(event.reason)}; ${event.asked.map(nameOf).join(', ')} asked too`;
    case 'looked':
      return `Round ${event.round} of ${rounds}: ${nameOf(event.participant)} looks at the project (${plainLine([...new Set(event.tools)].join(', '))})`;
    case 'answered': {
      const vote = event.vote === null ? 'without a vote' : `votes ${plainLine(event.vote.option)}`;
      return `Round ${event.round} of ${rounds}: ${nameOf(event.participant)} answered in ${formatDuration(event.duration_ms)}, ${vote}`;
    }
    case 'failed':
      return `Round ${event.round} of ${rounds}: ${nameOf(event.participant)} failed after ${formatDuration(event.duration_ms)}: ${plainLine(event.reason)}`;
    case 'round_finished': {
      const end = event.stop === null ? '' : `; ${plainLine(event.stop)}`;
      return `Round ${event.round} of ${event.rounds}: ${formatTally(event.tally)}${end}`;
    }
    case 'summarizing':
      return `Summary by ${nameOf(event.by)}`;
    case 'already_finished':
      return plainLine(event.notice);
    case 'round_started':
      if (event.asked === undefined || event.because === undefined) return undefined;
      return `Round ${event.round} of ${event.rounds}: asks ${event.asked.map(nameOf).join(', ')}, because ${plainLine(event.because)}`;
    case 'finished':
      return undefined;
  }
}
