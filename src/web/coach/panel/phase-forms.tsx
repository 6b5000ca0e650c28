import { useState } from 'preact/hooks';
import { takeFocus } from '../../shell/keyboard.js';
import type { Phase } from '../model/coach-state.js';
import type { PanelProps } from './panel-props.js';

interface PhaseFormProps extends Pick<PanelProps, 'act'> {
  readonly phase: Phase;
  readonly close: () => void;
}

interface EditPhaseProps extends PhaseFormProps {
  /** One that a new plan replaced is saved as another phase. */
  readonly isInPlan: boolean;
}

export function EditPhase({ phase, isInPlan, act, close }: EditPhaseProps) {
  const [title, setTitle] = useState(phase.title);
  const [description, setDescription] = useState(phase.description);
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (title.trim() === '') return;
    const texts = { title: title.trim(), description };
    // What was typed stays if it could not be saved.
    const saved = await (isInPlan ? act('phase:edit', { phase: phase.number, ...texts }) : act('phase:create', texts));
    if (saved !== undefined) close();
  };
  return (
    <form class="field" onSubmit={save}>
      <label for={`title-${phase.id}`}>Title</label>
      <input
        id={`title-${phase.id}`}
        ref={takeFocus}
        value={title}
        maxLength={MAX_LENGTH}
        onInput={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <label for={`description-${phase.id}`}>Description</label>
      <textarea
        id={`description-${phase.id}`}
        rows={3}
        value={description}
        maxLength={MAX_LENGTH}
        onInput={({ currentTarget }) => setDescription(currentTarget.value)}
      />
      <FormButtons label={isInPlan ? 'Save' : 'Add as a new phase'} close={close} />
    </form>
  );
}

/** A question to the council; its answer is shown below the phases. */
export function AskCouncil({ phase, act, close }: PhaseFormProps) {
  const [question, setQuestion] = useState('');
  const ask = async (event: SubmitEvent) => {
    event.preventDefault();
    if (question.trim() === '') return;
    if ((await act('council:ask', { question: question.trim() })) !== undefined) close();
  };
  return (
    <form class="field" onSubmit={ask}>
      <label for={`question-${phase.id}`}>Question to the council</label>
      <textarea
        id={`question-${phase.id}`}
        ref={takeFocus}
        rows={2}
        value={question}
        maxLength={MAX_LENGTH}
        aria-describedby={`council-help-${phase.id}`}
        onInput={({ currentTarget }) => setQuestion(currentTarget.value)}
      />
      <p id={`council-help-${phase.id}`} class="quiet">
        Several models discuss it, which can take minutes.
      </p>
      <FormButtons label="Ask" isDisabled={question.trim() === ''} close={close} />
    </form>
  );
}

interface FormButtonsProps {
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly close: () => void;
}

function FormButtons({ label, isDisabled = false, close }: FormButtonsProps) {
  return (
    <p class="toolbar">
      <button type="submit" class="primary" disabled={isDisabled}>
        {label}
      </button>
      <button type="button" onClick={close}>
        Cancel
      </button>
    </p>
  );
}

export function AddPhase({ act }: Pick<PanelProps, 'act'>) {
  const [title, setTitle] = useState('');
  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    if (title.trim() === '') return;
    if ((await act('phase:create', { title: title.trim() })) !== undefined) setTitle('');
  };
  return (
    <form class="choice grow" onSubmit={add}>
      <input
        aria-label="Title of a new phase"
        placeholder="A new phase"
        value={title}
        maxLength={MAX_LENGTH}
        onInput={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <button type="submit" disabled={title.trim() === ''}>
        Add
      </button>
    </form>
  );
}

const MAX_LENGTH = 2_000;
