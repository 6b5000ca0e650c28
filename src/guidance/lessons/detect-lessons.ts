import { findBlocks } from '../blocks/find-blocks.js';
import { isOwn, ownText, spokenText } from '../transcript/own-text.js';
import type { Turn } from '../transcript/turn.js';
import { correctionScore } from './correction-score.js';
import { DRAFT_SCORE, LINE_SCORE } from './correction-weights.js';
import type { LessonSource } from './draft.js';

export interface DetectedLesson {
  readonly source: LessonSource;
  /** The inside of a block, or the whole message. */
  readonly text: string;
}

/**
 * What a turn teaches: its blocks, or the user's own message where it clearly corrects or states a rule. An agent's words are
 * advice or an apology; what it has learned it writes into a block.
 */
export function detectLessons(turn: Turn): DetectedLesson[] {
  // Blocks of an answer may hold markup, and are at its end, however long it is.
  if (turn.role === 'assistant') return isOwn(turn) ? lessonsOfBlocks(turn.text) : [];
  const own = ownText(turn);
  if (own === undefined) return [];
  const lessons = lessonsOfBlocks(own);
  if (lessons.length > 0) return lessons;
  if (correctionScore(spokenText(own)) <= DRAFT_SCORE) return [];
  return [{ source: 'user_correction', text: own.trim() }];
}

function lessonsOfBlocks(text: string): DetectedLesson[] {
  return findBlocks(text).map((inside) => ({ source: 'process_knowledge_block', text: inside }));
}

/** Whether the user corrects the agent or states a rule, as far as words alone can say. */
export function isCorrection(turn: Turn): boolean {
  const own = turn.role === 'user' ? ownText(turn) : undefined;
  return own !== undefined && correctionScore(spokenText(own)) > LINE_SCORE;
}

/** Whether anything may be learned from these turns, so that the heavy part is worth loading. Never throws. */
export function findLessonCandidates(turns: readonly Turn[]): boolean {
  try {
    return turns.some((turn) => detectLessons(turn).length > 0);
  } catch {
    return false;
  }
}
