import { contentOf, type Item } from './canonical-option.js';
import { isNominal, relateAlike } from './links.js';
import { isMoveTo, isNamedByMeans, isPassiveOf, isRecastHead } from './recast.js';
import { isTurnedAround, isUsedFor, mannerIn, relatesByOrder } from './rewording.js';

/** Whether two options that hold the same words also relate them to one another in the same way. */
export function sameArrangement(left: readonly Item[], right: readonly Item[]): boolean {
  if (joinedOnOneSideOnly(left, right) || pointsElsewhere(left, right) || countsOnOneSideOnly(left, right))
    return false;
  if (sameOrder(left, right))
    return isPassive(left) === isPassive(right) && relateAlike(left, right) && !isNamedAfter(left, right);
  if (marksRoles(contentOf(left))) return true;
  if (sameList(left, right) || onlyOneMoved(left, right) || samePhrases(left, right)) return true;
  if (runsAlike(left, right) || isPassiveOf(left, right) || isPassiveOf(right, left)) return true;
  if (REWORDINGS.some((isReworded) => isReworded(left, right) || isReworded(right, left))) return true;
  if (keepsOrder(left) || keepsOrder(right) || isPassive(left) || isPassive(right)) return false;
  return isTurnedAround(left, right) || isTurnedAround(right, left);
}

const REWORDINGS = [isRecastHead, isUsedFor, isNamedByMeans, isMoveTo];

function sameOrder(left: readonly Item[], right: readonly Item[]): boolean {
  return contentOf(left).join(' ') === contentOf(right).join(' ');
}

/** "rotate keys" is a deed, a "rotation key" is a thing. */
function isNamedAfter(left: readonly Item[], right: readonly Item[]): boolean {
  const [deed, named] = [left[0]?.surface ?? '', right[0]?.surface ?? ''];
  const follows = [left, right].every(
    ([, next]) =>
      next?.kind === 'content' &&
      !relatesByOrder(next) &&
      !/^(?:every|each|all|across|during|next|this|last|now|later|today|tomorrow|soon|first|immediately|gradually|incrementally)$/.test(
        next.surface,
      ),
  );
  return follows && deed.slice(0, 4) === named.slice(0, 4) && isNominal(deed) !== isNominal(named);
}

/** "run the migrations before X" and "the migrations run before X": nothing is run but what is named. */
function runsAlike(left: readonly Item[], right: readonly Item[]): boolean {
  const [leftRest, rightRest] = [left, right].map((items) => items.filter((item) => item.text !== 'run'));
  if (leftRest === undefined || rightRest === undefined || leftRest.length === left.length) return false;
  return sameOrder(leftRest, rightRest) && relateAlike(leftRest, rightRest);
}

/** "React and Native" lists two things, "React Native" names one. */
function joinedOnOneSideOnly(left: readonly Item[], right: readonly Item[]): boolean {
  const joins = (items: readonly Item[]) => items.some((item) => item.kind === 'and');
  const lists = (items: readonly Item[]) => joins(items) || items.some((item) => item.kind === 'comma');
  return (joins(left) && !lists(right)) || (joins(right) && !lists(left));
}

/** "a database per service" is more than "the service database". */
function countsOnOneSideOnly(left: readonly Item[], right: readonly Item[]): boolean {
  const counts = (items: readonly Item[]) => items.some((item) => item.surface === 'per');
  return counts(left) !== counts(right);
}

/** "copy to staging" and "copy from staging". */
function pointsElsewhere(left: readonly Item[], right: readonly Item[]): boolean {
  const has = (items: readonly Item[], words: RegExp) => items.some((item) => words.test(item.surface));
  const direction = (items: readonly Item[]) => Number(has(items, /^(?:to|into|onto)$/)) - Number(has(items, /^from$/));
  return direction(left) * direction(right) < 0;
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

/**
 * A word for how or how often may stand anywhere, and so may what is said to be missing, as long as there is only one:
 * two could change places.
 */
function onlyOneMoved(left: readonly Item[], right: readonly Item[]): boolean {
  // Of two deeds only one may be meant: "test daily and release".
  if (left.some((item) => item.kind === 'and')) return false;
  const isMannerHere = mannerIn(left, right);
  const others = (items: readonly Item[]) =>
    items
      .filter((item) => item.kind === 'content' && !isMannerHere(item.text) && !item.lacking)
      .map((item) => item.text);
  return others(left).length === contentOf(left).length - 1 && others(left).join(' ') === others(right).join(' ');
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
