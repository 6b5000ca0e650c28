import type { RouteInput, RouteOutput } from '../../http/routes/index.js';
import { Choice } from '../components/choice.js';
import { Outcome } from '../components/outcome.js';
import { Empty, Page } from '../components/page.js';
import { Paging, pageNumber } from '../components/paging.js';
import { SearchBox } from '../components/search-box.js';
import { Table } from '../components/table.js';
import { Command, Time } from '../components/text.js';
import { EntryView } from '../journal/entry-view.js';
import { parameters, path, setParameter } from '../shell/location.js';
import { useQuery } from '../shell/use-query.js';

type Journal = RouteOutput<'journal'>;

const OUTCOMES = ['confirmed', 'falsified', 'abandoned'] as const;

/** The list, or below its address one entry. */
export function JournalPage() {
  const id = path.value.slice('/journal/'.length);
  return id === '' ? <EntryList /> : <EntryView key={id} id={decodeURIComponent(id)} />;
}

function EntryList() {
  const given = parameters.value;
  // The server knows the domains and refuses any other.
  const domain = (given.get('domain') ?? undefined) as RouteInput<'journal'>['domain'];
  const outcome = OUTCOMES.find((known) => known === given.get('outcome'));
  const search = given.get('search') ?? '';
  const page = pageNumber(given.get('page'));
  const query = useQuery('journal', { search, page, ...(domain && { domain }), ...(outcome && { outcome }) });
  const isFiltered = search !== '' || domain !== undefined || outcome !== undefined;
  return (
    <Page title="Journal" lead="What did the agent believe, and what happened?" query={query}>
      {(data) =>
        data.open.length + data.orphans.length + data.entries.length === 0 && !isFiltered && page === 0 ? (
          <Empty>
            No hypothesis was written down yet. <Command text="witan init" /> connects Claude Code, which then does so
            with <code>start_ghap</code>.
          </Empty>
        ) : (
          <>
            <OpenEntries title="Left open by earlier sessions" entries={data.orphans} />
            <OpenEntries title="Open now" entries={data.open} />
            <h2>Resolved</h2>
            <Filters domains={data.domains} domain={domain ?? ''} outcome={outcome ?? ''} search={search} />
            {data.entries.length === 0 ? (
              <Empty>{isFiltered ? 'No entry fits these filters.' : 'No entry was resolved yet.'}</Empty>
            ) : (
              <Resolved entries={data.entries} />
            )}
            <Paging parameter="page" page={page} hasMore={data.hasMore} label="Pages of the list" />
          </>
        )
      }
    </Page>
  );
}

function OpenEntries({ title, entries }: { readonly title: string; readonly entries: Journal['open'] }) {
  if (entries.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <ul class="plain">
        {entries.map(({ id, domain, goal, hypothesis, createdAt }) => (
          <li key={id} class="card row">
            <a href={entryPath(id)}>{goal}</a> <span class="tag">{domain}</span>{' '}
            <span class="quiet">
              since <Time value={createdAt} />
            </span>
            <p class="stored">{hypothesis}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

interface FiltersProps extends Pick<Journal, 'domains'> {
  readonly domain: string;
  readonly outcome: string;
  readonly search: string;
}

function Filters({ domains, domain, outcome, search }: FiltersProps) {
  const set = (name: string) => (value: string) => {
    setParameter('page', '');
    setParameter(name, value);
  };
  const all = (words: readonly string[]) => [['', 'all'] as const, ...words.map((word) => [word, word] as const)];
  return (
    <div class="toolbar">
      <Choice label="Domain" value={domain} options={all(domains)} onChange={set('domain')} />
      <Choice label="Outcome" value={outcome} options={all(OUTCOMES)} onChange={set('outcome')} />
      <SearchBox label="Search" value={search} onChange={set('search')} />
    </div>
  );
}

function Resolved({ entries }: Pick<Journal, 'entries'>) {
  return (
    <Table
      label="Resolved entries"
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        ['Goal', ({ id, goal }) => <a href={entryPath(id)}>{goal}</a>],
        ['Outcome', ({ outcomeStatus }) => outcomeStatus !== null && <Outcome status={outcomeStatus} />],
        ['Tier', ({ confidenceTier }) => confidenceTier],
        ['Domain', ({ domain }) => domain],
        ['Strategy', ({ strategy }) => strategy],
        ['Begun', ({ createdAt }) => <Time value={createdAt} />, 'still'],
      ]}
    />
  );
}

function entryPath(id: string): string {
  return `/journal/${encodeURIComponent(id)}`;
}
