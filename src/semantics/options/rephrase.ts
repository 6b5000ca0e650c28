import { ABBREVIATIONS } from './lists/abbreviations.js';
import { ALIASES } from './lists/aliases.js';
import { COMPOUNDS } from './lists/compounds.js';
import { NEGATIONS } from './lists/frame-words.js';
import { NAMES as PRODUCT_NAMES } from './lists/names.js';
import { PHRASAL_VERBS } from './lists/phrasal-verbs.js';
import { PHRASES } from './lists/phrases.js';
import { PHRASES_OF_TIME } from './lists/phrases-of-time.js';
import { SET_PHRASES } from './lists/set-phrases.js';
import { SHORT_FORMS } from './lists/short-forms.js';
import { TERMS } from './lists/terms.js';
import { stem } from './stem.js';
import { namesInGroups, once, wordSet } from './word-lists.js';

/** Other names and turns of phrase replaced by the ones that this project compares by; the longest match wins. */
export function rephrase(tokens: readonly string[]): string[] {
  const words: string[] = [];
  const stems = tokens.map(stem);
  let at = 0;
  while (at < tokens.length) {
    const match = longestMatch(tokens, stems, at);
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
  return names().has(word);
}

interface Match {
  readonly words: readonly string[];
  readonly length: number;
}

const LONGEST = 6;
const short = once(() => namesInGroups(SHORT_FORMS, 'before colon'));
const names = once(
  () =>
    new Map([
      ...short(),
      ...namesInGroups(TERMS, 'before colon'),
      ...namesInGroups(ALIASES, 'before colon'),
      ...[...namesInGroups(ABBREVIATIONS, 'after colon')].map(
        // Written out, an abbreviation may hold a short form: the "app" of a single-page app.
        ([name, words]) => [name, words.flatMap((word) => short().get(word) ?? word)] as const,
      ),
    ]),
);
const VENDORS = wordSet('apache amazon aws google microsoft hashicorp atlassian jetbrains facebook meta oracle ibm');
const PRODUCTS = wordSet(PRODUCT_NAMES);
const NEGATION = wordSet(NEGATIONS);
const phraseMeanings = once(
  () =>
    new Map(
      [PHRASES, SET_PHRASES, PHRASAL_VERBS, PHRASES_OF_TIME, COMPOUNDS]
        .flatMap((list) => list.trim().split('\n'))
        .map((line) => {
          const [phrase = '', meaning = ''] = line.split(/ = ?/);
          return [phrase.split(' ').map(stem).join(' '), meaning.split(' ').filter((word) => word !== '')] as const;
        }),
    ),
);

function longestMatch(tokens: readonly string[], stems: readonly string[], at: number): Match | undefined {
  for (let length = Math.min(LONGEST, tokens.length - at); length > 0; length--) {
    const span = tokens.slice(at, at + length);
    const words = nameOf(span) ?? phraseMeanings().get(stems.slice(at, at + length).join(' '));
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
    names().get(joined) ?? (joined.length > 3 ? names().get(joined.replace(/(?<=x|[cs]h)es$|s$/, '')) : undefined);
  return known ?? withoutVendor(span) ?? (span.length === 1 ? withoutSuffix(joined) : undefined);
}

/** "Apache Kafka" and "Kafka" are one, while "Amazon" before an ordinary word is a name of its own. */
function withoutVendor(span: readonly string[]): readonly string[] | undefined {
  if (!VENDORS.has(span[0] ?? '')) return undefined;
  const product = span.slice(1);
  const name = product.join('');
  const known = names().get(name)?.join('') ?? name;
  return PRODUCTS.has(known) ? [known] : undefined;
}

/** "Scylla" and "ScyllaDB"; names that the lists know whole stay whole. */
function withoutSuffix(name: string): readonly string[] | undefined {
  const base = /^([a-z]{4,})(?:db|js)$/.exec(name)?.[1];
  return base === undefined || PRODUCTS.has(name) || base === 'three' ? undefined : [base];
}
