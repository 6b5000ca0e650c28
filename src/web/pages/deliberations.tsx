import { useState } from 'preact/hooks';
import type { RouteOutput } from '../../http/routes/index.js';
import { Choice } from '../components/choice.js';
import { ConfirmButton } from '../components/confirm-button.js';
import { Empty, Page } from '../components/page.js';
import { Paging, pageNumber } from '../components/paging.js';
import { SearchBox } from '../components/search-box.js';
import { Table } from '../components/table.js';
import { Command, formatKnownCost, formatSeconds, short, Time } from '../components/text.js';
import { act } from '../shell/client.js';
import { parameters, setParameter } from '../shell/location.js';
import { useQuery } from '../shell/use-query.js';

type List = RouteOutput<'deliberations'>;
type Entry = List['entries'][number];

const STATUSES = ['running', 'interrupted', 'finished', 'failed'] as const;

/** Which deliberations are there? */
export function DeliberationsPage() {
  const status = STATUSES.find((known) => known === parameters.value.get('status'));
  const search = parameters.value.get('search') ?? '';
  const page = pageNumber(parameters.value.get('page'));
  const query = useQuery('deliberations', { search, page, ...(status && { status }) });
  const [message, setMessage] = useState('');
  const change = async (work: () => Promise<string>) => {
    setMessage(await work().catch((error: unknown) => (error as Error).message));
    query.reload();
  };
  return (
    <Page title="Deliberations" lead="Running, interrupted and finished deliberations of this project." query={query}>
      {(list) => (
        <>
          <Filters status={status ?? ''} search={search} />
          <p role="status">{message}</p>
          {list.entries.length === 0 ? (
            <None list={list} isFiltered={status !== undefined || search !== ''} />
          ) : (
            <DeliberationTable list={list} change={change} />
          )}
          <Paging parameter="page" page={page} hasMore={list.hasMore} label="Pages of the list" />
          {list.elsewhere.map(({ folder, count }) => (
            <p key={folder} class="quiet">
              {count} not shown: about {folder}
            </p>
          ))}
          {list.entries.length > 0 && <Prune change={change} />}
        </>
      )}
    </Page>
  );
}

type Change = (work: () => Promise<string>) => Promise<void>;

function Filters({ status, search }: { readonly status: string; readonly search: string }) {
  const set = (name: string) => (value: string) => {
    setParameter('page', '');
    setParameter(name, value);
  };
  const options = [['', 'all'] as const, ...STATUSES.map((each) => [each, each] as const)];
  return (
    <div class="toolbar">
      <Choice label="Status" value={status} options={options} onChange={set('status')} />
      <SearchBox label="Search" value={search} onChange={set('search')} />
    </div>
  );
}

function None({ list, isFiltered }: { readonly list: List; readonly isFiltered: boolean }) {
  if (isFiltered && !list.isFirstUse) return <Empty>No deliberation fits these filters.</Empty>;
  return (
    <Empty>
      No deliberation is recorded yet. <Command text='witan deliberate "question"' /> begins one.
    </Empty>
  );
}

function DeliberationTable({ list: { entries }, change }: { readonly list: List; readonly change: Change }) {
  return (
    <Table
      label="List of deliberations"
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        ['Question', (entry) => <Question entry={entry} />],
        ['Status', ({ status }) => <span class={`tag ${TONES[status]}`}>{status}</span>],
        ['Winner', ({ winner }) => (winner === null ? <span class="quiet">–</span> : short(winner))],
        ['Round', ({ round, rounds }) => `${round}/${rounds}`, 'number'],
        ['Cost', ({ cost }) => formatKnownCost(cost), 'number'],
        ['Time', ({ activeMs }) => formatSeconds(activeMs / 1000), 'number'],
        ['Started', ({ startedAt }) => <Time value={startedAt} />, 'still'],
        [<span class="hidden">Actions</span>, (entry) => <Delete entry={entry} change={change} />],
      ]}
    />
  );
}

function Question({ entry: { id, question } }: { readonly entry: Entry }) {
  return <a href={`/deliberations/${id}`}>{short(question)}</a>;
}

const TONES: Readonly<Record<Entry['status'], string>> = {
  running: 'live good',
  interrupted: 'warn',
  finished: '',
  failed: 'bad',
};

function Delete({ entry: { id, status }, change }: { readonly entry: Entry; readonly change: Change }) {
  if (status === 'running') return null;
  const remove = async () => `Deleted the record of ${(await act('delete_deliberation', { id })).deleted}.`;
  return (
    <ConfirmButton
      label="Delete"
      name={`Delete ${id}`}
      question="Delete the record? Transcript and decision stay."
      onConfirm={() => void change(remove)}
    />
  );
}

function Prune({ change }: { readonly change: Change }) {
  const [before, setBefore] = useState('');
  const prune = async () => {
    const { deleted } = await act('prune_deliberations', { before });
    return `${deleted} ${deleted === 1 ? 'record' : 'records'} deleted.`;
  };
  return (
    <details>
      <summary>Delete old records</summary>
      <div class="toolbar">
        <label>
          Not used since{' '}
          <input type="date" value={before} onInput={({ currentTarget }) => setBefore(currentTarget.value)} />
        </label>
        <ConfirmButton
          label="Delete"
          question={`Delete all records from before ${before}, also interrupted ones?`}
          isDisabled={before === ''}
          onConfirm={() => void change(prune)}
        />
      </div>
    </details>
  );
}
