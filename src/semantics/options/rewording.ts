import { contentOf, type Item, isName } from './canonical-option.js';
import { ORDER_WORDS } from './lists/frame-words.js';
import { meaningOf } from './synonym.js';
import { wordSet } from './word-lists.js';

/**
 * English puts a thing's place or manner after it with a preposition or a comma, or before it without: "cache at the
 * edge", "edge caching". Whether the shorter text is the longer one turned around in that way.
 */
export function isTurnedAround(longer: readonly Item[], shorter: readonly Item[]): boolean {
  const segments = segmentsOf(longer);
  const expected = contentOf(shorter).join(' ');
  const [head = [], ...rest] = segments;
  const [verb = '', ...object] = head;
  const around = [...rest].reverse().flat();
  if (segmentsOf(shorter).length >= segments.length) return false;
  // "a cluster of three" is one cluster, and "split the service in two" splits one.
  if (
    /^(?:of|in|into) \d+$/.test(
      longer
        .slice(-2)
        .map((item) => item.text)
        .join(' '),
    )
  )
    return false;
  // "run tests in migrations" does not make migrations run tests.
  const compounds = [...(verb === 'run' ? [] : [[...around, ...head]]), [...around, ...object, verb]];
  // An article after the first word makes that a verb: "cache the database" is no "database cache".
  const startsWithVerb = contentItems(shorter)
    .slice(1)
    .some((item) => item.determined);
  const isCompound = !startsWithVerb && !namesAProductOtherwise(longer, shorter);
  const turned = [[verb, ...around, ...object], ...(isCompound ? compounds : [])];
  return turned.some((words) => words.join(' ') === expected);
}

/** "a cache for Redis" is no "Redis cache", and "Docker for tests" does not "test Docker". */
function namesAProductOtherwise(longer: readonly Item[], shorter: readonly Item[]): boolean {
  const link = longer.findIndex((item) => item.kind === 'preposition');
  const isServed = /^(?:for|of)$/.test(longer[link]?.surface ?? '') && isName(longer[link + 1]?.text ?? '');
  const serves = /^(?:for|of|as)$/.test(longer[link]?.surface ?? '') && isName(contentOf(shorter).at(-1) ?? '');
  return isServed || serves;
}

/** "Redis for caching" and "Redis as a cache" are "cache with Redis", "Go for the backend" is "the backend in Go". */
export function isUsedFor(left: readonly Item[], right: readonly Item[]): boolean {
  const at = left.findIndex((item) => item.kind === 'preposition');
  const link = right.findIndex((item) => item.kind === 'preposition');
  if (
    !/^(?:for|as)$/.test(left[at]?.surface ?? '') ||
    !/^(?:with|in|on|via|by|through)$/.test(right[link]?.surface ?? '')
  )
    return false;
  const [tool, use] = [contentOf(left.slice(0, at)), contentOf(left.slice(at + 1))];
  const [deed, means] = [contentOf(right.slice(0, link)), contentOf(right.slice(link + 1))];
  if (tool.join(' ') !== means.join(' ')) return false;
  const [verb = '', ...object] = deed;
  if (right.slice(0, link).some((item) => item.kind === 'and'))
    return use.toSorted().join(' ') === deed.toSorted().join(' ');
  // To build or write it with a tool is to use that tool for it.
  if (/^(?:add|write)$/.test(verb) && use.join(' ') === object.join(' ')) return true;
  return use.join(' ') === deed.join(' ') || use.join(' ') === [...object, verb].join(' ');
}

export const contentItems = (items: readonly Item[]) => items.filter((item) => item.kind === 'content');

export function segmentsOf(items: readonly Item[]): string[][] {
  const segments: string[][] = [[]];
  for (const item of items) {
    if (item.kind === 'content') segments.at(-1)?.push(item.text);
    else segments.push([]);
  }
  return segments.filter((segment) => segment.length > 0);
}

const ORDER = wordSet(ORDER_WORDS);

/** Whether what stands before and after a word may not change places. */
export function relatesByOrder(item: Item): boolean {
  return ORDER.has(item.surface);
}

const MANNER = new Set(
  [
    ...wordSet(`
      daily weekly monthly hourly yearly quarterly nightly inhouse manual automatic gradual parallel now required
      optional bigbang concurrent asynchronous synchronous lazy eager strict continuous horizontal vertical
      sequential serial e2e default
    `),
  ].map(meaningOf),
);

/** Whether a word tells how or how often, so that it may stand before or after the deed; adverbs do on either side. */
export function mannerIn(left: readonly Item[], right: readonly Item[]): (word: string) => boolean {
  const adverbs = new Set([...left, ...right].filter((item) => ADVERB.test(item.surface)).map((item) => item.text));
  return (word) => MANNER.has(word) || adverbs.has(word);
}

const ADVERB = /^(?!(?:on|ear|fami|app|rep|supp|assemb|anoma|mono|po)ly$)[a-z]{3,}ly$/;
