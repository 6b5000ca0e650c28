import { canonicalOption, contentOf, type Item } from './canonical-option.js';
import { PRACTICES } from './lists/practices.js';
import { meaningOf } from './synonym.js';
import { once } from './word-lists.js';

/** Puts the name of a practice where it is described: "write the tests before the code" is test-driven development. */
export function namePractices(items: readonly Item[]): Item[] {
  const known = practicesNear(items);
  if (known.size === 0) return [...items];
  const named: Item[] = [];
  let at = 0;
  while (at < items.length) {
    const match = longestDescription(items, at, known);
    if (match === undefined) {
      named.push(...items.slice(at, at + 1));
      at++;
    } else {
      named.push({ kind: 'content', text: match.practice, surface: match.practice });
      at += match.length;
    }
  }
  return named;
}

const LONGEST = 9;

interface Description {
  readonly practice: string;
  readonly wording: string;
  key?: string;
}

/** Descriptions by the meanings of their words, so that only those near an option need to be read. */
const descriptions = once(() => {
  const near = new Map<string, Description[]>();
  for (const line of PRACTICES.trim().split('\n')) {
    const [name = '', others = ''] = line.split(': ');
    const practice = name.replaceAll(/[^a-z]/g, '');
    for (const wording of [name, ...others.split('; ')]) {
      const description: Description = { practice, wording };
      for (const meaning of new Set(wording.split(' ').map(meaningOf)))
        near.set(meaning, [...(near.get(meaning) ?? []), description]);
    }
  }
  return near;
});

/** The descriptions that share enough words with an option, by what they amount to. */
function practicesNear(items: readonly Item[]): Map<string, string> {
  const shared = new Map<Description, number>();
  for (const text of new Set(contentOf(items)))
    for (const description of descriptions().get(text) ?? [])
      shared.set(description, (shared.get(description) ?? 0) + 1);
  const known = new Map<string, string>();
  for (const [description, count] of shared) {
    if (count < Math.min(2, description.wording.split(' ').length)) continue;
    description.key ??= keyOf(canonicalOption(description.wording));
    known.set(description.key, description.practice);
  }
  return known;
}

function longestDescription(
  items: readonly Item[],
  at: number,
  known: ReadonlyMap<string, string>,
): { practice: string; length: number } | undefined {
  if (items[at]?.kind !== 'content') return undefined;
  for (let length = Math.min(LONGEST, items.length - at); length > 0; length--) {
    if (items[at + length - 1]?.kind !== 'content') continue;
    const practice = known.get(keyOf(items.slice(at, at + length)));
    if (practice !== undefined) return { practice, length };
  }
  return undefined;
}

/** Words with the small words among them, of which several often do the same. */
function keyOf(items: readonly Item[]): string {
  return items
    .filter((item) => item.kind !== 'preposition' || !/^(?:of|for)$/.test(item.surface))
    .map((item) => (item.kind === 'preposition' ? (PLACE_OR_MEANS.get(item.surface) ?? item.surface) : item.text))
    .join(' ');
}

const PLACE_OR_MEANS = new Map([
  ...['in', 'on', 'at', 'within', 'as'].map((word) => [word, 'in'] as const),
  ...['with', 'by', 'via', 'through'].map((word) => [word, 'with'] as const),
  ...['to', 'into', 'onto'].map((word) => [word, 'to'] as const),
]);
