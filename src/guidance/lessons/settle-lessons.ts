import { type Result, success } from '../../kernel/result.js';
import { beingChanged, LOCK_WAIT_MS, unwritable, withGraphLock } from '../changes/change-graph.js';
import { type GraphShelf, openGraphShelf } from '../changes/graph-shelf.js';
import type { KnowledgeFailure } from '../graph/failure.js';
import { isGraphName } from '../graph/graph-files.js';
import type { NodeFields } from '../graph/graph-text.js';
import { isFolderWritable } from '../graph/open-graph.js';
import type { ProjectFolders } from '../hook-index/hook-index.js';
import type { KnowledgeItem, Priority } from '../item/item.js';
import type { LessonSource } from './draft.js';
import { findTwin } from './find-twin.js';
import { type FoundLesson, noteFault, noteSettled, readLessonMemory } from './lesson-log.js';
import { noteNotUnderstood } from './lesson-notices.js';

interface LearnedLesson {
  readonly id: string;
  readonly graph: string;
  readonly label: string;
  readonly priority: Priority;
  readonly source: LessonSource;
  /** It was known already. */
  readonly isKnown: boolean;
}

export interface Learned {
  readonly lessons: readonly LearnedLesson[];
  /** Why something could not be stored, one line each. It waits, unless the line says otherwise. */
  readonly faults: readonly string[];
}

export interface SettleInput {
  readonly folders: ProjectFolders;
  readonly now: Date;
  readonly lockWaitMs?: number;
}

/** Stores the lessons that wait, including those that earlier processes could not store. */
export async function settleLessons({ folders, now, lockWaitMs = LOCK_WAIT_MS }: SettleInput): Promise<Learned> {
  const { waiting, fault } = readLessonMemory(folders.dataFolder);
  if (waiting.length === 0) return { lessons: [], faults: [] };
  const learned = await settleInLock(folders, now, lockWaitMs);
  const [first] = learned.faults;
  // Once for each reason: a graph that stays broken must not fill the log.
  if (first !== undefined && first !== fault) noteFault(folders.dataFolder, first, now);
  return learned;
}

async function settleInLock(folders: ProjectFolders, now: Date, lockWaitMs: number): Promise<Learned> {
  try {
    // Synchronous once the lock is held: a hook whose time is up ends the process at the next await.
    const locked = await withGraphLock(folders, lockWaitMs, () => settleAll(folders, now));
    return locked?.value ?? { lessons: [], faults: [beingChanged('the graph folder').message] };
  } catch (error) {
    return { lessons: [], faults: [unwritable('the graph folder', error).message] };
  }
}

function settleAll(folders: ProjectFolders, now: Date): Learned {
  // Read again: another process may have stored them before it released the lock.
  const { waiting } = readLessonMemory(folders.dataFolder);
  const shelf = openGraphShelf(folders);
  const results = waiting.map((found) => ({ found, stored: store(found, shelf, now) }));
  const failures = shelf.save();
  const lessons: LearnedLesson[] = [];
  const settled: { key: string; item: string }[] = [];
  const faults = new Set([...failures.values()].map(({ message }) => message));
  for (const { found, stored } of results) {
    if (!stored.ok) {
      const { kind, message } = stored.error;
      faults.add(kind === 'invalid' ? `${message}; the lesson was given up` : message);
      // It can never be stored, however often it is tried.
      if (kind === 'invalid') settled.push({ key: found.key, item: '' });
    } else if (!failures.has(stored.value.graph)) {
      settled.push({ key: found.key, item: stored.value.id });
      lessons.push(stored.value);
      if (found.problem !== undefined) noteNotUnderstood(folders.dataFolder, stored.value, found.problem);
    }
  }
  noteSettled(folders.dataFolder, settled);
  return { lessons, faults: [...faults] };
}

/** As a new draft, or counted for the item that says the same. */
function store(found: FoundLesson, shelf: GraphShelf, now: Date): Result<LearnedLesson, KnowledgeFailure> {
  const { draft } = found;
  const { draftDays } = shelf.index.settings;
  const twin = findTwin(shelf.items(), draft, { now, draftDays, projectVersion: shelf.index.projectVersion });
  const stored =
    twin === undefined ? shelf.add(targetGraph(shelf, draft.graph), draft.node) : count(twin, found, shelf);
  if (!stored.ok) return stored;
  const { id, graph, label, priority } = stored.value;
  return success({ id, graph, label, priority, source: draft.source, isKnown: twin !== undefined });
}

function count(twin: KnowledgeItem, found: FoundLesson, shelf: GraphShelf): Result<KnowledgeItem, KnowledgeFailure> {
  const node = shelf.nodeOf(twin);
  if (!node.ok) return node;
  return isCountedIn(node.value, found) ? success(twin) : shelf.set(twin, countedFields(twin, node.value, found));
}

/** A process may end between the graph and its note of it: then the lesson is read again, although it is stored. */
function isCountedIn(node: NodeFields, { draft, time, sessionId }: FoundLesson): boolean {
  const { created_at: created, evidence, last_seen_at: seen, last_seen_in: seenIn } = node;
  if (created === draft.node.created_at && evidence === draft.node.evidence) return true;
  return typeof seen === 'string' && seenIn === sessionId && Date.parse(seen) >= Date.parse(time);
}

/**
 * Each correction counts. It brings back a draft that expired, never one that a person archived; and a block replaces a
 * draft that was made from the user's words.
 */
function countedFields(twin: KnowledgeItem, node: NodeFields, { draft, time, sessionId }: FoundLesson): NodeFields {
  const hasExpired = twin.status === 'archived' && twin.archivedBy === EXPIRY;
  const isBetter =
    draft.source === 'process_knowledge_block' && twin.status === 'draft' && node.source === 'user_correction';
  const { id: _id, created_at: _created, seen_count: _seen, ...better } = draft.node;
  return {
    ...(isBetter && { [twin.content.type]: undefined, ...better }),
    ...(draft.isCorrection && { seen_count: twin.seen + 1 }),
    last_seen_at: time,
    last_seen_in: sessionId,
    ...(hasExpired && { status: 'draft', archived_at: undefined, archived_by: undefined }),
  };
}

/** Who archived a draft that was not reviewed in time. */
export const EXPIRY = 'expiry';

const DEFAULT_GRAPH = 'default';

/** The graph that a block names, unless it cannot be changed: that must not lose the lesson. */
function targetGraph(shelf: GraphShelf, named: string | undefined): string {
  if (named === undefined || !isGraphName(named)) return DEFAULT_GRAPH;
  const opened = shelf.open(named);
  return opened.ok && isFolderWritable(opened.value) ? named : DEFAULT_GRAPH;
}
