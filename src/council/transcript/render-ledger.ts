import { dollars } from '../../kernel/dollars.js';
import type { DeliberationResult } from '../result.js';
import { oneLine } from './safe-text.js';

/** What every model used, and what had been expected; nothing for a demo, which uses nothing. */
export function renderLedger({ cost }: DeliberationResult): string {
  const { by_participant: rows, estimate } = cost;
  if (rows.every(({ usd, input_tokens: read }) => usd === 0 && read === 0)) return '';
  const { usd } = estimate;
  const expected = usd === 'unknown' ? 'a price that was not known' : `${dollars(usd.low)} to ${dollars(usd.high)}`;
  return [
    '## Cost',
    '',
    '| Who | Calls | Failed | Retries | Tokens in | Tokens out | Cost |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows.map((row) => {
      const who = `${oneLine(row.participant).replaceAll('|', '\\|')}${row.role === 'summary' ? ' (summary)' : ''}`;
      const price = row.usd === 'unknown' ? 'unknown' : `$${row.usd}`;
      const figures = [row.calls, row.failed_calls, row.retries, row.input_tokens, row.output_tokens, price];
      return `| ${[who, ...figures].join(' | ')} |`;
    }),
    '',
    `Expected before: ${estimate.calls.low} to ${estimate.calls.high} calls, ${expected}.`,
  ].join('\n');
}
