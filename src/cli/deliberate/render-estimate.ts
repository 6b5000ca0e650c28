import { type Estimate, type Estimated, type ProgressEvent, type Range, shortNames } from '../../council/index.js';
import { formatCount } from '../../kernel/format-count.js';
import { formatUsd } from '../../kernel/format-usd.js';
import { plainLine } from '../../kernel/plain-text.js';
import type { Page } from '../text/page.js';
import { formatSeconds } from './format-duration.js';

/** What a deliberation would take, for a person who has not started it yet. */
export function renderEstimate({ participants, rounds, estimate, notice }: Estimated, page: Page): void {
  const names = [...shortNames(participants).values()].join(', ');
  const unpriced = (estimate.unpriced ?? []).map(plainLine).join(', ');
  const row = (label: string, text: string) => page.labeled(label, text, { indent: 2 });
  page.paragraph(`Expected for ${names}, ${formatCount(rounds, 'round')} at most. No model was asked.`);
  row('calls', formatRange(estimate.calls, count));
  row(
    'tokens',
    `${formatRange(estimate.input_tokens, count)} read, ${formatRange(estimate.output_tokens, count)} written`,
  );
  row('cost', formatPrice(estimate) + (unpriced === '' ? '' : `; no price is known for ${unpriced}`));
  row(
    'time',
    formatRange(estimate.seconds, (value) => formatSeconds(value * 1000)),
  );
  for (const text of estimate.basis) row('based on', text);
  if (notice !== null) row('note', notice);
}

function count(figure: number): string {
  return figure.toLocaleString('en-US');
}

/** The lines before the first round. */
export function openingLines({ notice, estimate }: Extract<ProgressEvent, { kind: 'started' }>): string[] {
  return [...(notice === null ? [] : [notice]), ...formatEstimate(estimate)];
}

/** What it is expected to take; nothing for a deliberation that takes neither money nor time. */
function formatEstimate(estimate: Estimate): string[] {
  const { calls, usd, seconds } = estimate;
  if (usd !== 'unknown' && usd.high === 0 && seconds.high === 0) return [];
  const parts = [`${formatRange(calls, String)} ${calls.high === 1 ? 'call' : 'calls'}`, formatPrice(estimate)];
  if (seconds.high > 0) parts.push(formatRange(seconds, (value) => formatSeconds(value * 1000)));
  return [`Expected: ${parts.join(', ')}`];
}

/** Of an unknown price, the known part. */
function formatPrice({ usd, known_usd: known }: Estimate): string {
  if (usd !== 'unknown') return formatRange(usd, formatUsd);
  return known === undefined || known.high === 0
    ? 'price unknown'
    : `price unknown (known part ${formatRange(known, formatUsd)})`;
}

function formatRange({ low, high }: Range, format: (figure: number) => string): string {
  const [from, to] = [format(low), format(high)];
  return from === to ? from : `${from} to ${to}`;
}
