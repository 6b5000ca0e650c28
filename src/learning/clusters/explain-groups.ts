import stopwords from 'natural/lib/natural/util/stopwords.js';
import { stem } from '../../semantics/stem.js';
import { wordsOf } from '../../semantics/words.js';
import type { LearningContext } from '../context.js';
import type { Axis } from '../experiences/axis.js';
import { axisText } from '../experiences/axis-texts.js';
import type { Experience } from '../experiences/experience.js';
import { readExperiences } from '../experiences/read-experiences.js';

export interface Explanation {
  readonly title: string;
  /** The experience whose lesson has most in common with the other lessons of the group. */
  readonly lessonOf: string | null;
}

export interface Groups {
  readonly axis: Axis;
  /** Ids of the members of each group, the most typical first. */
  readonly members: readonly (readonly string[])[];
  readonly noise: readonly string[];
}

/** Reads only the most typical members of each group: they say what it is about, and a group may have thousands. */
export async function explainGroups(
  database: LearningContext['database'],
  { axis, members, noise }: Groups,
): Promise<Explanation[]> {
  const read = async (ids: readonly string[]) => {
    await new Promise(setImmediate);
    return readExperiences(database, ids.slice(0, MAX_READ));
  };
  const getTexts = (experiences: readonly Experience[]) =>
    experiences.flatMap((experience) => axisText(experience, axis)?.text ?? []);
  const texts: string[][] = [];
  const lessons: (string | null)[] = [];
  for (const ids of members) {
    const experiences = await read(ids);
    texts.push(getTexts(experiences));
    lessons.push(mostFrequentLesson(experiences));
  }
  const titles = titleClusters(texts, getTexts(await read(noise)));
  return titles.map((title, at) => ({ title, lessonOf: lessons[at] ?? null }));
}

const MAX_READ = 50;

/** The same lesson is hardly ever said twice in the same words, so the one that shares most words with others counts. */
function mostFrequentLesson(experiences: readonly Experience[]): string | null {
  const lessons = experiences.flatMap(({ id, lesson }) =>
    lesson === null ? [] : [{ id, words: new Set(telling(lesson.takeaway ?? lesson.what_worked).keys()) }],
  );
  const support = ({ words }: { words: ReadonlySet<string> }) =>
    lessons.reduce((sum, other) => sum + overlap(words, other.words), 0);
  const ranked = lessons.map((lesson) => ({ id: lesson.id, support: support(lesson) }));
  return ranked.reduce((best, each) => (each.support > best.support ? each : best), { id: null, support: 0 } as Best)
    .id;
}

interface Best {
  readonly id: string | null;
  readonly support: number;
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const word of one) if (other.has(word)) common += 1;
  return common / Math.max(1, one.size + other.size - common);
}

/**
 * A title for each group of texts: the words that most of its texts use and few other texts do, as in `index, scan,
 * plan`. `others` are texts of no group. A group whose texts share no word has an empty title.
 */
export function titleClusters(groups: readonly (readonly string[])[], others: readonly string[] = []): string[] {
  const tallies = groups.map(tally);
  const all = merge([...tallies, tally(others)]);
  return tallies.map((own) => toTitle(own, all));
}

/** The words that carry the meaning, by their stems, each with the way it is spelled first. */
function telling(text: string): Map<string, string> {
  const words = new Map<string, string>();
  for (const word of wordsOf(text)) {
    if (!/^\p{Letter}{3,}/u.test(word) || STOP_WORDS.has(word)) continue;
    const key = stem(word);
    if (!words.has(key)) words.set(key, word);
  }
  return words;
}

const STOP_WORDS: ReadonlySet<string> = new Set(stopwords.words);

interface Tally {
  readonly texts: number;
  readonly words: ReadonlyMap<string, WordTally>;
}

interface WordTally {
  /** The number of texts that have the word. */
  texts: number;
  readonly variants: Map<string, number>;
}

const MAX_WORDS = 4;
/** A word of a single text would be a title of that text. */
const MIN_TEXTS = 2;

function toTitle(own: Tally, all: Tally): string {
  return [...own.words]
    .filter(([, { texts }]) => texts >= MIN_TEXTS)
    .map(([key, word]) => {
      const share = word.texts / own.texts;
      const elsewhere = (all.words.get(key)?.texts ?? 0) - word.texts;
      const shareElsewhere = (elsewhere + 1) / (all.texts - own.texts + 2);
      return { spelling: usualSpelling(word), score: share * Math.log(share / shareElsewhere) };
    })
    .sort((a, b) => b.score - a.score || a.spelling.localeCompare(b.spelling, 'en'))
    .slice(0, MAX_WORDS)
    .map(({ spelling }) => spelling)
    .join(', ');
}

function usualSpelling({ variants }: WordTally): string {
  return [...variants].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0], 'en'))[0]?.[0] ?? '';
}

function tally(texts: readonly string[]): Tally {
  const words = new Map<string, WordTally>();
  for (const text of texts) {
    for (const [key, spelling] of telling(text)) {
      const word = words.get(key) ?? { texts: 0, variants: new Map<string, number>() };
      words.set(key, word);
      word.texts += 1;
      word.variants.set(spelling, (word.variants.get(spelling) ?? 0) + 1);
    }
  }
  return { texts: texts.length, words };
}

function merge(tallies: readonly Tally[]): Tally {
  const words = new Map<string, WordTally>();
  for (const { words: own } of tallies) {
    for (const [key, { texts, variants }] of own) {
      words.set(key, { texts: (words.get(key)?.texts ?? 0) + texts, variants });
    }
  }
  return { texts: tallies.reduce((sum, { texts }) => sum + texts, 0), words };
}
