import { type Item, isName } from './canonical-option.js';
import { wordSet } from './word-lists.js';

/** Prepositions that often stand for one another; "build on Linux" and "build for Linux" share no line. */
const INTERCHANGEABLE = [
  'in on at within',
  'in into',
  'on onto',
  'to into onto',
  'with by via through',
  'with in on',
  'as in',
  'for of',
].map(wordSet);

/** Whether both put the same prepositions, or some that mean the same, before their words. */
export function relateAlike(left: readonly Item[], right: readonly Item[]): boolean {
  const [leftLinks, rightLinks] = [linksOf(left), linksOf(right)];
  return leftLinks.every((link, index) => {
    const other = rightLinks[index] ?? link;
    if (link.by === other.by) return true;
    // What holds for all of them holds of, on and for them; what is joined shares the preposition.
    if (link.to.text === 'all' && OF_ALL.test(link.by) && OF_ALL.test(other.by)) return true;
    if (link.joined && other.joined && (link.by === '' || other.by === '')) return true;
    if (link.by === '') return mayBeMissing(other, link);
    if (other.by === '') return mayBeMissing(link, other);
    if (isNumber(link.to) && /^(?:to|of)$/.test(link.by) && /^(?:to|of)$/.test(other.by)) return true;
    return INTERCHANGEABLE.some((group) => group.has(link.by) && group.has(other.by));
  });
}

interface Link {
  readonly from: Item | undefined;
  /** The preposition before a word, if there is one. */
  readonly by: string;
  readonly to: Item;
  /** Preceded by "and". */
  readonly joined: boolean;
}

const OF_ALL = /^(?:of|on|in|for|at)$/;

function linksOf(items: readonly Item[]): Link[] {
  const links: Link[] = [];
  let by = '';
  let joined = false;
  for (const item of items) {
    if (item.kind === 'and') joined = true;
    if (item.kind === 'preposition') by = item.surface;
    if (item.kind !== 'content') continue;
    links.push({ from: links.at(-1)?.to, by, to: item, joined });
    by = '';
    joined = false;
  }
  return links;
}

/** "encryption of backups" encrypts backups, while "deploy with Helm" does not deploy Helm. */
function mayBeMissing({ from, by, to }: Link, other: Link): boolean {
  if (from === undefined) return true;
  // "authentication of the gateway" is no "authentication gateway".
  if (by === 'of') return !isNominal(other.from?.surface ?? '');
  if (by === 'for') return /^(?:support|plan|search|documentation)$/.test(from.surface) || DAY.test(to.surface);
  if (by === 'on' && from.surface === 'index') return true;
  return isName(from.text) || DAY.test(to.surface) || DAY.test(from.surface);
}

/** Ends as nouns do that are made from verbs. */
export function isNominal(surface: string): boolean {
  if (VERBS_IN_TION.test(surface)) return false;
  return /(?:[ts]ion|(?<!imple|docu|com|seg|comple|experi|aug|incre)ment|[ae]nce|[ae]ncy|ity|[aeio][vw]al)$/.test(
    surface,
  );
}

const VERBS_IN_TION = /^(?:pro|re)?(?:vision|partition|version|transition|position|mention|question|function|section)$/;

const isNumber = (item: Item) => /^\d/.test(item.text);

/** A number or a time stands with or without a preposition. */
const DAY = /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekend|\d.*|<=|>=|<|>)$/;
