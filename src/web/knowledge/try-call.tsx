import { useState } from 'preact/hooks';
import type { RouteOutput } from '../../http/routes/index.js';
import { Choice } from '../components/choice.js';
import { ask } from '../shell/client.js';
import { parameters, setParameter } from '../shell/location.js';

const TOOLS = ['Write', 'Edit', 'Bash', 'NotebookEdit'].map((name) => [name, name] as const);

type Trial = RouteOutput<'try_call'>;

/** What would happen at a call: the same decision as the hook's. */
export function TryCall() {
  const [tool, setTool] = useState(parameters.value.get('tool') ?? 'Write');
  const [target, setTarget] = useState(parameters.value.get('call') ?? '');
  const [trial, setTrial] = useState<Trial>();
  const [problem, setProblem] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    setParameter('tool', tool);
    setParameter('call', target);
    ask('try_call', { tool, target }).then(
      (answer) => {
        setTrial(answer);
        setProblem('');
      },
      (error: unknown) => setProblem((error as Error).message),
    );
  };
  return (
    <section aria-labelledby="try-call">
      <h2 id="try-call">Try a call</h2>
      <form class="toolbar" onSubmit={submit}>
        <Choice label="Tool" value={tool} options={TOOLS} onChange={setTool} />
        <label class="choice grow">
          <span>{tool === 'Bash' ? 'Command' : 'File'}</span>
          <input
            type="text"
            value={target}
            maxLength={4_000}
            placeholder={tool === 'Bash' ? 'npm publish' : 'src/queue.ts'}
            onInput={({ currentTarget }) => setTarget(currentTarget.value)}
          />
        </label>
        <button type="submit">Try</button>
      </form>
      {problem !== '' && <p role="alert">{problem}</p>}
      {trial !== undefined && <TrialView trial={trial} />}
    </section>
  );
}

const MARKS = {
  pauses: ['‖ pauses the call', 'warn'],
  shown: ['✓ shown with the result', 'good'],
  'title shown': ['! only its title is shown', 'warn'],
  'not shown': ['– not shown', 'quiet'],
} as const;

function TrialView({ trial: { text, items } }: { readonly trial: Trial }) {
  return (
    <div role="status">
      {items.length === 0 ? (
        <p>No item concerns this call.</p>
      ) : (
        <ul class="plain">
          {items.map(({ id, label, priority, outcome, score, matched, reason }) => (
            <li key={id}>
              <span class={MARKS[outcome][1]}>{MARKS[outcome][0]}</span>{' '}
              <a href={`/knowledge?status=all&item=${encodeURIComponent(id)}`}>{label.slice(0, 200)}</a>{' '}
              <span class="tag">{priority}</span>
              <div class="quiet">
                Score {score}; matched: {matched.join(', ')}
                {reason !== undefined && `; not shown because ${reason}`}
              </div>
            </li>
          ))}
        </ul>
      )}
      {text !== '' && (
        <>
          <h3>What the agent reads</h3>
          <pre>{text}</pre>
        </>
      )}
    </div>
  );
}
