import { readTail } from '../files/read-bounded.js';
import { ownText } from './own-text.js';
import { parseTurns } from './transcript-turns.js';

const TAIL_BYTES = 131_072;

/** The last texts of the conversation, oldest first, from the end of its transcript. None if there is none yet. */
export function readRecentMessages(transcriptPath: string, most = 5): string[] {
  try {
    return parseTurns(readTail(transcriptPath, TAIL_BYTES))
      .flatMap((turn) => ownText(turn) ?? [])
      .slice(-most)
      .map((text) => text.slice(0, LONGEST_MESSAGE));
  } catch {
    return [];
  }
}

const LONGEST_MESSAGE = 4000;
