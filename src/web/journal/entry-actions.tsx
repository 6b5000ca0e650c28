import { useState } from 'preact/hooks';
import { Choice } from '../components/choice.js';
import { ConfirmButton } from '../components/confirm-button.js';
import { act } from '../shell/client.js';
import { goTo } from '../shell/location.js';
import type { Entry } from './entry-view.js';

interface EntryActionsProps {
  readonly entry: Entry;
  /** Those that are alive. */
  readonly sessions: readonly string[];
  readonly reload: () => void;
}

/** What a person can do with an entry: the same as `witan journal adopt`, `abandon` and `delete`. */
export function EntryActions({ entry: { id, state }, sessions, reload }: EntryActionsProps) {
  const [message, setMessage] = useState('');
  const change = async (work: () => Promise<string>) => {
    setMessage(await work().catch((error: unknown) => (error as Error).message));
    reload();
  };
  const remove = async () => {
    await act('delete_entry', { id });
    goTo('/journal');
    return '';
  };
  return (
    <section aria-label="Actions">
      <h2>Actions</h2>
      {state === 'open' && <p class="quiet">A running session works on it and closes it with resolve_ghap.</p>}
      {state === 'orphan' && (
        <>
          <Adopt id={id} sessions={sessions} change={change} />
          <Abandon id={id} change={change} />
        </>
      )}
      <ConfirmButton
        label="Delete"
        question="Delete it from the journal and from what was learned, permanently?"
        onConfirm={() => void change(remove)}
      />
      <p role="status">{message}</p>
    </section>
  );
}

interface ActionProps {
  readonly id: string;
  readonly change: (work: () => Promise<string>) => Promise<void>;
}

function Adopt({ id, sessions, change }: ActionProps & Pick<EntryActionsProps, 'sessions'>) {
  const [session, choose] = useState<string>();
  const [first = ''] = sessions;
  if (sessions.length === 0) {
    return (
      <p class="quiet">No session is alive that could continue it. Start Claude Code in this project to adopt it.</p>
    );
  }
  const adopt = async () => {
    await act('adopt_entry', { id, session: session ?? first });
    return 'Adopted: the session is shown it as an open entry.';
  };
  return (
    <div class="toolbar">
      {sessions.length > 1 && (
        <Choice
          label="Session"
          value={session ?? first}
          options={sessions.map((each) => [each, each])}
          onChange={choose}
        />
      )}
      <button type="button" onClick={() => void change(adopt)}>
        Adopt
      </button>
      <span class="quiet">gives it to {sessions.length > 1 ? 'this' : 'the running'} session</span>
    </div>
  );
}

function Abandon({ id, change }: ActionProps) {
  const [reason, setReason] = useState('');
  const abandon = async () => {
    await act('abandon_entry', { id, ...(reason.trim() !== '' && { reason }) });
    return 'Abandoned.';
  };
  return (
    <form
      class="toolbar"
      onSubmit={(event) => {
        event.preventDefault();
        void change(abandon);
      }}
    >
      <label class="choice">
        <span>Reason</span>
        <input value={reason} maxLength={2_000} onInput={({ currentTarget }) => setReason(currentTarget.value)} />
      </label>
      <button type="submit">Abandon</button>
      <span class="quiet">closes it without an outcome</span>
    </form>
  );
}
