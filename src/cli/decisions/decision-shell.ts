import type { Decisions, Outcome } from '../../decisions/index.js';
import type { ProjectOptions } from '../options/project-options.js';
import type { Shell } from '../shell.js';

export interface DecisionShell extends Shell {
  /** Makes no database unless asked to. */
  openDecisions(project: ProjectOptions, choice?: { readonly create: boolean }): Promise<Decisions>;
}

interface ShownOutcome {
  readonly outcome: Outcome['outcome'];
  readonly note: string | null;
  readonly superseded_by: string | null;
}

export type FormatOutcome = (shown: ShownOutcome) => string;

/** Loaded on demand, so that other commands do not load the decisions module. */
export async function loadFormatOutcome(): Promise<FormatOutcome> {
  const { describeOutcome } = await import('../../decisions/index.js');
  return ({ outcome, note, superseded_by }) => describeOutcome(outcome, { by: superseded_by ?? '', note: note ?? '' });
}
