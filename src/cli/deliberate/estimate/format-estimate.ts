import type { Estimate, ProgressEvent, Range } from '../../../council/index.js';
import { formatUsd } from '../../../kernel/format-usd.js';
import { formatSeconds } from '../progress/format-duration.js';

/** What is said before the first round. */
export function openingLines({ notice, estimate }: Extract<ProgressEvent, { kind: 'started' }>): string[] {
  return [...(notice === null ? [] : [notice]), ...formatEstimate(estimate)];
}

/** One line before the first round: what it will take. Nothing where it takes neither money nor time. */
function formatEstimate(estimate: Estimate): string[] {
  const { calls, usd, seconds } = estimate;
  if (usd !== 'unknown' && usd.high === 0 && seconds.high === 0) return [];
  const parts = [`${formatRange(calls, String)} ${calls.high === 1 ? 'call' : 'calls'}`, formatPrice(estimate)];
  if (seconds.high > 0) parts.push(formatRange(seconds, (value) => formatSeconds(value * 1000)));
  return [`Expected: ${parts.join(', ')}`];
}

/** An unknown price is said to be unknown, with the part that is known. */
export function formatPrice({ usd, known_usd: known }: Estimate): string {
  if (usd !== 'unknown') return formatRange(usd, formatUsd);
  return known === undefined || known.high === 0
    ? 'price unknown'
    : `price unknown (known part ${formatRange(known, formatUsd)})`;
}

export function formatRange({ low, high }: Range, words: (figure: number) => string): string {
  const [from, to] = [words(low), words(high)];
  return from === to ? from : `${from} to ${to}`;
}
