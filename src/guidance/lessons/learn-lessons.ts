import type { GuidancePlace } from '../hook-index/hook-index.js';
import { detectLessons } from './detect-lessons.js';
import { lessonKey } from './lesson-key.js';
import { type FoundLesson, noteFound, noteUnreadable, readLessonMemory, type UnreadableBlock } from './lesson-log.js';
import { draftOfBlock, draftOfWords, type Occasion } from './lesson-node.js';
import { readBlock } from './parse-block.js';
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
  const { place, onKept, now } = input;
  const { heard } = readLessonMemory(place.dataFolder);
  const isNew = ({ key }: { readonly key: string }) => !heard.has(key);
  const { lessons, unreadable } = readTurns(input);
  const found = lessons.filter(isNew).slice(0, MOST_LESSONS);
  const isKept =
    noteFound(place.dataFolder, found) &&
    noteUnreadable(place.dataFolder, unreadable.filter(isNew).slice(0, MOST_LESSONS), now);
  if (!isKept) {
    return {
      lessons: [],
      faults: ['the data folder cannot be written; nothing was learned, the turns are read again.'],
    };
  }
  onKept?.();
  return settleLessons(input);
}

const RECENT_USES = 6;

interface ReadTurns {
  readonly lessons: readonly FoundLesson[];
  readonly unreadable: readonly UnreadableBlock[];
}

function readTurns({ turns, sessionId, now, redact }: LearnInput): ReadTurns {
  const uses: ToolUse[] = [];
  const lessons: FoundLesson[] = [];
  const unreadable: UnreadableBlock[] = [];
  for (const turn of turns) {
    for (const [place, lesson] of detectLessons(turn).entries()) {
      const key = lessonKey(turn, sessionId, place);
      const read = lesson.source === 'process_knowledge_block' ? readBlock(lesson.text) : { words: lesson };
      if (read === undefined) continue;
      if ('fault' in read) {
        unreadable.push({ key, words: firstWords(redact(lesson.text)), reason: redact(read.fault) });
        continue;
      }
      // Each has a moment of its own: by it a lesson is known again that was stored just before a process ended.
      const occasion: Occasion = { sessionId, now: new Date(now.getTime() + lessons.length), redact };
      const draft =
        'block' in read
          ? draftOfBlock(read.block, occasion)
          : draftOfWords(read.words, { role: turn.role, recentUses: uses.slice(-RECENT_USES) }, occasion);
      lessons.push({ key, sessionId, time: occasion.now.toISOString(), draft });
    }
    uses.push(...(turn.toolUses ?? []));
  }
  return { lessons, unreadable };
}

/** By these whoever wrote it knows which one it is. */
function firstWords(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 80);
}
