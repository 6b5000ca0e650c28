import { looksLikeCorrection, statesLastingRule } from './correction-cues.js';
import { findBlocks } from './find-blocks.js';
import { ownText, spokenText } from './own-text.js';
import type { LessonSource, Turn } from './turn.js';

export interface DetectedLesson {
  readonly source: LessonSource;
  /** The inside of a block, or the whole message. */
  readonly text: string;
}

/**
 * What a turn teaches: its blocks, or the user's own message where it states a lasting rule. An agent's words are
 * advice or an apology; what it has learned it writes into a block.
 */
export function detectLessons(turn: Turn): DetectedLesson[] {
  const own = ownText(turn);
  if (own === undefined) return [];
  const blocks = findBlocks(own);
  if (blocks.length > 0) return blocks.map((text) => ({ source: 'process_knowledge_block', text }));
  if (turn.role !== 'user' || !statesLastingRule(spokenText(own))) return [];
  return [{ source: 'user_correction', text: own.trim() }];
}

/** Whether the user corrects the agent or states a rule, as far as words alone can say. */
export function isCorrection(turn: Turn): boolean {
  const own = turn.role === 'user' ? ownText(turn) : undefined;
  return own !== undefined && looksLikeCorrection(spokenText(own));
}

/** Whether anything may be learned from these turns, so that the heavy part is worth loading. Never throws. */
export function findLessonCandidates(turns: readonly Turn[]): boolean {
  try {
    return turns.some((turn) => detectLessons(turn).length > 0);
  } catch {
    return false;
  }
}
