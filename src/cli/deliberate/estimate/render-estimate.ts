import type { Estimated } from '../../../council/index.js';
import { formatCount } from '../../../kernel/format-count.js';
import { plainLine } from '../../../kernel/plain-text.js';
import { wrapText } from '../../text/wrap-text.js';
import { formatSeconds } from '../progress/format-duration.js';
import { shortNames } from '../short-names.js';
import { formatPrice, formatRange } from './format-estimate.js';

/** What a deliberation would take, for a person who has not decided to hold it yet. */
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
    ...wrapText(`Expected for ${names}, ${formatCount(rounds, 'round')} at most. Nobody was asked.`, width),
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
