import { SYNONYMS } from './lists/synonyms.js';
import { SYNONYMS_OF_DEEDS } from './lists/synonyms-of-deeds.js';
import { SYNONYMS_OF_QUALITIES } from './lists/synonyms-of-qualities.js';
import { SYNONYMS_OF_THINGS } from './lists/synonyms-of-things.js';
import { VERBS_BY_OBJECT } from './lists/verbs-by-object.js';
import { stem } from './stem.js';
import { once } from './word-lists.js';

/** A word's stem, or the one that stands for its group of synonyms. */
export function meaningOf(word: string): string {
  const stemmed = stem(word);
  return synonymOf().get(stemmed) ?? stemmed;
}

/** What a verb means with one of the given objects, where that is another verb. */
export function meaningWith(verb: string, objects: readonly string[]): string | undefined {
  const sense = senses()
    .get(verb)
    ?.find(({ nouns }) => objects.some((object) => nouns.has(object)));
  return sense?.meaning;
}

const synonymOf = once(
  (): ReadonlyMap<string, string> =>
    new Map(
      [SYNONYMS, SYNONYMS_OF_DEEDS, SYNONYMS_OF_THINGS, SYNONYMS_OF_QUALITIES]
        .flatMap((list) => list.trim().split('\n'))
        .flatMap((line) => {
          const group = line.split(' ').map(stem);
          return group.map((word) => [word, group[0] ?? word] as const);
        }),
    ),
);

interface Sense {
  readonly meaning: string;
  readonly nouns: ReadonlySet<string>;
}

const senses = once((): ReadonlyMap<string, readonly Sense[]> => sensesIn(VERBS_BY_OBJECT));

function sensesIn(list: string): Map<string, Sense[]> {
  const senses = new Map<string, Sense[]>();
  for (const line of list.trim().split('\n')) {
    const [verbs = '', meaning = '', nouns = ''] = line.split(/ = |: /);
    const sense = { meaning: meaningOf(meaning), nouns: new Set(nouns.split(' ').map(meaningOf)) };
    for (const verb of verbs.split(' ').map(meaningOf)) senses.set(verb, [...(senses.get(verb) ?? []), sense]);
  }
  return senses;
}
