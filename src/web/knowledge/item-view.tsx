import { act } from '../shell/client.js';
import { useKeys } from '../shell/keyboard.js';
import { useQuery } from '../shell/use-query.js';
import { EditForm } from './edit-form.js';
import { type ItemData, toDraft, toText } from './item-text.js';
import type { Changes } from './use-changes.js';

interface ItemViewProps {
  readonly id: string;
  readonly changes: Changes;
  /** The item as the open form began with it. */
  readonly editing: ItemData | undefined;
  readonly edit: (item: ItemData | undefined) => void;
  /** The item was decided about: the next one. */
  readonly onDecided: () => void;
}

/** One item: what it says, what the agent would read, and what can be done with it. */
export function ItemView({ id, ...rest }: ItemViewProps) {
  const { data, error } = useQuery('knowledge_item', { id });
  // Nothing is decided about an item that is not shown yet.
  if (data?.id === id) return <LoadedItem key={id} data={data} {...rest} />;
  return error === undefined ? <p class="quiet">Loading …</p> : <p role="alert">{error}</p>;
}

interface LoadedItemProps extends Omit<ItemViewProps, 'id'> {
  readonly data: ItemData;
}

function LoadedItem({ data, changes, editing, edit, onDecided }: LoadedItemProps) {
  const { item } = data;
  const actions = useActions(data, changes, onDecided);
  useKeys(
    editing === undefined
      ? {
          a: { meaning: 'approve', press: actions.approve },
          e: { meaning: 'edit', press: () => edit(data) },
          x: { meaning: 'archive', press: actions.archive },
        }
      : {},
  );
  return (
    <article class="card" aria-labelledby="item">
      <h2 id="item" tabIndex={-1}>
        {item.label}
      </h2>
      <Marks data={data} />
      {editing === undefined ? (
        <>
          <Buttons actions={actions} status={item.status} onEdit={() => edit(data)} />
          <Facts data={data} />
        </>
      ) : (
        <EditForm
          item={editing.raw}
          onClose={() => edit(undefined)}
          onSave={async (fields) => {
            // The hash of what the form began with: a change elsewhere since then is a conflict.
            const send = (expected: string) => act('edit_item', { id: item.id, expected, fields });
            if ((await changes.make('Changed', editing.hash, send)) !== 'failed') edit(undefined);
          }}
        />
      )}
    </article>
  );
}

function useActions({ item: { id }, hash }: ItemData, changes: Changes, onDecided: () => void) {
  const decide = async (what: string, name: 'promote_item' | 'archive_item' | 'delete_item') => {
    if ((await changes.make(what, hash, (expected) => act(name, { id, expected }))) === 'done') onDecided();
  };
  const rate = (verdict: 'helpful' | 'not-helpful' | 'snooze') =>
    void changes.make(RATED[verdict], hash, (expected) => act('rate_item', { id, expected, verdict }));
  return {
    approve: () => void decide('Approved', 'promote_item'),
    archive: () => void decide('Archived', 'archive_item'),
    remove: () => void decide('Deleted', 'delete_item'),
    rate,
  };
}

const RATED = { helpful: 'Helpful', 'not-helpful': 'Not helpful', snooze: 'Not shown for a week' } as const;

interface ButtonsProps {
  readonly actions: ReturnType<typeof useActions>;
  readonly status: ItemData['item']['status'];
  readonly onEdit: () => void;
}

function Buttons({ actions, status, onEdit }: ButtonsProps) {
  return (
    <div class="toolbar">
      {status !== 'active' && (
        <button type="button" class="primary" onClick={actions.approve}>
          Approve <kbd>a</kbd>
        </button>
      )}
      <button type="button" onClick={onEdit}>
        Edit <kbd>e</kbd>
      </button>
      {status !== 'archived' && (
        <button type="button" onClick={actions.archive}>
          Archive <kbd>x</kbd>
        </button>
      )}
      {status === 'archived' && (
        <button type="button" class="danger" onClick={actions.remove}>
          Delete
        </button>
      )}
      {status === 'active' && (
        <>
          <button type="button" onClick={() => actions.rate('helpful')}>
            Helpful
          </button>
          <button type="button" onClick={() => actions.rate('not-helpful')}>
            Not helpful
          </button>
          <button type="button" onClick={() => actions.rate('snooze')}>
            Snooze a week
          </button>
        </>
      )}
    </div>
  );
}

function Marks({ data: { item, inactive, notShown, proposal } }: { readonly data: ItemData }) {
  const reason = inactive ?? (notShown && `it ${notShown}`);
  return (
    <>
      <p>
        <span class="tag">{item.priority}</span> <span class="tag">{item.content.type}</span>{' '}
        <span class="tag">{item.status === 'draft' ? 'draft, not reviewed' : item.status}</span>
      </p>
      {item.isForeign === true && (
        <p class="warn">
          Not written or reviewed on this machine: the agent reads only its title, and no call is paused, until you
          approve it.
        </p>
      )}
      {reason !== undefined && <p class="warn">Not shown: {reason}.</p>}
      {proposal !== undefined && (
        <p class="notice">
          Corrected {proposal.times} times: should it be CRITICAL? Edit its priority.
          {proposal.similar.length > 0 && ` The same in other words: ${proposal.similar.slice(0, 5).join(', ')}.`}
        </p>
      )}
    </>
  );
}

function Facts({ data }: { readonly data: ItemData }) {
  const { item, preview, lines, timesShown, timesPaused, timesHeldOut, helpful, wrong } = data;
  return (
    <>
      <h3>What the agent reads</h3>
      <pre>{preview}</pre>
      <h3>What is recorded</h3>
      <pre>{toText(toDraft(item))}</pre>
      {item.triggers.files.length > 0 && <MatchingFiles id={item.id} />}
      <h3>So far</h3>
      <p>
        Shown {timesShown}, paused a call {timesPaused}, left out to compare {timesHeldOut}. Feedback: helpful {helpful}
        , not helpful {wrong}.
      </p>
      <details>
        <summary>Why and when it is shown</summary>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p class="quiet">
          {item.id} in {item.graph}_graph.json
        </p>
      </details>
    </>
  );
}

function MatchingFiles({ id }: { readonly id: string }) {
  const { data } = useQuery('matching_files', { id });
  if (data?.id !== id || data.files === null) return null;
  const { count, names } = data.files;
  const more = count - names.length;
  return (
    <details>
      <summary>
        Its patterns match {count} {count === 1 ? 'file' : 'files'} now
      </summary>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
        {more > 0 && <li class="quiet">and {more} more</li>}
      </ul>
    </details>
  );
}
