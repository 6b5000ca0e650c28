import type { ComponentChildren } from 'preact';
import type { RouteOutput } from '../../http/routes/index.js';

type Deliberation = RouteOutput<'deliberation'>;

export type Run = Deliberation['run'];
export type Round = Run['rounds'][number];
export type Turn = Round['turns'][number];
export type LookUp = Run['lookUps'][number];
export type Citation = NonNullable<Run['result']>['citations'][number];
export type LinesNow = RouteOutput<'cited_lines'>['citations'][number];

/** How the texts get into the page: fetched when they are opened, or given where there is no server. */
export interface Texts {
  answer(round: number, turn: Turn): ComponentChildren;
  evidence(citations: readonly Citation[]): ComponentChildren;
  /** Absent in an export: outputs and prompts are most of a record. */
  lookUp?(lookUp: LookUp): ComponentChildren;
  prompts?(): ComponentChildren;
}
