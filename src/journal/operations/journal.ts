import type { Result } from '../../kernel/result.js';
import type { ActiveEntry, Entry, Lesson, OutcomeStatus, ResolvedEntry, RootCause } from '../entry/entry.js';
import type { EntryUpdate, NewEntry } from '../entry/transitions.js';
import type { JournalFailure } from '../files/failure.js';
import type { CapturedOutcome } from './captured-outcomes.js';

type Changed<Value> = Promise<Result<Value, JournalFailure>>;

/** `warnings` say what was done to the input, for instance that a text was cut. */
export interface Change<Kind extends Entry> {
  readonly entry: Kind;
  readonly warnings: readonly string[];
}

export interface Resolve {
  readonly status: OutcomeStatus;
  /** May be left out when a test or build was captured after the last update. */
  readonly result?: string;
  readonly surprise?: string;
  readonly rootCause?: RootCause;
  readonly lesson?: Lesson;
  /** The caller has seen the outcome itself. A captured outcome that says otherwise counts more. */
  readonly autoCaptured?: boolean;
}

export interface Resolution extends Change<ResolvedEntry> {
  /** The last test or build that ran after the entry's last update, if any. */
  readonly capturedOutcome?: CapturedOutcome;
  readonly agreement: 'agrees' | 'disagrees' | 'none';
}

interface Orphan {
  readonly entry: ActiveEntry;
  /** The session that left it. */
  readonly sessionId: string;
}

/** How many. */
export interface ForeignEntries {
  readonly resolved: number;
  readonly open: number;
}

/**
 * Hypotheses of an agent and how they came out, in plain files. Every change is on the disk when its promise resolves;
 * changes return a failure instead of throwing. Reading needs no lock and no space on the disk.
 */
export interface Journal {
  /** Opens an entry; others that are open stay open. */
  create(input: NewEntry): Changed<Change<ActiveEntry>>;
  /** These three need an id only if several entries are open. */
  update(input: EntryUpdate, id?: string): Changed<Change<ActiveEntry>>;
  resolve(input: Resolve, id?: string): Changed<Resolution>;
  abandon(reason: string, id?: string): Changed<Change<ResolvedEntry>>;

  /** The newest open entry of the caller's session. */
  getCurrent(): Promise<ActiveEntry | null>;
  /** All of them, the newest first; `backup` names the file to which one that could not be read was just moved. */
  getOpen(): Promise<{ readonly entries: readonly ActiveEntry[]; readonly backup?: string }>;
  getSessionEntries(): Promise<ResolvedEntry[]>;
  /** Open entries of all living sessions, this one's first. */
  getActiveEntries(): Promise<ActiveEntry[]>;
  /** Every resolved entry that the journal holds, archived or not, oldest first. */
  getAllResolved(): Promise<ResolvedEntry[]>;
  /** Takes an entry out of every file, resolved or not. Says whether there was one. */
  deleteEntry(id: string): Changed<boolean>;

  hasOrphanedEntry(): Promise<boolean>;
  /** The newest one. */
  getOrphanedEntry(): Promise<ActiveEntry | null>;
  getOrphans(): Promise<Orphan[]>;
  /** Entries of sessions that were not begun on this machine, which are not used; undefined if there are none. */
  foreignEntries(): Promise<ForeignEntries | undefined>;
  /** Without an id: the newest. Null if there is none. Into the caller's session, or another that is alive. */
  adoptOrphan(id?: string, intoSession?: string): Changed<ActiveEntry | null>;
  abandonOrphan(reason: string, id?: string): Changed<ResolvedEntry | null>;

  /** Always a new session; open entries become orphans of the one before. */
  startSession(): Changed<string>;
  /** The caller's session if it has one, else a new one: for every caller that first sees a session. */
  ensureSession(): Changed<string>;
  getSessionId(): Promise<string | null>;
  /** The ids of all sessions whose programs run. */
  getLivingSessions(): Promise<string[]>;
  /** Abandons what is open and archives everything. */
  endSession(): Changed<ResolvedEntry[]>;
  /** For a server that stops: archives what is resolved and leaves open entries as orphans, unless hooks will do so. */
  leaveSession(): Changed<ResolvedEntry[]>;

  /** A call with an id is counted once, however often it is reported. */
  incrementToolCount(toolUseId?: string): Changed<number>;
  shouldCheckIn(frequency?: number): Promise<boolean>;
  resetToolCount(): Changed<void>;

  /**
   * Resolved entries that are not noted as stored in `store`, which has an id of its own, so that a new file that
   * replaces a lost one gets everything again; without a store all of them. Only reads. One may come twice, so
   * storing must be by id.
   */
  unsavedEntries(store?: string): Promise<ResolvedEntry[]>;
  /** False once the entry was deleted. */
  hasResolved(id: string): Promise<boolean>;
  markSaved(store: string, ids: readonly string[]): Changed<void>;
  /** Notes which archives are stored as a whole: they need not be read again. */
  noteSavedArchives(store: string): Changed<void>;
}
