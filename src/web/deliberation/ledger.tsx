import { Table } from '../components/table.js';
import { formatUsd } from '../components/text.js';
import type { Run } from './types.js';

/** What each participant used. */
export function Ledger({ run: { result, estimate } }: { readonly run: Run }) {
  const cost = result?.cost;
  if (cost == null || cost.by_participant.length === 0) return null;
  return (
    <section aria-label="Ledger">
      <h2>Ledger</h2>
      <Table
        label="Costs"
        rows={[...cost.by_participant, { participant: 'Total', role: 'total', ...cost }]}
        keyOf={({ participant, role }) => participant + role}
        columns={[
          [
            'Participant',
            ({ participant, role }) => (
              <>
                {participant} {role === 'summary' && <span class="quiet">summary</span>}
              </>
            ),
            'head',
          ],
          ['Calls', ({ calls }) => calls, 'number'],
          ['Failed', (row) => ('failed_calls' in row ? row.failed_calls : ''), 'number'],
          ['Tokens in', (row) => ('input_tokens' in row ? formatTokens(row.input_tokens) : ''), 'number'],
          [
            'Tokens out',
            (row) => ('output_tokens' in row ? formatTokens(row.output_tokens) : `${formatTokens(row.tokens)} in all`),
            'number',
          ],
          ['Cost', ({ usd }) => formatUsd(usd), 'number'],
        ]}
      />
      {estimate !== null && <p class="quiet">The estimate rested on: {estimate.basis.join('; ')}</p>}
    </section>
  );
}

function formatTokens(tokens: number | 'unknown'): string {
  return tokens === 'unknown' ? 'unknown' : tokens.toLocaleString('en');
}
