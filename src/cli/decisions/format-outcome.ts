import type { Outcome } from '../../decisions/index.js';

interface ShownOutcome {
  readonly outcome: Outcome['outcome'];
  readonly note: string | null;
  readonly superseded_by: string | null;
}

/** Loaded on demand, so that other commands do not load the decisions module. */
export async function loadFormatOutcome(): Promise<(shown: ShownOutcome) => string> {
  const { describeOutcome } = await import('../../decisions/index.js');
  return ({ outcome, note, superseded_by }) => describeOutcome(outcome, { by: superseded_by ?? '', note: note ?? '' });
}
