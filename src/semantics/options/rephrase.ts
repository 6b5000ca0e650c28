import { ABBREVIATIONS } from './lists/abbreviations.js';
import { ALIASES } from './lists/aliases.js';
import { NEGATIONS } from './lists/frame-words.js';
import { NAMES as PRODUCT_NAMES } from './lists/names.js';
import { PHRASES } from './lists/phrases.js';
import { SET_PHRASES } from './lists/set-phrases.js';
import { SHORT_FORMS } from './lists/short-forms.js';
import { TERMS } from './lists/terms.js';
import { stem } from './stem.js';
import { namesInGroups, wordSet } from './word-lists.js';

/** Other names and turns of phrase replaced by the ones that this project compares by; the longest match wins. */
export function rephrase(tokens: readonly string[]): string[] {
  const words: string[] = [];
  let at = 0;
  while (at < tokens.length) {
    const match = longestMatch(tokens, at);
    if (match === undefined) {
      words.push(tokens[at] ?? '');
      at++;
    } else {
      words.push(...match.words);
      at += match.length;
    }
  }
  return words;
}

/** Whether a word has a known meaning as an abbreviation, so that it must not be read as other initials. */
export function isKnownName(word: string): boolean {
  return NAMES.has(word);
}

interface Match {
  readonly words: readonly string[];
  readonly length: number;
}

const LONGEST = 6;
const SHORT = namesInGroups(SHORT_FORMS, 'before colon');
const NAMES = new Map([
  ...SHORT,
  ...namesInGroups(TERMS, 'before colon'),
  ...namesInGroups(ALIASES, 'before colon'),
  ...[...namesInGroups(ABBREVIATIONS, 'after colon')].map(
    // Written out, an abbreviation may hold a short form: the "app" of a single-page app.
    ([name, words]) => [name, words.flatMap((word) => SHORT.get(word) ?? word)] as const,
  ),
]);
const VENDORS = wordSet('apache amazon aws google microsoft hashicorp atlassian jetbrains facebook meta oracle ibm');
const PRODUCTS = wordSet(PRODUCT_NAMES);
const NEGATION = wordSet(NEGATIONS);
const PHRASE_MEANINGS = new Map(
  [...PHRASES.trim().split('\n'), ...SET_PHRASES.trim().split('\n')].map((line) => {
    const [phrase = '', meaning = ''] = line.split(/ = ?/);
    return [phrase.split(' ').map(stem).join(' '), meaning.split(' ').filter((word) => word !== '')] as const;
  }),
);

function longestMatch(tokens: readonly string[], at: number): Match | undefined {
  for (let length = Math.min(LONGEST, tokens.length - at); length > 0; length--) {
    const span = tokens.slice(at, at + length);
    const words = nameOf(span) ?? PHRASE_MEANINGS.get(span.map(stem).join(' '));
    if (words !== undefined) return { words, length };
  }
  return undefined;
}

function nameOf(span: readonly string[]): readonly string[] | undefined {
  // "no SQL" refuses what "NoSQL" names.
  if (span.length > 1 && NEGATION.has(span[0] ?? '')) return undefined;
  const joined = span.filter((token) => token !== '/').join('');
  if (span[0] === '/' || span.at(-1) === '/') return undefined;
  const known =
    NAMES.get(joined) ?? (joined.length > 3 && joined.endsWith('s') ? NAMES.get(joined.slice(0, -1)) : undefined);
  return known ?? withoutVendor(span) ?? (span.length === 1 ? withoutSuffix(joined) : undefined);
}

/** "Apache Kafka" and "Kafka" are one, while "Amazon" before an ordinary word is a name of its own. */
function withoutVendor([vendor = '', ...product]: readonly string[]): readonly string[] | undefined {
  const name = product.join('');
  const known = NAMES.get(name)?.join('') ?? name;
  return VENDORS.has(vendor) && PRODUCTS.has(known) ? [known] : undefined;
}

/** "Scylla" and "ScyllaDB"; names that the lists know whole stay whole. */
function withoutSuffix(name: string): readonly string[] | undefined {
  const base = /^([a-z]{4,})(?:db|js)$/.exec(name)?.[1];
  return base === undefined || PRODUCTS.has(name) || base === 'three' ? undefined : [base];
}
