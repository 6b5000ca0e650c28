import { useState } from 'preact/hooks';
import type { RouteInput } from '../../http/routes/index.js';
import { Choice } from '../components/choice.js';
import { takeFocus, useKeys } from '../shell/keyboard.js';
import { PRIORITIES, TYPES } from './choices.js';
import { Difference } from './difference.js';
import {
  changedFields,
  type Draft,
  type Field,
  findCut,
  findTooLong,
  type ItemData,
  toDraft,
  toFields,
  toText,
} from './item-text.js';

interface EditFormProps {
  readonly item: ItemData['item'];
  readonly onSave: (fields: RouteInput<'edit_item'>['fields']) => Promise<void>;
  readonly onClose: () => void;
}

/** What an item says, to be changed: first the form, then the differences, then it is stored. */
export function EditForm({ item, onSave, onClose }: EditFormProps) {
  const [before] = useState(() => toDraft(item));
  const [draft, setDraft] = useState(before);
  const [isReviewed, review] = useState(false);
  const fields = changedFields(before, draft);
  const isSame = Object.keys(fields).length === 0;
  const leave = () => (isSame ? onClose() : review(!isReviewed));
  // A key must not throw away what was typed.
  useKeys({ Escape: { meaning: isSame ? 'close' : 'look at what changes', press: leave } });
  const submit = (event: Event) => {
    event.preventDefault();
    review(true);
  };
  if (!isReviewed) return <Form draft={draft} setDraft={setDraft} onSubmit={submit} onClose={onClose} />;
  const tooLong = findTooLong(draft);
  const losses = [...tooLong, ...findCut(before, draft)];
  return (
    <section aria-label="What changes">
      <h3>What changes</h3>
      {isSame ? <p>Nothing is changed.</p> : <Difference from={toText(before)} to={toText(draft)} />}
      {losses.map((loss) => (
        <p key={loss} class="warn">
          ! {loss}
        </p>
      ))}
      <div class="toolbar">
        {!isSame && tooLong.length === 0 && (
          <button type="button" class="primary" onClick={() => void onSave(fields)} ref={takeFocus}>
            Save
          </button>
        )}
        <button type="button" onClick={() => review(false)}>
          Back
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </section>
  );
}

interface FormProps {
  readonly draft: Draft;
  readonly setDraft: (draft: Draft) => void;
  readonly onSubmit: (event: Event) => void;
  readonly onClose: () => void;
}

function Form({ draft, setDraft, onSubmit, onClose }: FormProps) {
  const set = (name: string) => (value: string) => setDraft({ ...draft, [name]: value });
  const type = draft.process_type ?? '';
  const problems = findTooLong(draft);
  return (
    <form aria-label="Edit" onSubmit={onSubmit}>
      <div class="toolbar">
        <Choice label="Priority" value={draft.priority ?? ''} options={PRIORITIES} onChange={set('priority')} />
        <Choice label="Type" value={type} options={TYPES} onChange={set('process_type')} />
      </div>
      {toFields(type).map((field, index) => (
        <Input
          key={field.name}
          field={field}
          value={draft[field.name] ?? ''}
          onInput={set(field.name)}
          isFirst={index === 0}
        />
      ))}
      <div role="status">
        {problems.map((problem) => (
          <p key={problem} class="bad">
            ✗ {problem}
          </p>
        ))}
      </div>
      <div class="toolbar">
        <button type="submit" class="primary" disabled={problems.length > 0}>
          Review changes
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}

interface InputProps {
  readonly field: Field;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly isFirst: boolean;
}

function Input({ field: { name, label, kind }, value, onInput, isFirst }: InputProps) {
  return (
    <div class="field">
      <label for={`field-${name}`}>{label}</label>
      {kind === 'line' ? (
        <input
          id={`field-${name}`}
          type="text"
          value={value}
          ref={isFirst ? takeFocus : null}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      ) : (
        <textarea
          id={`field-${name}`}
          value={value}
          rows={kind === 'list' ? Math.min(8, value.split('\n').length + 1) : 2}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
    </div>
  );
}
