import { sameArrangement } from './arrangement.js';
import { canonicalOption, contentOf, type Item, isName } from './canonical-option.js';
import { withoutExplanation } from './explanation.js';
import { writtenOut } from './initials.js';
import { namePractices } from './name-practices.js';
import { areOpposites } from './opposites.js';
import { REFUSED } from './roles.js';
import { earlierFirst, usualForm } from './usual-form.js';

/** What the words of two options tell; undecided when only their meaning could. */
export type OptionDecision = 'same' | 'different' | 'undecided';

export function decideOption(a: string, b: string): OptionDecision {
  const [one, other] = [plain(a), plain(b)];
  if (one.toLowerCase() === other.toLowerCase()) return 'same';
  // A text of this length is no short option: rewordings of it are not worth the time that reading it could take.
  if (Math.max(one.length, other.length) > LONGEST_OPTION) return 'different';
  const [first, second] = [withoutExplanation(one), withoutExplanation(other)];
  if (first.gloss !== '' && second.gloss !== '' && !sameWords(first.gloss, second.gloss)) return 'different';
  const [firsts, seconds] = [readingsOf(first.core), readingsOf(second.core)];
  let told: OptionDecision = 'undecided';
  for (const given of firsts) {
    for (const compared of seconds) {
      const decision = decideReadings(given, compared);
      if (decision === 'same') return 'same';
      if (decision === 'different') told = 'different';
    }
  }
  return told;
}

/** What an option says: as worded, in the usual form with practices named, and with the earlier of two deeds first. */
function readingsOf(text: string): Item[][] {
  const usual = usualForm(text);
  const [plain, ...others] = [...new Set([text, usual, earlierFirst(usual)])].map(canonicalOption);
  if (plain === undefined) return [];
  const named = namePractices(plain);
  return [plain, ...(named.length < plain.length ? [named] : []), ...others.map(namePractices)];
}

function decideReadings(given: readonly Item[], compared: readonly Item[]): OptionDecision {
  const areRefused = [given, compared].every(([start, ...rest]) => start?.text === REFUSED && rest.length > 0);
  const [left, right] = areRefused ? [given.slice(1), compared.slice(1)] : [given, compared];
  const [leftWords, rightWords] = [contentOf(left), contentOf(right)];
  if (leftWords.length === 0 || rightWords.length === 0) return 'different';
  if (holdSameWords(leftWords, rightWords)) return sameArrangement(left, right) ? 'same' : 'different';
  if (sameButForLightVerb(left, right) || sameButForLightVerb(right, left)) return 'same';
  if (runTogether(left) === runTogether(right)) return 'same';
  if (writtenOut(leftWords, right) || writtenOut(rightWords, left)) return 'same';
  return decideByDifference(leftWords, rightWords);
}

const LONGEST_OPTION = 400;

const plain = (text: string) => text.normalize('NFKC').replace(/\s+/gu, ' ').trim();

const sameWords = (a: string, b: string) => holdSameWords(contentOf(canonicalOption(a)), contentOf(canonicalOption(b)));

function holdSameWords(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && [...left].sort().join('\n') === [...right].sort().join('\n');
}

/** "run the tests on push" is "tests on push", and "switch to X" chooses X. */
function sameButForLightVerb([verb, ...rest]: readonly Item[], other: readonly Item[]): boolean {
  // "write through the cache" does not write the cache.
  if (verb === undefined || (rest[0]?.kind !== 'content' && !MOVES.test(verb.surface))) return false;
  const isBareMove = MOVES.test(verb.surface) && rest[0]?.surface === 'to';
  const what = isBareMove ? rest.slice(1) : rest;
  // "use the shared library" takes one that is there.
  if (MAKING.test(verb.surface) && other.some((item) => item.definite)) return false;
  return (
    (isBareMove ||
      LIGHT_VERB.test(verb.surface) ||
      (LIGHT_WITH_ARTICLE.test(verb.surface) && what[0]?.determined === true && what[0].definite !== true) ||
      makesWhatIsNamed(verb, rest) ||
      onlyPlaces(verb, rest)) &&
    holdSameWords(contentOf(what), contentOf(other)) &&
    sameArrangement(what, other)
  );
}

const LIGHT_VERB = /^(?:run|write|do|have|perform|execute|conduct|schedule|put|send|enable|activate)$/;
const LIGHT_WITH_ARTICLE = /^(?:take|make|hold|give|arrange)$/;
const MOVES = /^(?:move|migrat|switch|transition|transfer|relocat|upgrade)/;
const MAKING =
  /^(?:add|create|build|introduce|define|provide|offer|construct|start|launch|hold|form|organi[sz]e|host|establish|appoint|deploy|rollout|install|configure)$/;

/**
 * To name a thing that is not there yet is to choose that it be made: "add feature flags". Products are there already,
 * and adding one is not the same as choosing it; what is made for or within something known is a part of that.
 */
function makesWhatIsNamed(verb: Item, made: readonly Item[]): boolean {
  return (
    MAKING.test(verb.surface) &&
    // "build tools" are tools for building, and to start workers is not to have them.
    (/^(?:add|create|introduce|define|provide|offer|construct)$/.test(verb.surface) || made[0]?.determined === true) &&
    made.every((item) => !isName(item.text) && !item.definite && !/^(?:to|into|onto|from)$/.test(item.surface))
  );
}

/** "store sessions in Redis" is "sessions in Redis". */
function onlyPlaces(verb: Item, placed: readonly Item[]): boolean {
  return (
    /^(?:store|save|put|place|persist)$/.test(verb.surface) &&
    placed.slice(1).some((item) => /^(?:in|on|as|at)$/.test(item.surface))
  );
}

/** "Open API" and "OpenAPI" differ by a space only; between numbers a space counts. */
function runTogether(items: readonly Item[]): string {
  return items
    .map((item) => (item.kind === 'content' ? item.text : item.kind === 'preposition' ? '' : `|${item.kind}|`))
    .map((text) => (/\d/.test(text) ? `|${text}|` : text))
    .join('');
}

function decideByDifference(left: readonly string[], right: readonly string[]): OptionDecision {
  const onlyLeft = without(left, right);
  const onlyRight = without(right, left);
  // One word more is another scope or another part; one word exchanged is another choice, however long the rest.
  if (onlyLeft.length === 0 || onlyRight.length === 0) return 'different';
  if (onlyLeft.length === 1 && onlyRight.length === 1) return 'different';
  if (exchangedInPlace(left, right)) return 'different';
  if ([...onlyLeft, ...onlyRight].some(tellsApart)) return 'different';
  if (onlyLeft.some((word) => onlyRight.some((other) => areOpposites(word, other)))) return 'different';
  return 'undecided';
}

function without(words: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return words.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Several words exchanged in an otherwise equal sentence. */
function exchangedInPlace(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.some((word, index) => word === right[index]);
}

/** Negations and roles, numbers, labels and signs, names, and words of scope never stand for anything else. */
function tellsApart(word: string): boolean {
  return /^[^\p{Letter}]|\d/u.test(word) || word.length === 1 || isName(word) || SCOPE.test(word);
}

const SCOPE = /^(?:all|some|only|none|both|or|except|everyon|ani|more|fewer|less|most)$/;
