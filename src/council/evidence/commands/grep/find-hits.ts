import { takeTurns } from '../../walk/take-turns.js';
import type { LineSelection } from './grep-options.js';
import type { Hit } from './hit.js';
import type { LineMatcher } from './line-matcher.js';
import type { SearchableFile } from './searchable-file.js';

/** Our own grep. Lines are matched as bytes, each one a character, as the program does it in the C locale. */
export async function findHits(
  file: SearchableFile,
  matcher: LineMatcher,
  selection: LineSelection,
  signal: AbortSignal,
): Promise<Hit[]> {
  const hits: Hit[] = [];
  const breathe = takeTurns();
  const takeTurn = async (pause: Promise<void>) => {
    await pause;
    signal.throwIfAborted();
  };
  const lines = file.searched.toString('latin1').split('\n').slice(0, -1);
  for (const [index, line] of lines.entries()) {
    if (hits.length >= selection.most) break;
    const pause = breathe();
    if (pause !== undefined) await takeTurn(pause);
    if (!file.isOffered(index) || matcher.matches(line) === selection.invert) continue;
    const parts: string[] = [];
    if (selection.onlyMatching && !selection.invert) {
      for (const part of matcher.parts(line)) {
        parts.push(Buffer.from(part, 'latin1').toString('utf8'));
        const rest = breathe();
        if (rest !== undefined) await takeTurn(rest);
      }
    }
    hits.push({ index, parts });
  }
  return hits;
}
