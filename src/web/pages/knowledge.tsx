import { useEffect, useState } from 'preact/hooks';
import type { RouteInput, RouteOutput } from '../../http/routes/index.js';
import { Choice } from '../components/choice.js';
import { Empty, Page } from '../components/page.js';
import { Paging, pageNumber } from '../components/paging.js';
import { SearchBox } from '../components/search-box.js';
import { Table } from '../components/table.js';
import { Command, formatPercent } from '../components/text.js';
import { PRIORITIES, TYPES } from '../knowledge/choices.js';
import { ConflictView } from '../knowledge/difference.js';
import type { ItemData } from '../knowledge/item-text.js';
import { ItemView } from '../knowledge/item-view.js';
import { TryCall } from '../knowledge/try-call.js';
import { useChanges } from '../knowledge/use-changes.js';
import { changes } from '../shell/changes.js';
import { useKeys } from '../shell/keyboard.js';
import { parameters, setParameter } from '../shell/location.js';
import { useQuery } from '../shell/use-query.js';

type Listing = RouteOutput<'knowledge'>;

/** Should the agent be shown this? */
export function KnowledgePage() {
  const query = useQuery('knowledge', readFilter());
  // Hooks and editors change the files, too: they are read again when the person comes back.
  useEffect(() => {
    const lookAgain = () => void changes.value++;
    addEventListener('focus', lookAgain);
    return () => removeEventListener('focus', lookAgain);
  }, []);
  return (
    <Page title="Knowledge" lead="Should the agent be shown this?" query={query}>
      {(listing) => <Review listing={listing} />}
    </Page>
  );
}

/** The address may say anything: what is not a choice is left out. */
function readFilter(): RouteInput<'knowledge'> {
  const choice = (name: string, options: readonly (readonly [string, string])[]) => {
    const value = parameters.value.get(name) ?? '';
    return options.some(([known]) => known === value) ? { [name]: value } : {};
  };
  return {
    ...choice('status', STATUSES),
    ...choice('priority', PRIORITIES),
    ...choice('type', TYPES),
    search: (parameters.value.get('search') ?? '').slice(0, 500),
    page: pageNumber(parameters.value.get('page')),
  };
}

const STATUSES = [
  ['draft', 'drafts'],
  ['active', 'active'],
  ['archived', 'archived'],
  ['all', 'all'],
] as const;

/** The queue and the item that is selected in it, side by side. */
function Review({ listing }: { readonly listing: Listing }) {
  const { rows, status, faults, effect } = listing;
  const made = useChanges();
  const [editing, edit] = useState<ItemData>();
  // The edited item stays, also when the queue changes around it.
  const selected = editing?.id ?? selectedIn(rows);
  const [isHeld, hold] = useState(false);
  const select = (at: number) => {
    // Neither a click nor a key throws away what was typed.
    hold(editing !== undefined);
    if (editing === undefined) setParameter('item', rows[at]?.id ?? '');
  };
  const undo = async () => {
    const id = await made.undo();
    if (id !== undefined) setParameter('item', id);
  };
  // Asked for when a key comes, which may be before the page is drawn again.
  const index = () => rows.findIndex(({ id }) => id === selectedIn(rows));
  // In a list of one status the item leaves it, and the next one follows.
  const at = index();
  const moveOn = () => status !== 'all' && at >= 0 && select(rows[at + 1] === undefined ? at - 1 : at + 1);
  const keys = {
    j: { meaning: 'next item', press: () => select(Math.min(index() + 1, rows.length - 1)) },
    k: { meaning: 'previous item', press: () => select(Math.max(index() - 1, 0)) },
    Enter: { meaning: 'to the item', press: () => document.getElementById('item')?.focus() },
    u: { meaning: 'undo', press: () => editing === undefined && void undo() },
  };
  useKeys(keys);
  return (
    <>
      <Filters listing={listing} />
      {faults.map((fault) => (
        <p key={fault} class="warn">
          ! {fault}
        </p>
      ))}
      <div class="toolbar">
        <button type="button" disabled={!made.canUndo || editing !== undefined} onClick={() => void undo()}>
          Undo <kbd>u</kbd>
        </button>
        <span role="status">
          {isHeld && editing !== undefined ? 'Save or cancel the open edit first.' : made.message}
        </span>
      </div>
      {made.conflict !== undefined && <ConflictView conflict={made.conflict} />}
      <div class="panes">
        <Queue listing={listing} selected={selected} onSelect={select} />
        {selected !== undefined && <ItemView {...{ id: selected, editing, edit }} changes={made} onDecided={moveOn} />}
      </div>
      <TryCall />
      {effect !== null && <EffectView effect={effect} />}
    </>
  );
}

function selectedIn(rows: Listing['rows']): string | undefined {
  return parameters.value.get('item') ?? rows[0]?.id;
}

