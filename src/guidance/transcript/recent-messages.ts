import { readTail } from '../files/read-bounded.js';
import { ownText } from './own-text.js';
import { parseTurns } from './transcript-turns.js';

/** The last few messages mostly lie in the first; a long result of a tool may follow them. */
const TAILS_BYTES = [16_384, 131_072];
/** For a last line that is longer than either, such as a picture or a file that was read. */
const LONG_TAIL_BYTES = 2_097_152;

/** The last texts of the conversation, oldest first, from the end of its transcript. None if there is none yet. */
export function readRecentMessages(transcriptPath: string, max = 5): string[] {
  try {
    let found: string[] = [];
    let tail: string | undefined;
    for (const bytes of TAILS_BYTES) {
      tail = readTail(transcriptPath, bytes);
      if (tail === undefined) return [];
      found = lastTexts(tail, max);
      if (found.length >= max) break;
    }
    if (tail === '') found = lastTexts(readTail(transcriptPath, LONG_TAIL_BYTES) ?? '', max);
    return found.reverse().map((text) => text.slice(0, MAX_MESSAGE_LENGTH));
  } catch {
    return [];
  }
}

const MAX_MESSAGE_LENGTH = 4000;

/** Newest first. From the end: a hook has no time to read hundreds of lines for the sake of the last five. */
function lastTexts(tail: string, max: number): string[] {
  const found: string[] = [];
  for (let end = tail.length; end > 0 && found.length < max; ) {
    const start = tail.lastIndexOf('\n', end - 1) + 1;
    const texts = parseTurns(tail.slice(start, end)).flatMap((turn) => ownText(turn) ?? []);
    found.push(...texts.reverse());
    end = start - 1;
  }
  return found.slice(0, max);
}
