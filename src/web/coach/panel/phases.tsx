import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ConfirmButton } from '../../components/confirm-button.js';
import { takeFocus } from '../../shell/keyboard.js';
import { Markdown } from '../markdown.js';
import type { CoachSession, Phase } from '../model/coach-state.js';
import type { PanelProps } from './panel-props.js';

interface PhasesProps extends Pick<PanelProps, 'act' | 'openFile'> {
  readonly session: CoachSession;
}

/** The steps of the session. The current one is open. */
export function Phases({ session: { phases }, act, openFile }: PhasesProps) {
  return (
    <section aria-labelledby="phases">
      <h2 id="phases">Phases</h2>
      {phases.length === 0 && <p class="quiet">None yet: add the first step that you want to take.</p>}
      <ol class="phases plain">
        {phases.map((phase) => (
          <li key={phase.id} class={phase.status} aria-current={phase.status === 'active' ? 'step' : undefined}>
            <PhaseView phase={phase} phases={phases} act={act} openFile={openFile} />
          </li>
        ))}
      </ol>
      <AddPhase act={act} />
    </section>
  );
}

interface PhaseProps extends Omit<PhasesProps, 'session'> {
  readonly phase: Phase;
  readonly phases: readonly Phase[];
}

function PhaseView({ phase, phases, act, openFile }: PhaseProps) {
  const [isEditing, edit] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  const { number, title, description, status, expectedFiles } = phase;
  // A phase that becomes the current one opens, and closes when it is finished, but never while the person types in it.
  useLayoutEffect(() => {
    if (details.current !== null && !isEditing) details.current.open = status === 'active';
  }, [status]);
  return (
    <details ref={details}>
      <summary>
        <b aria-hidden="true">{STATUSES[status].symbol}</b> {number}. {title}
        <span class={status === 'active' ? 'tag good' : 'hidden'}> {STATUSES[status].name}</span>
      </summary>
      {isEditing ? (
        <EditPhase phase={phase} act={act} close={() => edit(false)} />
      ) : (
        <>
          {description !== '' && <Markdown text={description} />}
          {expectedFiles.length > 0 && (
            <ul class="plain">
              {expectedFiles.map((file) => (
                <li key={file}>
                  <button type="button" class="link" onClick={() => openFile(file)}>
                    {file}
                  </button>
                </li>
              ))}
            </ul>
          )}
          <p class="toolbar">
            {STATUSES[status].next.map(([next, label]) => (
              <button
                key={next}
                type="button"
                class={label === 'Finish' ? 'primary' : undefined}
                aria-label={`${label} phase ${number}`}
                onClick={() => act('phase:update', { phase: number, status: next })}
              >
                {label}
              </button>
            ))}
            <button type="button" aria-label={`Edit phase ${number}`} onClick={() => edit(true)}>
              Edit
            </button>
            {status === 'pending' && <ChangePlan phase={phase} phases={phases} act={act} />}
          </p>
        </>
      )}
    </details>
  );
}

/** Another order, or one less: only for phases that were not started. */
function ChangePlan({ phase: { id, number }, phases, act }: Omit<PhaseProps, 'openFile'>) {
  const moves = [
    { symbol: '↑', label: 'Move up', to: number - 1 },
    { symbol: '↓', label: 'Move down', to: number + 1 },
  ];
  const isPending = (to: number) => phases.some((each) => each.number === to && each.status === 'pending');
  return (
    <>
      {moves.map(({ symbol, label, to }) => (
        <button
          key={label}
          type="button"
          title={label}
          aria-label={`${label} phase ${number}`}
          disabled={!isPending(to)}
          onClick={() => act('phase:move', { phaseId: id, to })}
        >
          {symbol}
        </button>
      ))}
      <ConfirmButton
        label="Delete"
        name={`Delete phase ${number}`}
        question="Delete it?"
        onConfirm={() => void act('phase:delete', { phaseId: id })}
      />
    </>
  );
}

/** What each status looks like, and what can follow it. */
const STATUSES: Readonly<Record<Phase['status'], StatusLook>> = {
  pending: { symbol: '○', name: 'to do', next: [['active', 'Start']] },
  active: { symbol: '●', name: 'current', next: [['complete', 'Finish']] },
  complete: { symbol: '✓', name: 'finished', next: [['active', 'Open again']] },
};

interface StatusLook {
  readonly symbol: string;
  readonly name: string;
  readonly next: readonly (readonly [Phase['status'], string])[];
}

interface EditPhaseProps extends Pick<PanelProps, 'act'> {
  readonly phase: Phase;
  readonly close: () => void;
}

function EditPhase({ phase, act, close }: EditPhaseProps) {
  const [title, setTitle] = useState(phase.title);
  const [description, setDescription] = useState(phase.description);
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (title.trim() === '') return;
    // What was typed stays if it could not be saved.
    const saved = await act('phase:edit', { phase: phase.number, title: title.trim(), description });
    if (saved !== undefined) close();
  };
  return (
    <form class="field" onSubmit={save}>
      <label for={`title-${phase.id}`}>Title</label>
      <input
        id={`title-${phase.id}`}
        ref={takeFocus}
        value={title}
        maxLength={2_000}
        onInput={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <label for={`description-${phase.id}`}>Description</label>
      <textarea
        id={`description-${phase.id}`}
        rows={3}
        value={description}
        maxLength={2_000}
        onInput={({ currentTarget }) => setDescription(currentTarget.value)}
      />
      <p class="toolbar">
        <button type="submit" class="primary">
          Save
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </p>
    </form>
  );
}

function AddPhase({ act }: Pick<PanelProps, 'act'>) {
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
        maxLength={2_000}
        onInput={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <button type="submit" disabled={title.trim() === ''}>
        Add
      </button>
    </form>
  );
}
