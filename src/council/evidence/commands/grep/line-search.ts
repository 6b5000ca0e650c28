import { takeTurns } from '../../walk/take-turns.js';
import type { Pattern } from '../regex/pattern.js';
import { requiredLiterals } from '../regex/required-literals.js';
import type { LineSelection } from './grep-options.js';
import type { LineMatcher } from './line-matcher.js';

/** What must be known of a search before a file's secrets are taken out, which takes far longer than to read it. */
export interface LineSearch {
  readonly longestLine: number;
  /** Whether lines out of which a secret was taken may be selected. */
  readonly offersChanged: boolean;
  /** Whether any line of a file could be. */
  maySelect(content: Buffer, signal: AbortSignal): Promise<boolean>;
}

/** For files that were named one by one: they are few. */
export function searchNamed({ longestLine }: LineMatcher): LineSearch {
  return { longestLine, offersChanged: true, maySelect: async () => true };
}

/**
 * For the many files of a walk. What this says of a file may depend on its secrets only where that cannot be told from
 * the outcome; otherwise whoever tries one pattern after the other learns them. So: a word that every match needs may be
 * looked for in the file itself, for no such word is found where a secret stood. Where there is no such word, the file is
 * searched as it is, and the lines that hold a secret are not offered at all.
 */
export function searchWalked(
  pattern: Pattern,
  matcher: LineMatcher,
  { invert, wholeLines, wholeWords }: LineSelection,
): LineSearch {
  const fitsEveryLine = !wholeLines && !wholeWords && matcher.matches('');
  if (invert || fitsEveryLine) return searchNamed(matcher);
  const { longestLine } = matcher;
  const literals = requiredLiterals(pattern);
  if (literals === undefined) {
    return { longestLine, offersChanged: false, maySelect: (content, signal) => matchesAny(content, matcher, signal) };
  }
  return {
    longestLine,
    offersChanged: true,
    maySelect: async (content) => {
      const text = content.toString('latin1').toLowerCase();
      return literals.some((literal) => text.includes(literal));
    },
  };
}

async function matchesAny(content: Buffer, matcher: LineMatcher, signal: AbortSignal): Promise<boolean> {
  const breathe = takeTurns();
  for (const line of content.toString('latin1').split('\n')) {
    if (matcher.matches(line)) return true;
    const pause = breathe();
    if (pause === undefined) continue;
    await pause;
    signal.throwIfAborted();
  }
  return false;
}