function Filters({ listing: { status, drafts } }: { readonly listing: Listing }) {
  const set = (name: string) => (value: string) => {
    setParameter('page', '');
    setParameter('item', '');
    setParameter(name, value);
  };
  const any = [['', 'any']] as const;
  const value = (name: string) => parameters.value.get(name) ?? '';
  return (
    <div class="toolbar">
      <Choice
        label="Status"
        value={status}
        options={STATUSES.map(([key, text]) => [key, key === 'draft' ? `${text} (${drafts})` : text])}
        onChange={set('status')}
      />
      <Choice label="Priority" value={value('priority')} options={[...any, ...PRIORITIES]} onChange={set('priority')} />
      <Choice label="Type" value={value('type')} options={[...any, ...TYPES]} onChange={set('type')} />
      <SearchBox label="Search" value={value('search')} onChange={set('search')} />
    </div>
  );
}

interface QueueProps {
  readonly listing: Listing;
  readonly selected: string | undefined;
  readonly onSelect: (index: number) => void;
}

function Queue({ listing, selected, onSelect }: QueueProps) {
  const { rows, total, hasMore } = listing;
  if (rows.length === 0) return <None listing={listing} />;
  const page = pageNumber(parameters.value.get('page'));
  return (
    <nav aria-label="Items">
      <p class="quiet">
        {total} {total === 1 ? 'item' : 'items'}: <kbd>j</kbd> <kbd>k</kbd> move, <kbd>a</kbd> approve, <kbd>e</kbd>{' '}
        edit, <kbd>x</kbd> archive, <kbd>u</kbd> undo
      </p>
      <ul class="queue">
        {rows.map((row, index) => (
          <li key={row.id}>
            <Row row={row} isSelected={row.id === selected} onSelect={() => onSelect(index)} />
          </li>
        ))}
      </ul>
      <Paging parameter="page" page={page} hasMore={hasMore} label="Pages of the list" />
    </nav>
  );
}

interface RowProps {
  readonly row: Listing['rows'][number];
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}

function Row({ row, isSelected, onSelect }: RowProps) {
  const { label, priority, type, status, inactive, notShown, timesShown, timesPaused, helpful, wrong, correctedTimes } =
    row;
  const isHidden = status !== 'archived' && (inactive ?? notShown) !== undefined;
  return (
    <button
      type="button"
      aria-current={isSelected ? 'true' : undefined}
      onClick={onSelect}
      ref={isSelected ? keepInView : null}
    >
      <bdi>{label.slice(0, 200)}</bdi>
      <span class="quiet">
        {priority} {type}, {status === 'draft' ? 'not reviewed' : status}
        {isHidden && ', not shown'}
        {correctedTimes !== undefined && `, corrected ${correctedTimes} times: CRITICAL?`}
        {timesShown + timesPaused > 0 && `, shown ${timesShown}, paused ${timesPaused}`}
        {helpful + wrong > 0 && `, helpful ${helpful}, not helpful ${wrong}`}
      </span>
    </button>
  );
}

function keepInView(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'nearest' });
}

function None({ listing: { status } }: { readonly listing: Listing }) {
  const isFiltered = ['priority', 'type', 'search', 'page'].some((name) => (parameters.value.get(name) ?? '') !== '');
  if (isFiltered) return <Empty>No item fits these filters.</Empty>;
  if (status === 'draft') return <Empty>No draft waits for a review.</Empty>;
  if (status !== 'all') return <Empty>No item is {status}.</Empty>;
  return (
    <Empty>
      Nothing is recorded yet.{' '}
      <Command text='witan knowledge add "Version bump" --file "**/plugin.json" --item "CHANGELOG.md"' /> adds an item;
      corrections become drafts once <Command text="witan init" /> registered the hooks.
    </Empty>
  );
}

type Effect = NonNullable<RouteOutput<'knowledge'>['effect']>;
type Arm = Effect['shown'];

/** Shows whether items help: what followed with and without them. */
function EffectView({ effect: { holdout, verdict, shown, heldOut, byItem } }: { readonly effect: Effect }) {
  return (
    <section aria-labelledby="effect">
      <h2 id="effect">Does showing help?</h2>
      <p>{verdict}</p>
      <p class="quiet">
        {formatPercent(holdout)} of the items are left out to compare. Troubled: a correction or a failed call came
        within five turns. Ranges are 95 % intervals.
      </p>
      <Table
        label="Effect by item"
        rows={[{ item: 'All', shown, heldOut }, ...byItem]}
        keyOf={({ item }) => item}
        columns={[
          ['Item', ({ item }) => item],
          ['Shown', (row) => row.shown.occasions, 'number'],
          ['Troubled', (row) => formatRate(row.shown), 'number'],
          ['Left out', (row) => row.heldOut.occasions, 'number'],
          ['Troubled', (row) => formatRate(row.heldOut), 'number'],
        ]}
      />
    </section>
  );
}

function formatRate({ rate, interval }: Arm): string {
  if (rate === undefined || interval === undefined) return '–';
  return `${formatPercent(rate)} (${formatPercent(interval[0])} to ${formatPercent(interval[1])})`;
}
