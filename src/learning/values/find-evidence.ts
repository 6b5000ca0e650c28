import type { LearningSemantics } from '../context.js';
import { prohibitionsOf, type Stances, stancesOf } from './stances.js';

/** What a member of the cluster said. */
export interface MemberStatement {
  readonly text: string;
  /** Lessons say what to do; only they can contradict a value. */
  readonly isLesson: boolean;
}

export interface Evidence {
  /** Why the members do not support the value; undefined if they do. */
  readonly fault: string | undefined;
  /** Nearest first. */
  readonly lessons: readonly string[];
}

/** Compares a value with what the members found to be true. */
export async function findEvidence(
  value: string,
  statements: readonly MemberStatement[],
  similarity: LearningSemantics['similarity'],
): Promise<Evidence> {
  const compared = await Promise.all(
    bestByWords(value, statements).map(async (match) => ({
      ...match,
      similarity: await similarity(value, match.statement.text, 'experiences'),
    })),
  );
  const nearest = compared.sort((a, b) => b.similarity - a.similarity);
  const lessons = nearest.filter(({ statement }) => statement.isLesson);
  return { fault: faultOf(nearest, lessons), lessons: lessons.map(({ statement }) => statement.text) };
}

interface Match {
  readonly statement: MemberStatement;
  /** How much of the statement the value shares, negative where one says no to what the other is for. */
  readonly agreement: number;
  /** The same for what the value tells not to do. */
  readonly prohibition: number;
}

interface ComparedMatch extends Match {
  readonly similarity: number;
}

function faultOf(nearest: readonly ComparedMatch[], lessons: readonly ComparedMatch[]): string | undefined {
  const best = nearest[0];
  if (best === undefined || best.similarity < MIN_SIMILARITY) {
    return 'no member says anything like it (evidence rule)';
  }
  const opposed = findOpposed(lessons, 'prohibition') ?? findOpposed(lessons, 'agreement');
  return opposed && `a lesson of a member says the opposite: "${opposed.statement.text}" (negation rule)`;
}

/** The lesson that opposes the value most, where the lessons together do so. */
function findOpposed(lessons: readonly ComparedMatch[], kind: 'agreement' | 'prohibition'): ComparedMatch | undefined {
  const weighed = lessons.map((lesson) => ({ lesson, weight: lesson[kind] * closeness(lesson) ** 2 }));
  if (weighed.reduce((sum, { weight }) => sum + weight, 0) >= 0) return undefined;
  return weighed.sort((a, b) => a.weight - b.weight)[0]?.lesson;
}

/** On the calibrated scale; of the tuning half of tests/data/second every fitting value is above it. */
const MIN_SIMILARITY = 0.72;
/** Up to here texts only share their field. */
const SAME_FIELD = 0.6;

function closeness({ similarity }: ComparedMatch): number {
  return Math.max(0, similarity - SAME_FIELD) / (1 - SAME_FIELD);
}

/** Embeds only what shares a word with the value: a cluster may have thousands of statements. */
function bestByWords(value: string, statements: readonly MemberStatement[]): Match[] {
  const [wanted, prohibited] = [stancesOf(value), prohibitionsOf(value)];
  const known = statements.map((statement) => ({ statement, stances: stancesOf(statement.text) }));
  const counts = new Map<string, number>();
  for (const { stances } of known) for (const word of stances.keys()) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weightOf = (word: string) => Math.log(1 + known.length / (counts.get(word) ?? 1));
  return known
    .map(({ statement, stances }) => {
      const { shared, agreement, opposed } = compare(wanted, stances, weightOf);
      return {
        statement,
        shared,
        // A single word of the other sign is often a coincidence, except in a prohibition.
        agreement: opposed === 1 ? Math.max(0, agreement) : agreement,
        prohibition: compare(prohibited, stances, weightOf).agreement,
      };
    })
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .slice(0, MAX_COMPARED);
}

const MAX_COMPARED = 40;

function compare(wanted: Stances, stances: Stances, weightOf: (word: string) => number) {
  const found = { shared: 0, agreement: 0, whole: 0, opposed: 0 };
  for (const [word, sign] of stances) {
    const weight = weightOf(word);
    found.whole += weight;
    const other = wanted.get(word);
    if (other === undefined) continue;
    found.shared += weight;
    found.agreement += weight * sign * other;
    if (sign * other < 0) found.opposed += 1;
  }
  return { ...found, agreement: found.agreement / Math.max(found.whole, 1) };
}
