import type { PageMessage, ToPage } from '../../../http/websocket/protocol.js';

type State = ToPage['dashboard:state'];
export type Period = State['stats']['period'];
export type Kata = State['katas'][number];
export type Gap = State['gaps'][number];
export type Skill = State['dreyfus'][number];
export type Stage = Skill['stage'];
export type AssessedIssue = ToPage['dashboard:issues']['issues'][number];
export type Recommendation = ToPage['dashboard:materials']['recommendations'][number];

/** What is known of the person's progress. Issues and materials come later than the rest; a string is why there are none. */
export interface ProgressState {
  readonly state: State | undefined;
  readonly issues: readonly AssessedIssue[] | string | undefined;
  readonly materials: readonly Recommendation[] | string | undefined;
}

export const NO_PROGRESS: ProgressState = { state: undefined, issues: undefined, materials: undefined };

/** The progress after a message of the server; other messages change nothing. */
export function receiveProgress(
  progress: ProgressState,
  { type, payload }: PageMessage,
  period: Period,
): ProgressState {
  if (type === 'dashboard:state') return { ...progress, state: withOwnFigures(payload, progress.state, period) };
  const change = CHANGES[type] as ((payload: unknown) => Partial<ProgressState>) | undefined;
  return change === undefined ? progress : { ...progress, ...change(payload) };
}

const CHANGES: { readonly [Type in keyof ToPage]?: (payload: ToPage[Type]) => Partial<ProgressState> } = {
  'dashboard:issues': ({ issues }) => ({ issues }),
  'dashboard:issues_error': ({ error }) => ({ issues: error }),
  'dashboard:materials': ({ recommendations }) => ({ materials: recommendations }),
  'dashboard:materials_error': ({ error }) => ({ materials: error }),
};

/** Another page may show another period: the rest of what it is sent is true here, too. */
function withOwnFigures(sent: State, known: State | undefined, period: Period): State | undefined {
  if (sent.stats.period === period) return sent;
  return known && { ...sent, stats: known.stats };
}

/** From 1 to 5. */
export const LEVEL_OF_STAGE: Readonly<Record<Stage, number>> = {
  novice: 1,
  advanced_beginner: 2,
  competent: 3,
  proficient: 4,
  expert: 5,
};

/** Addresses come from a model: one of another kind, such as a script, is never made a link. */
export function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
