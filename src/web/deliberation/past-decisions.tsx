import { Time } from '../components/text.js';
import type { Run } from './types.js';

/** Which earlier decisions the participants were shown. */
export function PastDecisions({ run: { pastDecisions } }: { readonly run: Run }) {
  if (pastDecisions.length === 0) return null;
  return (
    <section aria-label="Past decisions">
      <h2>Past decisions shown to the participants</h2>
      <ul>
        {pastDecisions.map(({ id, question, winning_option: winner, note, decided_at: time }) => (
          <li key={id}>
            {question} → <b>{winner ?? 'no winner'}</b>{' '}
            <span class="quiet">
              <Time value={time} />
            </span>
            {note !== null && <span class="warn"> ! {note}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
