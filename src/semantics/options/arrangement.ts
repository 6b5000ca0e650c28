import { contentOf, type Item } from './canonical-option.js';
import { isManner, isRecastHead, isTurnedAround, isUsedFor, relatesByOrder } from './rewording.js';
import { wordSet } from './word-lists.js';

/** Whether two options that hold the same words also relate them to one another in the same way. */
export function sameArrangement(left: readonly Item[], right: readonly Item[]): boolean {
  if (joinedOnOneSideOnly(left, right) || pointsElsewhere(left, right)) return false;
  const [leftWords, rightWords] = [contentOf(left), contentOf(right)];
  if (leftWords.join(' ') === rightWords.join(' '))
    return isPassive(left) === isPassive(right) && relateAlike(left, right);
  if (marksRoles(leftWords)) return true;
  if (sameList(left, right) || onlyMannerMoved(leftWords, rightWords) || samePhrases(left, right)) return true;
  if (isRecastHead(left, right) || isRecastHead(right, left)) return true;
  if (isUsedFor(left, right) || isUsedFor(right, left)) return true;
  if (keepsOrder(left) || keepsOrder(right) || isPassive(left) || isPassive(right)) return false;
  return isTurnedAround(left, right) || isTurnedAround(right, left);
}

/** "React and Native" lists two things, "React Native" names one. */
function joinedOnOneSideOnly(left: readonly Item[], right: readonly Item[]): boolean {
  const joins = (items: readonly Item[]) => items.some((item) => item.kind === 'and');
  const lists = (items: readonly Item[]) => joins(items) || items.some((item) => item.kind === 'comma');
  return (joins(left) && !lists(right)) || (joins(right) && !lists(left));
}

/** "copy to staging" and "copy from staging". */
function pointsElsewhere(left: readonly Item[], right: readonly Item[]): boolean {
  const has = (items: readonly Item[], words: RegExp) => items.some((item) => words.test(item.surface));
  const direction = (items: readonly Item[]) => Number(has(items, /^(?:to|into|onto)$/)) - Number(has(items, /^from$/));
  return direction(left) * direction(right) < 0;
}

/** Prepositions that often stand for one another; "build on Linux" and "build for Linux" share no line. */
const INTERCHANGEABLE = [
  'in on at of within to into onto',
  'with by via through of',
  'with in on',
  'for of',
  'from of',
].map(wordSet);

function relateAlike(left: readonly Item[], right: readonly Item[]): boolean {
  const prepositions = (items: readonly Item[]) =>
    items.filter((item) => item.kind === 'preposition').map((item) => item.surface);
  const [leftOnes, rightOnes] = [prepositions(left), prepositions(right)];
  if (leftOnes.includes('per') !== rightOnes.includes('per')) return false;
  if (leftOnes.length !== rightOnes.length) return true;
  return leftOnes.every((one, index) => {
    const other = rightOnes[index] ?? one;
    return one === other || INTERCHANGEABLE.some((group) => group.has(one) && group.has(other));
  });
}

function isPassive(items: readonly Item[]): boolean {
  return items.some(
    (item, index) => item.surface === 'by' && /(?:ed|en|built|run)$/.test(items[index - 1]?.surface ?? ''),
  );
}

function marksRoles(words: readonly string[]): boolean {
  return words.some((word) => /^[<-]./.test(word));
}

function keepsOrder(items: readonly Item[]): boolean {
  // With a deed and its one target there is nothing to confuse: "deploy to staging", "staging deployment".
  const isDeedOnly = contentOf(items).length === 2;
  return items.some((item) => relatesByOrder(item) && !(isDeedOnly && item.kind === 'preposition'));
}

/** A word for how or how often may stand anywhere, as long as there is only one: two could change places. */
function onlyMannerMoved(left: readonly string[], right: readonly string[]): boolean {
  const others = (words: readonly string[]) => words.filter((word) => !isManner(word));
  return others(left).length === left.length - 1 && others(left).join(' ') === others(right).join(' ');
}

/** The parts of a list may come in any order, within the same words before and after them. */
function sameList(left: readonly Item[], right: readonly Item[]): boolean {
  const start = sharedStart(left, right);
  const end = sharedStart(left.slice(start).reverse(), right.slice(start).reverse());
  const parts = (items: readonly Item[]) =>
    partsOf(items.slice(start, items.length - end))
      .map((part) => contentOf(part).join(' '))
      .filter((part) => part !== '')
      .sort();
  const [leftParts, rightParts] = [parts(left), parts(right)];
  return leftParts.length > 1 && leftParts.join('\n') === rightParts.join('\n');
}

function sharedStart(left: readonly Item[], right: readonly Item[]): number {
  let shared = 0;
  while (shared < left.length && left[shared]?.text === right[shared]?.text && left[shared]?.kind === 'content')
    shared++;
  return shared;
}

function partsOf(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [[]];
  for (const item of items) {
    if (item.kind === 'and' || item.kind === 'comma') parts.push([]);
    else parts.at(-1)?.push(item);
  }
  return parts;
}

/** "run on AWS in Docker" and "run in Docker on AWS": each part keeps its preposition. "A with B" may be "B with A". */
function samePhrases(left: readonly Item[], right: readonly Item[]): boolean {
  if ([...left, ...right].some((item) => item.kind === 'and' || item.kind === 'comma')) return false;
  const [leftPhrases, rightPhrases] = [phrasesOf(left), phrasesOf(right)];
  if (leftPhrases.length !== rightPhrases.length) return false;
  if (leftPhrases.length === 2 && leftPhrases[1]?.startsWith('with ')) {
    return rightPhrases[0] === leftPhrases[1].slice(5) && rightPhrases[1] === `with ${leftPhrases[0]}`;
  }
  return (
    leftPhrases[0] === rightPhrases[0] && [...leftPhrases].sort().join('\n') === [...rightPhrases].sort().join('\n')
  );
}

function phrasesOf(items: readonly Item[]): string[] {
  const phrases: string[][] = [[]];
  for (const item of items) {
    if (item.kind === 'preposition') phrases.push([item.surface]);
    else phrases.at(-1)?.push(item.text);
  }
  return phrases.map((phrase) => phrase.join(' '));
}
