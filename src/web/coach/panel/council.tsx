import type { CouncilAnswer } from '../model/coach-state.js';
import type { PanelProps } from './panel-props.js';

/** What the council was asked in this session, and what it answered. */
export function Council({ coach: { council }, act }: Pick<PanelProps, 'coach' | 'act'>) {
  if (council.length === 0) return null;
  return (
    <section aria-labelledby="council">
      <h2 id="council">Council</h2>
      <ul class="plain">
        {council.map(({ question, status, text, deliberationId }) => (
          <li key={question} class={`council ${status}`}>
            <p>
              <q>{question}</q>
            </p>
            <p class={LOOKS[status].look}>
              <b aria-hidden="true">{LOOKS[status].symbol}</b> {LOOKS[status].name}
              {text !== '' && `: ${text}`}
            </p>
            <p class="toolbar">
              {deliberationId !== null && (
                <a href={`/deliberations/${encodeURIComponent(deliberationId)}`}>
                  {status === 'running' ? 'Watch the deliberation' : 'Look at the deliberation'}
                </a>
              )}
              {status === 'failed' && (
                <button type="button" onClick={() => void act('council:ask', { question })}>
                  Ask again
                </button>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const LOOKS: Readonly<Record<CouncilAnswer['status'], Readonly<Record<'symbol' | 'name' | 'look', string>>>> = {
  running: { symbol: '…', name: 'The council is working on it', look: 'quiet' },
  done: { symbol: '✓', name: 'Verdict', look: 'good' },
  failed: { symbol: '!', name: 'No verdict', look: 'warn' },
};
