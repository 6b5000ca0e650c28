import { contentOf, type Item } from './canonical-option.js';
import { isKnownName } from './rephrase.js';

/** Whether one option is the other with some of its words put as their initials: "XYZ" for "x-ray yield zone". */
export function writtenOut(words: readonly string[], other: readonly Item[]): boolean {
  const full = contentOf(other);
  // Two letters stand for too many things, and a known abbreviation has already been written out.
  const at = words.findIndex((word, index) => /^[a-z]{3,6}$/.test(word) && word !== full[index] && !isKnownName(word));
  const short = words[at];
  if (short === undefined) return false;
  const spanned = full.length - words.length + 1;
  return (
    words.slice(0, at).join(' ') === full.slice(0, at).join(' ') &&
    words.slice(at + 1).join(' ') === full.slice(at + spanned).join(' ') &&
    initialsBetween(other, at, spanned).includes(short)
  );
}

/** The initials of a span of content words, with and without the small words among them. */
function initialsBetween(items: readonly Item[], start: number, length: number): string[] {
  const positions = items.flatMap((item, index) => (item.kind === 'content' ? [index] : []));
  const span = items.slice(positions[start] ?? items.length, (positions[start + length - 1] ?? -1) + 1);
  const initials = (part: readonly Item[]) => part.map((item) => item.surface.charAt(0)).join('');
  const content = span.filter((item) => item.kind === 'content');
  return content.length < 2 || content.some((item) => !/^[a-z]/.test(item.text))
    ? []
    : [initials(span), initials(content)];
}
