import { createHash } from 'node:crypto';
import { readBlock } from '../blocks/read-block.js';
import type { ProjectFolders } from '../hook-index/hook-index.js';
import { ownText } from '../transcript/own-text.js';
import type { Turn } from '../transcript/turn.js';
import { detectLessons, isCorrection } from './detect-lessons.js';
import { type DraftContext, draftOfBlock, draftOfMessage } from './draft.js';
import { type FoundLesson, noteFound, readLessonMemory } from './lesson-log.js';
import { type Learned, settleLessons } from './settle-lessons.js';

export interface LearnInput {
  readonly folders: ProjectFolders;
  readonly turns: readonly Turn[];
  readonly sessionId: string;
  readonly now: Date;
  /** Takes secrets out before anything is stored. */
  readonly redact: (text: string) => string;
  /** Called once the lessons of these turns cannot be lost any more, before they are in a graph. */
  readonly onKept?: () => void;
  readonly lockWaitMs?: number;
}

/** A conversation that seems to teach more than this per stop is quoting something. */
const MAX_LESSONS = 10;

/**
 * Turns what a conversation teaches into drafts in the graph files; what is known already is only counted. Everything
 * found is logged first, so that a lock, a fault or a time limit loses nothing: the next hook stores what is left.
 */
export async function learnLessons(input: LearnInput): Promise<Learned> {
  const { folders, onKept } = input;
  const { known } = readLessonMemory(folders.dataFolder);
  const found = readTurns(input)
    .filter(({ key }) => !known.has(key))
    .slice(0, MAX_LESSONS);
  if (!noteFound(folders.dataFolder, found)) {
    const fault = 'the data folder cannot be written; nothing was learned, the turns are read again.';
    return { lessons: [], faults: [fault] };
  }
  onKept?.();
  return settleLessons(input);
}

function readTurns({ turns, sessionId, now, redact }: LearnInput): FoundLesson[] {
  const lessons: FoundLesson[] = [];
  for (const exchange of exchangesOf(turns)) {
    const isCorrected = exchange.some(isCorrection);
    const found = exchange.flatMap((turn) =>
      detectLessons(turn).map((lesson, index) => ({ ...lesson, key: lessonKey(turn, sessionId, index) })),
    );
    const blocks = found.filter(({ source }) => source === 'process_knowledge_block');
    // The agent's own statement of the lesson replaces the user's words.
    for (const { source, text, key } of blocks.length > 0 ? blocks : found) {
      // Each has a time of its own, by which a lesson is recognized that was stored just before a process ended.
      const context: DraftContext = { sessionId, now: new Date(now.getTime() + lessons.length), redact };
      const block = source === 'process_knowledge_block' ? readBlock(text) : undefined;
      if (source === 'process_knowledge_block' && block === undefined) continue;
      const draft = block === undefined ? draftOfMessage(text, context) : draftOfBlock(block, isCorrected, context);
      const problem = block?.problem;
      lessons.push({
        key,
        sessionId,
        time: context.now.toISOString(),
        draft,
        ...(problem !== undefined && { problem }),
      });
    }
  }
  return lessons;
}

/** A prompt with everything up to the next one. */
function exchangesOf(turns: readonly Turn[]): Turn[][] {
  const exchanges: Turn[][] = [[]];
  for (const turn of turns) {
    if (turn.role === 'user' && ownText(turn) !== undefined) exchanges.push([]);
    exchanges.at(-1)?.push(turn);
  }
  return exchanges;
}

/**
 * Identifies a lesson when its turn is read again: by a second process at the same moment, or in a forked session that
 * has the turn in a transcript of its own. An agent's message has no id in the hook: its text identifies it.
 */
function lessonKey({ role, text, uuid }: Turn, sessionId: string, index: number): string {
  const digest = createHash('sha256').update(text.trim()).digest('hex').slice(0, 16);
  const turn = role === 'assistant' ? digest : (uuid ?? `${sessionId}:${digest}`);
  return `${turn}/${index}`;
}
