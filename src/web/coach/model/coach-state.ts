import type { PageMessage, ToPage } from '../../../http/websocket/protocol.js';

type State = ToPage['connection:init']['state'];

export type CoachSession = NonNullable<State['session']>;
export type Phase = CoachSession['phases'][number];
export type HintLevel = CoachSession['hintLevel'];
export type Message = State['messages'][number];
export type Highlight = State['highlights'][number];
export type FileHint = State['fileHints'][number];
type HoverHint = ToPage['editor:hover_hint'];

/** What the coach shows: its session, what it said, and what it points at. */
export interface CoachState
  extends Readonly<
    Pick<State, 'session' | 'unfinished' | 'highlights' | 'fileHints' | 'messages' | 'status' | 'projectName'>
  > {
  readonly hoverHints: readonly HoverHint[];
  /** Counts how often marks were cleared: the same mark, set again after that, is a new one. */
  readonly clearings: number;
  /** The session that ended last while this page was open. */
  readonly ended: ToPage['session:ended']['summary'] | null;
}

export const NO_COACH: CoachState = {
  projectName: '',
  session: null,
  unfinished: [],
  highlights: [],
  fileHints: [],
  hoverHints: [],
  messages: [],
  status: { writes: 'no_session', agents: 0 },
  clearings: 0,
  ended: null,
};

/** The state after a message of the server; messages that do not concern the coach change nothing. */
export function receive(state: CoachState, { type, payload, timestamp }: PageMessage): CoachState {
  const change = CHANGES[type] as Change<unknown> | undefined;
  return change === undefined ? state : change(state, payload, timestamp);
}

type Change<Payload> = (state: CoachState, payload: Payload, timestamp: number) => CoachState;

const CHANGES: { readonly [Type in keyof ToPage]?: Change<ToPage[Type]> } = {
  'connection:init'(state, { state: sent }) {
    const { openFiles: _files, unsaved: _texts, ...coach } = sent;
    return { ...state, ...coach };
  },
  'coach:status': (state, status) => ({ ...changeSession(state, { isPaused: status.writes === 'paused' }), status }),
  'session:started'(state, started) {
    const { openFiles: _files, ...session } = started;
    return { ...withoutMarks(state), ...opened(state, session), messages: [], fileHints: [] };
  },
  'session:resumed': (state, { restoredState, messages }) => ({ ...state, ...opened(state, restoredState), messages }),
  'session:ended': (state, { summary }) => ({ ...withoutMarks(state), session: null, fileHints: [], ended: summary }),
  'coaching:phase_update': (state, { phase }) =>
    changeSession(state, { phases: withPhase(state.session?.phases ?? [], phase) }),
  'coaching:plan_ready': (state, { phases }) => changeSession(state, { phases }),
  'coaching:phases': (state, { phases }) => changeSession(state, { phases }),
  'coaching:issue_context': (state, issueContext) => changeSession(state, { issueContext }),
  'hints:level': (state, { level }) => changeSession(state, { hintLevel: level }),
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
  return { session, unfinished: unfinished.filter(({ id }) => id !== session.sessionId), ended: null };
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
