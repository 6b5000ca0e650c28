import { readTail } from '../files/read-bounded.js';
import { ownText } from './own-text.js';
import { parseTurns } from './transcript-turns.js';

const TAIL_BYTES = 131_072;

/** The last texts of the conversation, oldest first, from the end of its transcript. None if there is none yet. */
export function readRecentMessages(transcriptPath: string, most = 5): string[] {
  try {
    const found: string[] = [];
    const lines = readTail(transcriptPath, TAIL_BYTES).split('\n');
    // From the end: a hook has no time to read hundreds of lines for the sake of the last five.
    for (let at = lines.length - 1; at >= 0 && found.length < most; at--) {
      const texts = parseTurns(lines[at] ?? '').flatMap((turn) => ownText(turn) ?? []);
      found.push(...texts.reverse());
    }
    return found
      .slice(0, most)
      .reverse()
      .map((text) => text.slice(0, LONGEST_MESSAGE));
  } catch {
    return [];
  }
}

const LONGEST_MESSAGE = 4000;
