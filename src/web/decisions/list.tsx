import type { RouteOutput } from '../../http/routes/index.js';
import { Choice } from '../components/choice.js';
import { OUTCOME_NAMES } from '../components/outcome-mark.js';
import { Empty, Page } from '../components/page.js';
import { SearchBox } from '../components/search-box.js';
import { Table } from '../components/table.js';
import { Command } from '../components/text.js';
import { parameters, setParameter } from '../shell/location.js';
import { useQuery } from '../shell/use-query.js';
import { DECISION_COLUMNS } from './columns.js';
import { SearchResults } from './search-results.js';

type List = RouteOutput<'decisions'>;

const ARCHIVED = ['without', 'with', 'only'] as const;
const OUTCOMES = ['none', 'any', ...OUTCOME_NAMES] as const;

/** All decisions, latest first, or those on questions like the one that is searched for. */
export function DecisionList() {
  const given = (name: string) => parameters.value.get(name) ?? '';
  const [search, archived, outcome] = [
    given('search').trim(),
    ARCHIVED.find((known) => known === given('archived')) ?? 'without',
    OUTCOMES.find((known) => known === given('outcome')),
  ];
  const before = given('before');
  const query = useQuery('decisions', { archived, ...(outcome && { outcome }), ...(before && { before }) });
  return (
    <Page title="Decisions" lead="Did we decide this before, and was it right?" query={query}>
      {(list) =>
        list.total === 0 ? (
          <Empty>
            Nothing was decided here yet. <Command text='witan deliberate "question"' /> makes the first decision.
          </Empty>
        ) : (
          <>
            <Filters archived={archived} outcome={outcome ?? ''} isSearching={search !== ''} />
            {search === '' ? (
              <Rows key={before} list={list} />
            ) : (
              <SearchResults text={search} archived={archived !== 'without'} />
            )}
          </>
        )
      }
    </Page>
  );
}

interface FiltersProps {
  readonly archived: string;
  readonly outcome: string;
  readonly isSearching: boolean;
}

function Filters({ archived, outcome, isSearching }: FiltersProps) {
  const set = (name: string, value: string) => {
    for (const each of ['before', 'rows']) setParameter(each, '');
    setParameter(name, value);
  };
  return (
    <div class="toolbar">
      <SearchBox
        label="Similar question"
        value={parameters.value.get('search') ?? ''}
        onChange={(value) => setParameter('search', value)}
        maxLength={2000}
        placeholder="Which database for …?"
      />
      {!isSearching && (
        <Choice
          label="Outcome"
          value={outcome}
          options={[
            ['', 'all'],
            ['none', 'not recorded'],
            ['any', 'recorded'],
            ...OUTCOME_NAMES.map((name) => [name, name] as const),
          ]}
          onChange={(value) => set('outcome', value)}
        />
      )}
      <Choice
        label="Archived"
        value={archived}
        options={[
          ['without', 'without'],
          ['with', 'with'],
          ['only', 'only'],
        ]}
        onChange={(value) => set('archived', value === 'without' ? '' : value)}
      />
    </div>
  );
}

/** A page of a hundred has two halves, of which one is on the screen. */
const ROWS_SHOWN = 50;

function Rows({ list: { rows, matching, hasMore } }: { readonly list: List }) {
  const isSecondHalf = parameters.value.get('rows') === 'more' && rows.length > ROWS_SHOWN;
  const shown = isSecondHalf ? rows.slice(ROWS_SHOWN) : rows.slice(0, ROWS_SHOWN);
  if (rows.length === 0) return <Empty>No decision fits these filters.</Empty>;
  const older =
    isSecondHalf || rows.length <= ROWS_SHOWN ? { before: rows.at(-1)?.id ?? '', rows: '' } : { rows: 'more' };
  return (
    <>
      <Table label="List of decisions" rows={shown} keyOf={({ id }) => id} columns={DECISION_COLUMNS} />
      <nav class="toolbar" aria-label="Pages of the list">
        <span class="quiet">
          {matching} {matching === 1 ? 'decision' : 'decisions'}
        </span>
        {(parameters.value.has('before') || isSecondHalf) && (
          <a href={withParameters({ before: '', rows: '' })}>Latest</a>
        )}
        {(hasMore || (!isSecondHalf && rows.length > ROWS_SHOWN)) && <a href={withParameters(older)}>Older</a>}
      </nav>
    </>
  );
}

function withParameters(changed: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams(parameters.value);
  for (const [name, value] of Object.entries(changed)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next.size === 0 ? '/decisions' : `/decisions?${next}`;
}
