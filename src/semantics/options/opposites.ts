import { OPPOSING_PREFIXES, OPPOSITES } from './lists/opposites.js';
import { meaningOf } from './synonym.js';

/** Whether one word is the contrary of the other: by the list, or by a prefix as in "enable" and "disable". */
export function areOpposites(a: string, b: string): boolean {
  if (OPPOSITE_PAIRS.has(`${a} ${b}`) || OPPOSITE_PAIRS.has(`${b} ${a}`)) return true;
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  if (!longer.endsWith(shorter) || shorter.length < 4) return isPrefixExchanged(a, b);
  return PREFIXES.includes(longer.slice(0, longer.length - shorter.length));
}

const OPPOSITE_PAIRS: ReadonlySet<string> = new Set(
  OPPOSITES.trim()
    .split(/,\s+/)
    .map((pair) => pair.split(' ').map(meaningOf).join(' ')),
);

const PREFIXES = OPPOSING_PREFIXES.split(' ');

const EXCHANGED = [
  ['en', 'dis'],
  ['in', 'ex'],
  ['in', 'de'],
  ['up', 'down'],
  ['over', 'under'],
  ['pre', 'post'],
  ['mono', 'poly'],
  ['mono', 'multi'],
  ['single', 'multi'],
  ['intra', 'inter'],
  ['up', 'off'],
  ['on', 'off'],
] as const;

function isPrefixExchanged(a: string, b: string): boolean {
  return EXCHANGED.some(([one, other]) => exchanged(a, b, one, other) || exchanged(b, a, one, other));
}

function exchanged(a: string, b: string, one: string, other: string): boolean {
  return a.startsWith(one) && a.length > one.length + 2 && b === `${other}${a.slice(one.length)}`;
}
