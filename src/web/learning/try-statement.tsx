import { useState } from 'preact/hooks';
import type { RouteOutput } from '../../http/routes/index.js';
import type { Axis } from '../pages/learning.js';
import { act, ask } from '../shell/client.js';

interface TryStatementProps {
  readonly cluster: string;
  readonly axis: Axis;
  readonly onStored: () => void;
}

/** Checks a statement as `validate_value` does, and keeps it as `store_value` does. */
export function TryStatement({ cluster, axis, onStored }: TryStatementProps) {
  const [text, setText] = useState('');
  const [tried, setTried] = useState<Tried>();
  const [message, setMessage] = useState('');
  const run = async (work: () => Promise<string>) =>
    setMessage(await work().catch((error: unknown) => (error as Error).message));
  const tryIt = async () => {
    setTried({ text, validation: await ask('validate_value', { text, cluster }) });
    return '';
  };
  const store = async () => {
    await act('store_value', { text, cluster, axis });
    onStored();
    return 'Stored as a value.';
  };
  // A verdict is about the text that was tried, not about what was typed since.
  const current = tried?.text === text ? tried.validation : undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void run(tryIt);
      }}
    >
      <label>
        Try a statement: what do all members teach?
        <textarea
          class="wide"
          rows={2}
          maxLength={500}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <div class="toolbar">
        <button type="submit" disabled={text.trim() === ''}>
          Try
        </button>
        <button type="button" disabled={current?.valid !== true} onClick={() => void run(store)}>
          Store as a value
        </button>
        <span role="status">{message}</span>
      </div>
      {current !== undefined && <Verdict validation={current} />}
    </form>
  );
}

interface Tried {
  readonly text: string;
  readonly validation: RouteOutput<'validate_value'>;
}

function Verdict({ validation }: Pick<Tried, 'validation'>) {
  const { valid, onTopic, reason, centroidDistance, thresholdDistance, nearestLessons, notice } = validation;
  return (
    <div role="status">
      <p class={valid ? 'good' : 'bad'}>
        {valid ? '✓ Accepted' : '✗ Not accepted'}
        {reason !== null && `: ${reason}`}
      </p>
      <p class="quiet">
        {onTopic ? 'On topic' : 'Off topic'}: its distance is {centroidDistance.toFixed(2)}, the limit{' '}
        {thresholdDistance.toFixed(2)}.{notice !== undefined && ` Note: ${notice}.`}
      </p>
      {nearestLessons.length > 0 && (
        <>
          <p>Nearest lessons. Do they say the same?</p>
          <ul>
            {nearestLessons.map((lesson) => (
              <li key={lesson}>{lesson}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
