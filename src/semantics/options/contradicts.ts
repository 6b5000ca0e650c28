import { isNegation } from '../../kernel/negation.js';
import { stem } from '../stem.js';
import { FRAME_WORDS, wordsIn } from './option-words.js';

/**
 * Why two options cannot be the same, even if a model says so; undefined if nothing speaks against it. Both name different
 * numbers, versions or single letters, one negates what the other wants, or they are opposites.
 */
export function contradicts(a: string, b: string): string | undefined {
  const [first, second] = [wordsIn(a), wordsIn(b)];
  if (differ(numbersIn(first), numbersIn(second))) return 'they name different numbers';
  if (differ(lettersIn(first), lettersIn(second))) return 'they name different letters';
  if (negates(first, second) || negates(second, first)) return 'one negates the other';
  const onlyFirst = first.filter((word) => !second.includes(word));
  const onlySecond = second.filter((word) => !first.includes(word));
  const areOpposed = onlyFirst.some((word) => onlySecond.some((other) => areOpposites(word, other)));
  return areOpposed ? 'they are opposites' : undefined;
}

/** "Do not cache" negates "cache responses"; "login without passwords" does not negate "passwordless login". */
function negates(words: readonly string[], others: readonly string[]): boolean {
  if (!isNegated(words) || isNegated(others)) return false;
  const at = words.findIndex((word) => isDenial(word));
  const negated = words.slice(at + 1).find((word) => !FRAME_WORDS.has(word) && word !== 'do');
  return negated !== undefined && others.some((other) => stem(other) === stem(negated));
}

/** Checks whether a text says no to something. Two negations cancel each other. */
export function isNegated(words: readonly string[]): boolean {
  return words.filter((word) => isDenial(word)).length % 2 === 1;
}

function isDenial(word: string): boolean {
  return isNegation(word) || word === 'against' || word === 'zero';
}

function differ(first: readonly string[], second: readonly string[]): boolean {
  // One that only says more is for the voters to judge.
  return first.some((value) => !second.includes(value)) && second.some((value) => !first.includes(value));
}

/** With their units: "5 ms" is not "5 s". Also those inside words, as in IPv4 and p99. */
function numbersIn(words: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    const spelled = NUMBERS.indexOf(word);
    const digits = spelled >= 0 ? [String(spelled)] : (word.match(/\p{Number}+(?:[.,]\p{Number}+)*/gu) ?? []);
    const next = words[index + 1] ?? '';
    const unit = next === 'k' ? '000' : (UNITS.get(next) ?? '');
    return digits.map((number) => `${number.replace(/,(?=\d{3})/g, '').replace(/\.0+$/, '')}${unit}`);
  });
}

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

const UNITS: ReadonlyMap<string, string> = new Map(
  [
    'ms millisecond milliseconds',
    's sec secs second seconds',
    'm min mins minute minutes',
    'h hr hrs hour hours',
    'd day days',
    'w week weeks',
    'month months',
    'y year years',
    'kb kib',
    'mb mib',
    'gb gib',
    'tb tib',
    '% percent pct',
  ].flatMap((line) => line.split(' ').map((unit) => [unit, line.split(' ')[0] ?? unit] as const)),
);

/** "Option A", "plan B": a letter alone is a name. */
function lettersIn(words: readonly string[]): string[] {
  return words.filter((word) => /^(?:[a-z](?:\+\+|#)?|[ivx]{2,4})$/.test(word) && !UNITS.has(word) && word !== 'i');
}

function areOpposites(a: string, b: string): boolean {
  const [one, other] = [getBase(a), getBase(b)];
  if (OPPOSITES.has(`${one} ${other}`) || OPPOSITES.has(`${other} ${one}`)) return true;
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  return shorter.length > 3 && PREFIXES.some((prefix) => longer === prefix + shorter);
}

const PREFIXES = ['un', 'in', 'non', 'dis', 'de', 'a', 'anti'];

function getBase(word: string): string {
  return word.replace(/(?:ing|ed|es|s|e)$/, '');
}

const OPPOSITES: ReadonlySet<string> = new Set(
  `
yes no, enable disable, allow forbid, allow block, allow deny, include exclude, show hide, increase reduce, add remove, keep remove, keep drop, keep replace, keep move, keep rewrite,
keep split, increase decrease, raise lower, start stop, open close, buy build, split merge, split combine, accept reject,
before after, above below, more less, more fewer, first last, early late, new old, strict loose, strong eventual,
optimistic pessimistic, horizontal vertical, static dynamic, manual automatic, public private, internal external,
local remote, centralized decentralized, synchronous asynchronous, sync async, blocking nonblocking, eager lazy, push pull,
read write, client server, frontend backend, input output, import export, upload download, monolith microservice,
monorepo polyrepo, stateful stateless, serial parallel, sequential parallel, sql nosql, cloud onpremise, cloud onprem,
managed selfhosted, mandatory optional, now later, all none, all some, single multiple, shared separate,
upgrade downgrade, left right, up down, on off, inside outside, always never, online offline, realtime batch,
encrypted plaintext, mutable immutable, maximum minimum, temporary permanent, direct indirect, row column,
ascending descending, light dark, daily weekly, weekly monthly, daily monthly, hourly daily, primary secondary,
relational document, vertical horizontal, inbound outbound, whitelist blacklist, allowlist denylist
`
    .trim()
    .split(/,\s+/)
    .map((pair) => pair.split(' ').map(getBase).join(' ')),
);
