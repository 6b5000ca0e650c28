import type { Citation } from '../../../council/index.js';

/** `(src/queue.ts:41)` becomes `(src/queue.ts:41, verified)`: a reader of the verdict sees what was checked. */
export function markCitations(text: string, citations: readonly Citation[]): string {
  const marks = new Map<string, boolean>();
  for (const { path, start_line: start, end_line: end, verified } of citations) {
    const place = start === end ? `${path}:${start}` : `${path}:${start}-${end}`;
    // Cited twice, once wrongly: the doubt is what a reader should see.
    marks.set(place, verified && (marks.get(place) ?? true));
  }
  return [...marks].reduce((marked, [place, verified]) => mark(marked, place, verified), text);
}

function mark(text: string, place: string, verified: boolean): string {
  const words = verified ? 'verified' : 'not verified';
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
