import { OutcomeMark, type OutcomeName } from '../components/outcome-mark.js';
import type { Column } from '../components/table.js';
import { short, Time } from '../components/text.js';

interface Listed {
  readonly id: string;
  readonly question: string;
  readonly winning_option: string | null;
  readonly outcome: OutcomeName | null;
  readonly decided_at: string;
  readonly isArchived?: boolean;
}

/** What a list says of each decision. */
export const DECISION_COLUMNS: readonly Column<Listed>[] = [
  [
    'Question',
    ({ id, question, isArchived = false }) => (
      <>
        <a href={`/decisions/${encodeURIComponent(id)}`}>{short(question)}</a>{' '}
        {isArchived && <span class="tag">archived</span>}
      </>
    ),
    'wide',
  ],
  [
    'Decided for',
    ({ winning_option: winner }) => (winner === null ? <span class="quiet">no winner</span> : short(winner, 80)),
  ],
  ['Outcome', ({ outcome }) => <OutcomeMark outcome={outcome} />, 'still'],
  ['When', ({ decided_at: time }) => <Time value={time} />, 'still'],
];
