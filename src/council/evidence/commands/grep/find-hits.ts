import { takeTurns } from '../../walk/take-turns.js';
import type { GrepOptions } from './grep-options.js';
import { type Hit, MOST_PIECES, piecesOf } from './hit.js';
import type { LineMatcher } from './line-matcher.js';
import type { SearchableFile } from './searchable-file.js';

/** Our own grep. Lines are matched as bytes, each one a character, as the program does it in the C locale. */
export async function findHits(
  file: SearchableFile,
  matcher: LineMatcher,
  { selection, report }: Pick<GrepOptions, 'selection' | 'report'>,
  signal: AbortSignal,
): Promise<Hit[]> {
  const hits: Hit[] = [];
  let room = report === 'lines' ? MOST_PIECES : Number.POSITIVE_INFINITY;
  const breathe = takeTurns();
  const takeTurn = async (pause: Promise<void>) => {
    await pause;
    signal.throwIfAborted();
  };
  const lines = file.searched.toString('latin1').split('\n').slice(0, -1);
  for (const [index, line] of lines.entries()) {
    if (hits.length >= selection.most || room <= 0) break;
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
    const hit = { index, parts: parts.length === 0 ? NO_PARTS : parts };
    hits.push(hit);
    room -= piecesOf(hit);
  }
  return hits;
}

/** There may be a million hits. */
const NO_PARTS: readonly string[] = [];
