import type { LearningContext } from '../context.js';
import type { Axis } from '../experiences/axis.js';
import { axisText } from '../experiences/axis-texts.js';
import type { Experience } from '../experiences/experience.js';
import { readExperiences } from '../experiences/read-experiences.js';
import { telling, titleClusters } from './title-clusters.js';

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
  const textsOf = (experiences: readonly Experience[]) =>
    experiences.flatMap((experience) => axisText(experience, axis)?.text ?? []);
  const texts: string[][] = [];
  const lessons: (string | null)[] = [];
  for (const ids of members) {
    const experiences = await read(ids);
    texts.push(textsOf(experiences));
    lessons.push(mostFrequentLesson(experiences));
  }
  const titles = titleClusters(texts, textsOf(await read(noise)));
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
