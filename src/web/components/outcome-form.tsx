import { useState } from 'preact/hooks';
import { act } from '../shell/client.js';
import { OUTCOME_NAMES, OutcomeMark, type OutcomeName } from './outcome-mark.js';
import { Time } from './text.js';

interface OutcomeFormProps {
  readonly decisionId: string;
  readonly recorded: RecordedOutcome | null;
  readonly onChange: () => void;
}

interface RecordedOutcome {
  readonly outcome: OutcomeName;
  readonly note: string | null;
  readonly supersededBy: string | null;
  readonly recordedAt: string;
}

/** How the decision turned out; counts in the record of every model that voted. */
export function OutcomeForm({ decisionId, recorded, onChange }: OutcomeFormProps) {
  const [typedNote, setNote] = useState<string>();
  const [typedSuccessor, setSuccessor] = useState<string>();
  // What is recorded stays, unless the person changes it.
  const note = typedNote ?? recorded?.note ?? '';
  const successor = typedSuccessor ?? recorded?.supersededBy ?? '';
  const [message, setMessage] = useState('');
  const record = async (outcome: OutcomeName) => {
    const given = { ...(note.trim() && { note }), ...(successor.trim() && { superseded_by: successor.trim() }) };
    try {
      await act('record_outcome', { decision_id: decisionId, outcome, ...given });
      setMessage(`Recorded: ${outcome}.`);
      onChange();
    } catch (error) {
      setMessage((error as Error).message);
    }
  };
  return (
    <section class="card" aria-label="Outcome">
      <h2>How did it turn out?</h2>
      {recorded !== null && <Recorded recorded={recorded} />}
      <div class="toolbar">
        <label>
          Note <input value={note} maxLength={2000} onInput={({ currentTarget }) => setNote(currentTarget.value)} />
        </label>
        <label>
          Superseded by{' '}
          <input
            value={successor}
            maxLength={200}
            placeholder="id of the later decision"
            onInput={({ currentTarget }) => setSuccessor(currentTarget.value)}
          />
        </label>
      </div>
      <div class="toolbar">
        {OUTCOME_NAMES.map((outcome) => (
          <button
            key={outcome}
            type="button"
            aria-pressed={recorded?.outcome === outcome}
            onClick={() => void record(outcome)}
          >
            <OutcomeMark outcome={outcome} />
          </button>
        ))}
      </div>
      <p role="status">{message}</p>
    </section>
  );
}

function Recorded({ recorded: { outcome, note, supersededBy, recordedAt } }: { readonly recorded: RecordedOutcome }) {
  return (
    <p>
      <OutcomeMark outcome={outcome} />, recorded <Time value={recordedAt} />
      {note !== null && `: ${note}`}
      {supersededBy !== null && (
        <>
          . Superseded by <a href={`/decisions/${encodeURIComponent(supersededBy)}`}>{supersededBy}</a>
        </>
      )}
    </p>
  );
}
