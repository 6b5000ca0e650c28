import type { Timers } from '../timers.js';
import type { ActionData } from './action-data.js';

/** A text that the person is editing, after an edit. */
export interface BufferUpdate {
  readonly path: string;
  readonly charCount: number;
  /** Before the edit. Without it, the first update of a file only says where counting starts. */
  readonly previousCharCount?: number;
  /** The same for the same text. */
  readonly textHash?: string;
}

export interface BufferLog {
  /** Resolves after a significant change was stored. Ignored for a session that has ended. */
  update(sessionId: string, update: BufferUpdate): Promise<void>;
  /** Stores the summary of a file that is closed or renamed, and forgets the file. */
  forget(sessionId: string, path: string): Promise<void>;
  /** Stores the last summaries of a session and ends its timer. */
  end(sessionId: string): Promise<void>;
  /** The same for all sessions. */
  close(): Promise<void>;
}

interface BufferLogContext {
  readonly timers: Timers;
  readonly logSummary: (sessionId: string, data: ActionData['buffer_summary']) => Promise<unknown>;
  readonly logSignificantChange: (sessionId: string, data: ActionData['buffer_significant_change']) => Promise<unknown>;
  /** For failures of the timer, which has no caller. */
  readonly onError: (error: unknown) => void;
}

const SUMMARY_INTERVAL_MS = 30_000;
const MAX_UNLOGGED_CHARS = 500;
const MAX_UNLOGGED_SHARE = 0.5;

interface BufferLogState {
  charCount: number;
  lastLoggedCharCount: number;
  editCountSinceLastLog: number;
}

interface SessionBuffers {
  readonly files: Map<string, BufferLogState>;
  readonly stopTimer: () => void;
}

/** Turns many edits into few actions: a summary now and then, and a large change at once. */
export function createBufferLog({ timers, logSummary, logSignificantChange, onError }: BufferLogContext): BufferLog {
  const sessions = new Map<string, SessionBuffers>();
  // An update that was sent before the end may arrive after it, and must not start a timer again.
  const ended = new Set<string>();
  let isClosed = false;

  async function summarize(sessionId: string, files: SessionBuffers['files']): Promise<void> {
    const summaries = [...files].flatMap(([path, state]) => takeSummary(path, state));
    for (const summary of summaries) await logSummary(sessionId, summary);
  }

  function getBuffers(sessionId: string): SessionBuffers {
    const known = sessions.get(sessionId);
    if (known !== undefined) return known;
    const files: SessionBuffers['files'] = new Map();
    const stopTimer = timers.every(SUMMARY_INTERVAL_MS, () => summarize(sessionId, files).catch(onError));
    const buffers = { files, stopTimer };
    sessions.set(sessionId, buffers);
    return buffers;
  }

  async function end(sessionId: string): Promise<void> {
    ended.add(sessionId);
    const buffers = sessions.get(sessionId);
    if (buffers === undefined) return;
    sessions.delete(sessionId);
    buffers.stopTimer();
    await summarize(sessionId, buffers.files);
  }

  return {
    async update(sessionId, { path, charCount, previousCharCount = charCount }) {
      if (isClosed || ended.has(sessionId)) return;
      const { files } = getBuffers(sessionId);
      const state = files.get(path) ?? {
        charCount,
        lastLoggedCharCount: previousCharCount,
        editCountSinceLastLog: 0,
      };
      files.set(path, state);
      state.charCount = charCount;
      state.editCountSinceLastLog++;
      const previous = state.lastLoggedCharCount;
      if (!isSignificant(previous, charCount)) return;
      markLogged(state);
      const delta = charCount - previous;
      await logSignificantChange(sessionId, { path, previousCharCount: previous, newCharCount: charCount, delta });
    },

    async forget(sessionId, path) {
      const files = sessions.get(sessionId)?.files;
      const state = files?.get(path);
      if (state === undefined) return;
      files?.delete(path);
      await summarize(sessionId, new Map([[path, state]]));
    },

    end,

    async close() {
      isClosed = true;
      for (const { stopTimer } of sessions.values()) stopTimer();
      for (const sessionId of [...sessions.keys()]) await end(sessionId);
    },
  };
}

function isSignificant(previous: number, charCount: number): boolean {
  const change = Math.abs(charCount - previous);
  return change > MAX_UNLOGGED_CHARS || change > previous * MAX_UNLOGGED_SHARE;
}

/** Nothing if the file was not edited since the last one. */
function takeSummary(path: string, state: BufferLogState): ActionData['buffer_summary'][] {
  const { charCount, lastLoggedCharCount, editCountSinceLastLog: editCount } = state;
  if (editCount === 0) return [];
  markLogged(state);
  return [{ path, editCount, charDelta: charCount - lastLoggedCharCount, charCount }];
}

function markLogged(state: BufferLogState): void {
  state.lastLoggedCharCount = state.charCount;
  state.editCountSinceLastLog = 0;
}
