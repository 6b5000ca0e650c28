export type OutcomeName = 'right' | 'wrong' | 'mixed' | 'superseded';

export const OUTCOME_NAMES: readonly OutcomeName[] = ['right', 'wrong', 'mixed', 'superseded'];

const MARKS = {
  right: ['✓', 'good'],
  wrong: ['✗', 'bad'],
  mixed: ['±', 'warn'],
  superseded: ['→', 'quiet'],
} as const;

/** How a decision turned out, by a sign and a word as well as by its color. */
export function OutcomeMark({ outcome }: { readonly outcome: OutcomeName | null }) {
  if (outcome === null) return <span class="quiet">not recorded</span>;
  const [sign, tone] = MARKS[outcome];
  return (
    <span class={tone}>
      {sign} {outcome}
    </span>
  );
}
