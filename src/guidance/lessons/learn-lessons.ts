import type { GuidancePlace } from '../hook-index/hook-index.js';
import { detectLessons } from './detect-lessons.js';
import { lessonKey } from './lesson-key.js';
import { type FoundLesson, noteFound, readLessonMemory } from './lesson-log.js';
import { draftOfBlock, draftOfWords, type Occasion } from './lesson-node.js';
import { parseBlock } from './parse-block.js';
import { type Learned, settleLessons } from './settle-lessons.js';
import type { ToolUse, Turn } from './turn.js';

export interface LearnInput {
  readonly place: GuidancePlace;
  readonly turns: readonly Turn[];
  readonly sessionId: string;
  readonly now: Date;
  /** Takes secrets out before anything is stored. */
  readonly redact: (text: string) => string;
  /** Called once the lessons of these turns cannot be lost any more, long before they stand in a graph. */
  readonly onKept?: () => void;
  readonly lockWaitMs?: number;
}

/** A conversation that seems to teach more than this per stop is quoting something. */
const MOST_LESSONS = 10;

/**
 * Turns what a conversation teaches into drafts in the graph files; what is known already is only counted. Everything
 * found is written down first, so that no lock, fault or lack of time loses it: what could not be stored now is stored
 * by whoever comes next.
 */
export async function learnLessons(input: LearnInput): Promise<Learned> {
  const { place, onKept } = input;
  const { heard } = readLessonMemory(place.dataFolder);
  const found = lessonsIn(input)
    .filter(({ key }) => !heard.has(key))
    .slice(0, MOST_LESSONS);
  if (!noteFound(place.dataFolder, found)) {
    return {
      lessons: [],
      faults: ['the data folder cannot be written; nothing was learned, the turns are read again.'],
    };
  }
  onKept?.();
  return settleLessons(input);
}

const RECENT_USES = 6;

function lessonsIn({ turns, sessionId, now, redact }: LearnInput): FoundLesson[] {
  const uses: ToolUse[] = [];
  let count = 0;
  return turns.flatMap((turn) => {
    // Each has a moment of its own: by it a lesson is known again that was stored just before a process ended.
    const occasion = (): Occasion => ({ sessionId, now: new Date(now.getTime() + count++), redact });
    const found = draftsOf(turn, uses.slice(-RECENT_USES), occasion);
    uses.push(...(turn.toolUses ?? []));
    return found.map(({ draft, time }, place) => ({ key: lessonKey(turn, sessionId, place), sessionId, time, draft }));
  });
}

type DraftInTime = Pick<FoundLesson, 'draft' | 'time'>;

function draftsOf(turn: Turn, recentUses: readonly ToolUse[], newOccasion: () => Occasion): DraftInTime[] {
  return detectLessons(turn).flatMap((lesson) => {
    const block = lesson.source === 'process_knowledge_block' ? parseBlock(lesson.text) : undefined;
    if (lesson.source === 'process_knowledge_block' && block === undefined) return [];
    const occasion = newOccasion();
    const draft =
      block === undefined
        ? draftOfWords(lesson, { role: turn.role, recentUses }, occasion)
        : draftOfBlock(block, occasion);
    return [{ draft, time: occasion.now.toISOString() }];
  });
}
