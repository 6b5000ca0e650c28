import type { PageMessage, ToPage } from '../../../http/websocket/protocol.js';

type State = ToPage['connection:init']['state'];

export type CoachSession = NonNullable<State['session']>;
export type Phase = CoachSession['phases'][number];
export type HintLevel = CoachSession['hintLevel'];
export type Message = State['messages'][number];
export type Highlight = State['highlights'][number];
export type FileHint = State['fileHints'][number];
export type Nudge = NonNullable<State['nudge']>;
type HoverHint = ToPage['editor:hover_hint'];
export type CouncilAnswer = ToPage['council:answer'];
/** Messages that a screen reader should hear about, wherever the person is. */
export type News = Extract<PageMessage, { readonly type: (typeof NEWS)[number] }>;

/** What the coach shows: its session, what it said, and what it points at. */
export interface CoachState
  extends Readonly<
    Pick<State, 'session' | 'unfinished' | 'highlights' | 'fileHints' | 'messages' | 'status' | 'projectName'>
  > {
  readonly hoverHints: readonly HoverHint[];
  /** What the coach noticed, until the person answers it. */
  readonly nudge: Nudge | null;
  /** The person wants no nudges. */
  readonly isMuted: boolean;
  /** Counts how often marks were cleared: the same mark, set again after that, is a new one. */
  readonly clearings: number;
  /** The session that ended last. */
  readonly ended: ToPage['session:ended']['summary'] | null;
  /** What was learned from it, once that is known. */
  readonly completed: ToPage['session:completed'] | null;
  /** Reviews of this session, by the id of the phase. */
  readonly reviews: Readonly<Record<string, ToPage['review:phase']>>;
  /** Why the last one failed. */
  readonly reviewError: ToPage['review:phase_error'] | null;
  /** Questions of this session to the council, the oldest first. */
  readonly council: readonly CouncilAnswer[];
  readonly news: News | null;
}

export const NO_COACH: CoachState = {
  projectName: '',
  session: null,
  unfinished: [],
  highlights: [],
  fileHints: [],
  hoverHints: [],
  nudge: null,
  isMuted: false,
  messages: [],
  status: { writes: 'no_session', agents: 0 },
  clearings: 0,
  ended: null,
  completed: null,
  reviews: {},
  reviewError: null,
  council: [],
  news: null,
};

/** The state after a message of the server; messages that do not concern the coach change nothing. */
export function receive(state: CoachState, message: PageMessage): CoachState {
  const change = CHANGES[message.type] as Change<unknown> | undefined;
  if (change === undefined) return state;
  const changed = change(state, message.payload, message.timestamp);
  return changed !== state && isNews(message) ? { ...changed, news: message } : changed;
}

const NEWS = [
  'coaching:message',
  'coaching:plan_ready',
  'council:answer',
  'session:ended',
  'session:completed',
  'observer:nudge',
  'review:phase',
] as const;

function isNews(message: PageMessage): message is News {
  return NEWS.some((type) => type === message.type);
}

type Change<Payload> = (state: CoachState, payload: Payload, timestamp: number) => CoachState;

