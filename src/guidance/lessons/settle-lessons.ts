import { success } from '../../kernel/result.js';
import { beingChanged, unwritable } from '../graph/change-graph.js';
import type { KnowledgeFailure } from '../graph/failure.js';
import { isGraphName } from '../graph/graph-files.js';
import { LOCK_WAIT_MS, withGraphLock } from '../graph/graph-lock.js';
import { type GraphShelf, openGraphShelf } from '../graph/graph-shelf.js';
import { isFolderWritable } from '../graph/open-graph.js';
import type { GuidancePlace } from '../hook-index/hook-index.js';
import type { KnowledgeItem, Priority } from '../item/item.js';
import { countedFields, isCountedIn, repeatedFields } from './counted-fields.js';
import { isCorrection } from './draft.js';
import { findTwin } from './find-twin.js';
import { type FoundLesson, noteFault, noteSettled, readLessonMemory, type SettledLesson } from './lesson-log.js';
import type { LessonSource } from './turn.js';

export interface LearnedLesson {
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
  readonly place: GuidancePlace;
  readonly now: Date;
  readonly lockWaitMs?: number;
}

/** Brings the lessons that wait into the graphs, those that earlier processes had to leave behind included. */
export async function settleLessons({ place, now, lockWaitMs = LOCK_WAIT_MS }: SettleInput): Promise<Learned> {
  const { waiting, fault } = readLessonMemory(place.dataFolder);
  if (waiting.length === 0) return { lessons: [], faults: [] };
  const learned = await settleInLock(place, now, lockWaitMs);
  const [first] = learned.faults;
  // Once for each reason: a graph that stays broken must not fill the log.
  if (first !== undefined && first !== fault) noteFault(place.dataFolder, first, now);
  return learned;
}

async function settleInLock(place: GuidancePlace, now: Date, lockWaitMs: number): Promise<Learned> {
  try {
    // Without a pause once the lock is held: a hook whose time is over ends the process at the next one.
    const locked = await withGraphLock(place.dataFolder, lockWaitMs, () => settleAll(place, now));
    return locked?.value ?? { lessons: [], faults: [beingChanged('the graph folder').message] };
  } catch (error) {
    return { lessons: [], faults: [unwritable('the graph folder', error).message] };
  }
}

function settleAll(place: GuidancePlace, now: Date): Learned {
  // Read again: another process may have settled them before it let go of the lock.
  const { waiting, settled } = readLessonMemory(place.dataFolder);
  const shelf = openGraphShelf(place);
  const counted = new Map<string, number>();
  for (const lesson of settled) addTo(counted, lesson);
  const ends = waiting.map((lesson) => settle(lesson, { shelf, counted, now }));
  const failures = shelf.save();
  const isLost = (end: Ending) => end.kind === 'learned' && failures.has(end.lesson.graph);
  const done = ends.filter((end) => end.kind !== 'waits' && !isLost(end));
  noteSettled(
    place.dataFolder,
    done.flatMap((end) => (end.kind === 'waits' ? [] : [end.settled])),
  );
  return {
    lessons: done.flatMap((end) => (end.kind === 'learned' ? [end.lesson] : [])),
    faults: [
      ...new Set([
        ...ends.flatMap((end) => (end.kind === 'learned' ? [] : [end.fault])),
        ...[...failures.values()].map(({ message }) => message),
      ]),
    ],
  };
}

type Ending =
  | { readonly kind: 'learned'; readonly lesson: LearnedLesson; readonly settled: SettledLesson }
  | { readonly kind: 'waits'; readonly fault: string }
  /** Nothing that could be stored, however often it is tried. */
  | { readonly kind: 'dropped'; readonly fault: string; readonly settled: SettledLesson };

interface Desk {
  readonly shelf: GraphShelf;
  /** How often an item was heard of in a session, by the two. */
  readonly counted: Map<string, number>;
  readonly now: Date;
}

function settle(found: FoundLesson, desk: Desk): Ending {
  const { shelf, now } = desk;
  const { draftDays } = shelf.index.settings;
  const twin = findTwin(shelf.items(), found.draft, { now, draftDays, projectVersion: shelf.index.projectVersion });
  const stored =
    twin === undefined ? shelf.add(targetGraph(shelf, found.draft.graph), found.draft.node) : count(twin, found, desk);
  if (!stored.ok) return failed(found, stored.error);
  const settled = settledAs(found, stored.value);
  addTo(desk.counted, settled);
  const { id, graph, label, priority } = stored.value;
  const { source } = found.draft;
  return { kind: 'learned', settled, lesson: { id, graph, label, priority, source, isKnown: twin !== undefined } };
}

/** Once per session and kind: who says a thing twice in one conversation has not been disappointed twice. */
function count(twin: KnowledgeItem, found: FoundLesson, { shelf, counted }: Desk) {
  const timesBefore = counted.get(countKey(settledAs(found, twin))) ?? 0;
  if (timesBefore > 0) {
    const fields = repeatedFields(twin, found, timesBefore);
    return fields === undefined ? success(twin) : shelf.set(twin, fields);
  }
  const node = shelf.nodeOf(twin);
  if (!node.ok) return node;
  return isCountedIn(node.value, found) ? success(twin) : shelf.set(twin, countedFields(twin, node.value, found));
}

const DEFAULT_GRAPH = 'default';

/** The graph that a block names; one that exists and cannot be changed must not swallow the lesson. */
function targetGraph(shelf: GraphShelf, named: string | undefined): string {
  if (named === undefined || !isGraphName(named)) return DEFAULT_GRAPH;
  const opened = shelf.open(named);
  return opened.ok && isFolderWritable(opened.value) ? named : DEFAULT_GRAPH;
}

function failed(found: FoundLesson, { kind, message }: KnowledgeFailure): Ending {
  if (kind !== 'invalid') return { kind: 'waits', fault: message };
  return { kind: 'dropped', fault: `${message}; the lesson was given up`, settled: settledAs(found, undefined) };
}

function settledAs({ key, sessionId, draft }: FoundLesson, item: KnowledgeItem | undefined): SettledLesson {
  return { key, sessionId, item: item?.id ?? '', isCorrection: isCorrection(draft.source) };
}

function addTo(counted: Map<string, number>, lesson: SettledLesson): void {
  counted.set(countKey(lesson), (counted.get(countKey(lesson)) ?? 0) + 1);
}

function countKey({ sessionId, item, isCorrection: isOne }: SettledLesson): string {
  return JSON.stringify([sessionId, item, isOne]);
}
