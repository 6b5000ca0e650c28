import type { Outcome } from '../../decisions/index.js';

interface ShownOutcome {
  readonly outcome: Outcome['outcome'];
  readonly note: string | null;
  readonly superseded_by: string | null;
}

/** Says what became of a decision. Comes with the decisions, which no other command should have to load. */
export async function loadFormatOutcome(): Promise<(shown: ShownOutcome) => string> {
  const { describeOutcome } = await import('../../decisions/index.js');
  return ({ outcome, note, superseded_by }) => describeOutcome(outcome, { by: superseded_by ?? '', note: note ?? '' });
}
