import { citedPlace } from '../../kernel/cited-place.js';
import type { Citation } from '../result.js';

/** `(src/queue.ts:41)` becomes `(src/queue.ts:41, verified)`: a reader of the verdict sees what was checked. */
export function markCitations(text: string, citations: readonly Citation[]): string {
  const marks = new Map<string, Mark>();
  for (const citation of citations) {
    const place = citedPlace(citation);
    const known = marks.get(place);
    const found = markOf(citation);
    // Cited twice, once wrongly: the doubt is what a reader should see.
    if (known === undefined || MARKS.indexOf(found) < MARKS.indexOf(known)) marks.set(place, found);
  }
  return [...marks].reduce((marked, [place, words]) => mark(marked, place, words), text);
}

/** The gravest first. That a line exists says less than that the words stand on it. */
const MARKS = ['not verified', 'line exists', 'verified'] as const;
type Mark = (typeof MARKS)[number];

function markOf({ verified, words_found: words }: Citation): Mark {
  if (!verified) return 'not verified';
  return words === true ? 'verified' : 'line exists';
}

function mark(text: string, place: string, words: Mark): string {
  return text
    .split(place)
    .map((part, index, parts) => {
      if (index === parts.length - 1) return part;
      const next = parts[index + 1] ?? '';
      // "a.ts:4" is not cited by "a.ts:41" or "b/a.ts:4".
      if (/^(\d|[-–]\d)/.test(next) || /[\w./-]$/.test(part)) return part + place;
      return next.startsWith(')') ? `${part}${place}, ${words}` : `${part}${place} (${words})`;
    })
    .join('');
}
