import { contentOf, type Item } from './canonical-option.js';
import { ORDER_WORDS } from './lists/frame-words.js';
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
  const turned = [
    [...around, ...head],
    [...around, ...object, verb],
    [...object, ...around, verb],
    [verb, ...around, ...object],
  ];
  return turned.some((words) => words.join(' ') === expected);
}

/**
 * Within one phrase only a verb that became a noun explains the change: "migrate data to S3", "data migration to S3",
 * "rotate keys monthly", "monthly key rotation".
 */
export function isRecastHead(left: readonly Item[], right: readonly Item[]): boolean {
  if (left.some((item) => item.kind === 'content' && relatesByOrder(item))) return false;
  const [[verb = '', ...object] = [], ...rest] = segmentsOf(left);
  const expected = contentOf(right).join(' ');
  const turned = [[...object, verb], ...(object.length === 2 ? [[...object].reverse().concat(verb)] : [])];
  const manner = object.filter((word) => isManner(word));
  if (manner.length === 1) turned.push([...manner, ...object.filter((word) => !isManner(word)), verb]);
  return turned.some((words) => [...words, ...rest.flat()].join(' ') === expected) && isRecast(left, right, verb);
}

/** "Redis for caching" is "cache with Redis", "Go for the backend" is "the backend in Go". */
export function isUsedFor(left: readonly Item[], right: readonly Item[]): boolean {
  const at = left.findIndex((item) => item.kind !== 'content');
  const link = right.findIndex((item) => item.kind !== 'content');
  if (left[at]?.surface !== 'for' || !/^(?:with|in|on|via|by|through)$/.test(right[link]?.surface ?? '')) return false;
  const [tool, use] = [contentOf(left.slice(0, at)), contentOf(left.slice(at + 1))];
  const [deed, means] = [contentOf(right.slice(0, link)), contentOf(right.slice(link + 1))];
  const [verb = '', ...object] = deed;
  return (
    tool.join(' ') === means.join(' ') &&
    (use.join(' ') === deed.join(' ') || use.join(' ') === [...object, verb].join(' '))
  );
}

/** Verbs whose noun looks the same. */
const VERB_NOUNS =
  /^(?:updat|interview|survey|survei|audit|finetune|finetun|upgrad|scan|freez|restart|patch|backup|index|cache|log|queri|release)$/;

function isRecast(left: readonly Item[], right: readonly Item[], word: string): boolean {
  const surface = (items: readonly Item[]) => items.find((item) => item.text === word)?.surface.replace(/e$/, '');
  const nounPhrase = contentItems(right).slice(1, 1 + contentItems(right).findIndex((item) => item.text === word));
  // An article inside what should be a noun makes its first word a verb: "cache the query", "query the cache".
  if (nounPhrase.some((item) => item.determined)) return false;
  if (surface(left) !== surface(right) || VERB_NOUNS.test(word)) return true;
  // Where verb and noun look alike, the article before the object tells the verb: "freeze the code", "code freeze".
  return contentItems(left)[1]?.determined === true;
}

const contentItems = (items: readonly Item[]) => items.filter((item) => item.kind === 'content');

function segmentsOf(items: readonly Item[]): string[][] {
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

const MANNER =
  /^(?:daily|weekly|monthly|hourly|yearly|quarterly|nightly|inhous|manual|automate|gradual|paralel|now|require|requir|optional|bigbang|concurent)$/;

/** Whether a word tells how or how often, so that it may stand before or after the deed. */
export function isManner(word: string): boolean {
  return MANNER.test(word);
}
