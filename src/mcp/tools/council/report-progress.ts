import type { Estimate, OnProgress, ProgressEvent, Range } from '../../../council/index.js';
import { formatCount } from '../../../kernel/format-count.js';
import { formatUsd } from '../../../kernel/format-usd.js';

export interface ProgressReporter {
  readonly onProgress: OnProgress;
  stop(): void;
}

/**
 * One line per event, and a sign of life whenever nothing happened for a while: clients give up on a call that has
 * been silent too long, and a slow model may think for minutes.
 */
export function reportProgress(
  notify: (message: string) => void,
  intervalMs: number,
  now: () => number = () => performance.now(),
): ProgressReporter {
  const thinking = new Map<string, number>();
  let participants: readonly string[] = [];
  let doing = 'preparing';
  const heartbeat = (): void => notify(stillThinking(thinking, doing, now()));
  // Begins with the first event, because the first message is the one that names the deliberation.
  let timer: NodeJS.Timeout | undefined;
  return {
    onProgress(event) {
      switch (event.kind) {
        case 'started':
          participants = event.participants;
          break;
        case 'round_started':
          for (const participant of event.asked ?? participants) thinking.set(participant, now());
          break;
        case 'widened':
          for (const participant of event.asked) thinking.set(participant, now());
          break;
        case 'answered':
        case 'failed':
          thinking.delete(event.participant);
          break;
        case 'round_finished':
          thinking.clear();
          break;
        case 'looked':
          break;
        case 'summarizing':
          doing = `the summary is being written by ${event.by}`;
          break;
        case 'finished':
          doing = 'finishing';
          break;
        case 'already_finished':
          break;
      }
      notify(describeEvent(event));
      clearInterval(timer);
      timer = setInterval(heartbeat, intervalMs);
    },
    stop: () => clearInterval(timer),
  };
}

function stillThinking(thinking: ReadonlyMap<string, number>, doing: string, now: number): string {
  if (thinking.size === 0) return `still at work: ${doing}`;
  const waits = [...thinking].map(([participant, since]) => `${participant} for ${seconds(now - since)}`);
  return `still thinking: ${waits.join(', ')}`;
}

function describeEvent(event: ProgressEvent): string {
  switch (event.kind) {
    case 'started': {
      const panel = `deliberation ${event.deliberation_id} started: ${event.participants.join(', ')}; ${formatCount(event.rounds, 'round')} at most`;
      const notice = event.notice === null ? [] : [event.notice.replace(/\.$/, '')];
      return [panel, ...notice, expected(event.estimate)].join('. ');
    }
    case 'round_started':
      return `round ${event.round} of ${event.rounds} started${askedOnly(event)}`;
    case 'widened':
      return `round ${event.round}: ${event.reason}; ${event.asked.join(', ')} asked too`;
    case 'looked':
      return `round ${event.round}: ${event.participant} looked at the project: ${[...new Set(event.tools)].join(', ')}`;
    case 'answered':
      return `round ${event.round}: ${event.participant} answered in ${seconds(event.duration_ms)}, ${event.vote === null ? 'without a vote' : `for ${event.vote.option}`}`;
    case 'failed':
      return `round ${event.round}: ${event.participant} gave no answer: ${event.reason}`;
    case 'round_finished': {
      const tally = Object.entries(event.tally).map(([option, votes]) => `${votes} for ${option}`);
      const end = event.stop === null ? '' : `; the debate ends: ${event.stop}`;
      return `round ${event.round} of ${event.rounds} finished: ${tally.join(', ') || 'no votes'}${end}`;
    }
    case 'summarizing':
      return `the summary is being written by ${event.by}`;
    case 'finished':
      return `finished: ${event.status}`;
    case 'already_finished':
      return event.notice;
  }
}

function askedOnly({ asked = [], because }: Extract<ProgressEvent, { kind: 'round_started' }>): string {
  return because === undefined ? '' : `: asks ${asked.join(', ')}, because ${because}`;
}

function expected({ calls, usd, seconds: duration }: Estimate): string {
  const money = usd === 'unknown' ? 'price unknown' : span(usd, formatUsd);
  return `Expected: ${span(calls, String)} calls, ${money}, ${span(duration, String)} s`;
}

function span({ low, high }: Range, words: (figure: number) => string): string {
  return low === high ? words(low) : `${words(low)} to ${words(high)}`;
}

function seconds(milliseconds: number): string {
  const value = milliseconds / 1000;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} s`;
}