const CHANGES: { readonly [Type in keyof ToPage]?: Change<ToPage[Type]> } = {
  'connection:init'(state, { state: sent }) {
    const { openFiles: _files, unsaved: _texts, explanations: _explained, reviews, ...shown } = sent;
    const { lastSummary, councilAnswer, nudge = null, observer, ...coach } = shown;
    const council = state.council.map(withoutAnswer);
    return {
      ...state,
      ...coach,
      ...(lastSummary != null && { ended: lastSummary.ended.summary, completed: lastSummary.completed }),
      nudge,
      isMuted: observer?.muted ?? false,
      reviews: byPhase(reviews),
      council: councilAnswer ? withAnswer(council, councilAnswer) : council,
    };
  },
  'coach:status': (state, status) => ({ ...changeSession(state, { isPaused: status.writes === 'paused' }), status }),
  'session:started'(state, started) {
    const { openFiles: _files, ...session } = started;
    return { ...withoutMarks(state), ...opened(state, session), messages: [], fileHints: [], council: [] };
  },
  'session:resumed': (state, { restoredState, messages, reviews }) => ({
    ...state,
    ...opened(state, restoredState),
    messages,
    reviews: byPhase(reviews),
  }),
  'session:ended': (state, { summary }) => ({
    ...withoutMarks(state),
    session: null,
    nudge: null,
    fileHints: [],
    ended: summary,
    completed: null,
  }),
  'session:completed': (state, completed) => ({ ...state, completed }),
  'coaching:phase_update'(state, { phase }) {
    const { phases = [], hintsUsed } = state.session ?? {};
    const begins = phase.status === 'active' && phases.find(({ id }) => id === phase.id)?.status !== 'active';
    return changeSession(state, { phases: withPhase(phases, phase), hintsUsed: begins ? 0 : hintsUsed });
  },
  'coaching:plan_ready': (state, { phases, isDemo = false, ...plan }) =>
    changeSession(state, { phases, plan: { ...plan, isDemo }, hintsUsed: 0 }),
  'coaching:phases': (state, { phases }) => changeSession(state, { phases }),
  'coaching:issue_context': (state, issueContext) => changeSession(state, { issueContext }),
  'hints:level': (state, { level, ...used }) => changeSession(state, { hintLevel: level, ...used }),
  // A review takes long: its phase can be deleted, or its session ended, before it comes.
  'review:phase': (state, review) =>
    state.session?.phases.some(({ id }) => id === review.phaseId)
      ? { ...state, reviews: { ...state.reviews, [review.phaseId]: review }, reviewError: null }
      : state,
  'review:phase_error': (state, reviewError) => ({ ...state, reviewError }),
  'observer:nudge': (state, nudge) => ({ ...state, nudge }),
  'observer:nudge_closed': (state, { nudgeId }) =>
    state.nudge?.nudgeId === nudgeId ? { ...state, nudge: null } : state,
  'observer:status': (state, { muted }) => ({ ...state, isMuted: muted }),
  'council:answer': (state, answer) => ({
    ...state,
    council: withAnswer(state.council, answer),
  }),
  'coaching:message'(state, message, timestamp) {
    const sentAt = message.sentAt ?? new Date(timestamp).toISOString();
    return { ...state, messages: [...state.messages, { ...message, sentAt }].slice(-MAX_MESSAGES) };
  },
  'editor:highlight_lines': (state, highlight) => ({ ...state, highlights: [...state.highlights, highlight] }),
  'editor:decorations'(state, { path, decorations }) {
    const cleared = withoutMarks(state, path);
    return { ...cleared, highlights: [...cleared.highlights, ...decorations] };
  },
  'editor:hover_hint': (state, hint) => ({ ...state, hoverHints: [...state.hoverHints, hint] }),
  'editor:clear_highlights': (state, { path }) => withoutMarks(state, path),
  'editor:clear_decorations': (state, { path }) => withoutMarks(state, path),
  'explorer:hint_files'(state, { hints }) {
    const others = state.fileHints.filter(({ path }) => hints.every((hint) => hint.path !== path));
    return { ...state, fileHints: [...others, ...hints] };
  },
  'explorer:clear_hints': (state) => ({ ...state, fileHints: [] }),
};

const MAX_MESSAGES = 200;

function changeSession(state: CoachState, change: Partial<CoachSession>): CoachState {
  return state.session === null ? state : { ...state, session: { ...state.session, ...change } };
}

function opened({ unfinished }: CoachState, session: CoachSession) {
  const others = unfinished.filter(({ id }) => id !== session.sessionId);
  return { session, unfinished: others, ended: null, completed: null, reviews: {} };
}

function byPhase(reviews: readonly ToPage['review:phase'][] = []): CoachState['reviews'] {
  return Object.fromEntries(reviews.map((review) => [review.phaseId, review]));
}

function withAnswer(council: readonly CouncilAnswer[], answer: CouncilAnswer): CouncilAnswer[] {
  return [...council.filter(({ question }) => question !== answer.question), answer];
}

/** After a break it is not known whether the council still works; if it does, its answer replaces this. */
function withoutAnswer(asked: CouncilAnswer): CouncilAnswer {
  if (asked.status !== 'running') return asked;
  return { ...asked, status: 'failed', text: 'The connection broke while the council worked on it.' };
}

function withPhase(phases: readonly Phase[], changed: Phase): Phase[] {
  return [...phases.filter(({ id }) => id !== changed.id), changed].sort((a, b) => a.number - b.number);
}

/** Of one file, or of all. */
function withoutMarks(state: CoachState, path?: string): CoachState {
  const stays = (mark: { readonly path: string }) => path !== undefined && mark.path !== path;
  return {
    ...state,
    highlights: state.highlights.filter(stays),
    hoverHints: state.hoverHints.filter(stays),
    clearings: state.clearings + 1,
  };
}
