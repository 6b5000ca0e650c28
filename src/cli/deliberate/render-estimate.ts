import type { Estimate, Estimated, ProgressEvent, Range } from '../../council/index.js';
import { formatCount } from '../../kernel/format-count.js';
import { formatUsd } from '../../kernel/format-usd.js';
import { plainLine } from '../../kernel/plain-text.js';
import { wrapText } from '../text/wrap-text.js';
import { formatSeconds } from './format-duration.js';
import { shortNames } from './short-names.js';

/** What a deliberation would take, for a person who has not started it yet. */
export function renderEstimate({ participants, rounds, estimate, notice }: Estimated, width: number): string {
  const names = [...shortNames(participants).values()].join(', ');
  const unpriced = (estimate.unpriced ?? []).map(plainLine).join(', ');
  const rows: readonly (readonly [string, string])[] = [
    ['calls', formatRange(estimate.calls, count)],
    [
      'tokens',
      `${formatRange(estimate.input_tokens, count)} read, ${formatRange(estimate.output_tokens, count)} written`,
    ],
    ['cost', formatPrice(estimate) + (unpriced === '' ? '' : `; no price is known for ${unpriced}`)],
    ['time', formatRange(estimate.seconds, (value) => formatSeconds(value * 1000))],
    ...estimate.basis.map((text) => ['based on', text] as const),
    ...(notice === null ? [] : [['note', plainLine(notice)] as const]),
  ];
  return [
    ...wrapText(`Expected for ${names}, ${formatCount(rounds, 'round')} at most. No model was asked.`, width),
    ...rows.flatMap(([label, text]) =>
      wrapText(text, width - MARGIN).map((line, index) => `  ${(index === 0 ? label : '').padEnd(LABEL_WIDTH)}${line}`),
    ),
    '',
  ].join('\n');
}

const LABEL_WIDTH = 10;
const MARGIN = 2 + LABEL_WIDTH;

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
