import { failure, success } from '../../kernel/result.js';
import { readBounded } from '../files/read-bounded.js';
import { changeGraph } from '../graph/change-graph.js';
import { freeId } from '../graph/free-id.js';
import { graphPath, isGraphName } from '../graph/graph-files.js';
import type { GuidancePlace } from '../hook-index/hook-index.js';
import { rebuildHookIndex } from '../hook-index/load-hook-index.js';
import type { KnowledgeItem, Priority } from '../item/item.js';
import { type DetectedLesson, detectLessons } from './detect-lessons.js';
import { type Draft, draftOfBlock, draftOfWords, type Occasion } from './lesson-node.js';
import { parseBlock } from './parse-block.js';
import { isSimilarText } from './similar-text.js';
import type { LessonSource, ToolUse, Turn } from './turn.js';

export interface LearnInput {
  readonly place: GuidancePlace;
  readonly turns: readonly Turn[];
  readonly sessionId: string;
  readonly now: Date;
  /** Takes secrets out before anything is stored. */
  readonly redact: (text: string) => string;
  readonly lockWaitMs?: number;
}

export interface LearnedLesson {
  readonly id: string;
  readonly graph: string;
  readonly label: string;
  readonly priority: Priority;
  readonly source: LessonSource;
  /** It was known already: its counter was raised instead. */
  readonly isKnown: boolean;
}

export interface Learned {
  readonly lessons: readonly LearnedLesson[];
  /** Why something could not be stored, one line each. */
  readonly faults: readonly string[];
}

const DEFAULT_GRAPH = 'default';
/** A conversation that seems to teach more than this per stop is quoting something. */
const MOST_LESSONS = 10;

/** Turns what a conversation teaches into drafts in the graph files; what is known already only counts once more. */
export async function learnLessons(input: LearnInput): Promise<Learned> {
  const lessons: LearnedLesson[] = [];
  const faults: string[] = [];
  for (const candidate of candidatesIn(input.turns).slice(0, MOST_LESSONS)) {
    const learned = await learnOne(candidate, input);
    if (learned === undefined) continue;
    if (learned.ok) lessons.push(learned.value);
    else faults.push(learned.error.message);
  }
  return { lessons, faults };
}

interface Candidate {
  readonly lesson: DetectedLesson;
  readonly role: Turn['role'];
  /** Tools used shortly before. */
  readonly recentUses: readonly ToolUse[];
}

const RECENT_USES = 6;

function candidatesIn(turns: readonly Turn[]): Candidate[] {
  const uses: ToolUse[] = [];
  return turns.flatMap((turn) => {
    const found = detectLessons(turn).map((lesson) => ({
      lesson,
      role: turn.role,
      recentUses: uses.slice(-RECENT_USES),
    }));
    uses.push(...(turn.toolUses ?? []));
    return found;
  });
}

async function learnOne({ lesson, role, recentUses }: Candidate, input: LearnInput) {
  // Read anew for each lesson: the one before may have been the first of its kind.
  const known = rebuildHookIndex(input.place).items;
  const occasion: Occasion = { sessionId: input.sessionId, now: input.now, redact: input.redact };
  const draft = draftOf(lesson, { role, recentUses, known }, occasion);
  if (draft === undefined) return undefined;
  const twin = known.find((item) => item.label === draft.label || isSimilarText(gistOf(item), draft.gist));
  if (twin !== undefined) return countAgain(twin, draft, input);
  return store(draft, input);
}

function draftOf(
  lesson: DetectedLesson,
  around: { role: Turn['role']; recentUses: readonly ToolUse[]; known: readonly KnowledgeItem[] },
  occasion: Occasion,
): Draft | undefined {
  if (lesson.source === 'process_knowledge_block') {
    const block = parseBlock(lesson.text);
    return block === undefined ? undefined : draftOfBlock(block, occasion);
  }
  const similar = around.known.filter((item) => isSimilarText(gistOf(item), lesson.text));
  const repetitions = similar.reduce((sum, { seen }) => sum + seen, 0);
  return draftOfWords(lesson, { role: around.role, recentUses: around.recentUses, repetitions }, occasion);
}

function gistOf(item: KnowledgeItem): string {
  return item.description === '' || item.description === item.label ? item.label : item.description;
}

/** A mistake that came for the third time is CRITICAL, and so is one that the user calls repeated. */
function countAgain(twin: KnowledgeItem, draft: Draft, { place, now, lockWaitMs }: LearnInput) {
  const isWorse = draft.source === 'repeated_mistake' && twin.status === 'draft' && twin.priority !== 'CRITICAL';
  return changeGraph(
    place,
    twin.graph,
    (graph) => {
      const fields = {
        seen_count: twin.seen + 1,
        last_seen_at: now.toISOString(),
        ...(isWorse && { priority: 'CRITICAL' }),
      };
      const text = graph.setFields(twin.id, fields);
      if (text === undefined) return failure({ kind: 'not_found', message: `${twin.id} has just been removed` });
      return success({
        text,
        value: learned(twin.id, twin.graph, twin.label, isWorse ? 'CRITICAL' : twin.priority, draft, true),
      });
    },
    lockWaitMs,
  );
}

function store(draft: Draft, { place, lockWaitMs }: LearnInput) {
  const graph = targetGraph(place, draft.graph);
  return changeGraph(
    place,
    graph,
    (text) => {
      const id = freeId(text, String(draft.node.id));
      const value = learned(id, graph, draft.label, draft.priority, draft, false);
      return success({ text: text.append({ ...draft.node, id }), value });
    },
    lockWaitMs,
  );
}

/** The graph that a block names; one that exists and cannot be changed must not swallow the lesson. */
function targetGraph(place: GuidancePlace, named: string | undefined): string {
  if (named === undefined || !isGraphName(named)) return DEFAULT_GRAPH;
  const text = readBounded(graphPath(place.projectFolder, named), 256_000_000)?.text;
  if (text === undefined) return named;
  try {
    JSON.parse(text);
    return named;
  } catch {
    return DEFAULT_GRAPH;
  }
}

function learned(
  id: string,
  graph: string,
  label: string,
  priority: Priority,
  { source }: Draft,
  isKnown: boolean,
): LearnedLesson {
  return { id, graph, label, priority, source, isKnown };
}
