import type { RouteOutput } from '../../http/routes/index.js';
import { Empty } from '../components/page.js';
import { Table } from '../components/table.js';
import { formatPercent } from '../components/text.js';
import { useQuery } from '../shell/use-query.js';
import { DECISION_COLUMNS } from './columns.js';

type Answer = NonNullable<RouteOutput<'search_decisions'>['answer']>;

/** Decisions on similar questions; where there are none, the nearest. */
export function SearchResults({ text, archived }: { readonly text: string; readonly archived: boolean }) {
  const { data, error } = useQuery('search_decisions', { text, archived });
  if (error !== undefined) return <p role="alert">{error}</p>;
  if (data === undefined) return <p class="quiet">Searching …</p>;
  if (data.answer === null) return null;
  const { results, diagnostics, warning } = data.answer as Answer & { readonly warning?: string };
  return (
    <>
      {warning !== undefined && <p class="notice">{warning}</p>}
      {results.length > 0 ? <Found results={results} /> : <NotFound diagnostics={diagnostics} />}
    </>
  );
}

function Found({ results }: { readonly results: Answer['results'] }) {
  const rows = results.map((each) => ({
    ...each,
    outcome: each.outcome?.outcome ?? null,
    decided_at: each.timestamp,
  }));
  return (
    <Table
      label="Decisions on similar questions"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[...DECISION_COLUMNS, ['Similar', ({ score }) => formatPercent(score), 'number']]}
    />
  );
}

function NotFound({ diagnostics }: { readonly diagnostics: Answer['diagnostics'] }) {
  const near = diagnostics?.near_misses ?? [];
  return (
    <>
      <Empty>No decision on a similar question.</Empty>
      {near.length > 0 && (
        <>
          <h2>The nearest are about something else</h2>
          <ul>
            {near.map(({ id, question, score }) => (
              <li key={id}>
                <a href={`/decisions/${encodeURIComponent(id)}`}>{question}</a>{' '}
                <span class="quiet">{formatPercent(score)} similar</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
