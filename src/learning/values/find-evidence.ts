import type { LearningSemantics } from '../context.js';
import { type Stances, stancesOf } from './stances.js';

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
  /** How much of the statement's weight the value shares, negative where one says no to what the other is for. */
  readonly agreement: number;
}

interface ComparedMatch extends Match {
  readonly similarity: number;
}

function faultOf(nearest: readonly ComparedMatch[], lessons: readonly ComparedMatch[]): string | undefined {
  const best = nearest[0];
  if (best === undefined || best.similarity < MIN_SIMILARITY) {
    return 'no member says anything like it (evidence rule)';
  }
  const opposition = lessons.map((lesson) => ({ lesson, weight: lesson.agreement * closeness(lesson) ** 2 }));
  if (opposition.reduce((sum, { weight }) => sum + weight, 0) >= 0) return undefined;
  const [strongest] = opposition.sort((a, b) => a.weight - b.weight);
  return `a lesson of a member says the opposite: "${strongest?.lesson.statement.text ?? ''}" (negation rule)`;
}

/** On the calibrated scale, as for a warning before a new hypothesis. */
const MIN_SIMILARITY = 0.72;
/** Up to here texts only share their field. */
const SAME_FIELD = 0.6;

function closeness({ similarity }: ComparedMatch): number {
  return Math.max(0, similarity - SAME_FIELD) / (1 - SAME_FIELD);
}

/** Embeds only what shares a word with the value: a cluster may have thousands of statements. */
function bestByWords(value: string, statements: readonly MemberStatement[]): Match[] {
  const wanted = stancesOf(value);
  const known = statements.map((statement) => ({ statement, stances: stancesOf(statement.text) }));
  const counts = new Map<string, number>();
  for (const { stances } of known) for (const word of stances.keys()) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weightOf = (word: string) => Math.log(1 + known.length / (counts.get(word) ?? 1));
  return known
    .map(({ statement, stances }) => ({ statement, ...compare(wanted, stances, weightOf) }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .slice(0, MAX_COMPARED);
}

const MAX_COMPARED = 40;

function compare(wanted: Stances, stances: Stances, weightOf: (word: string) => number) {
  let [shared, agreement, whole] = [0, 0, 0];
  for (const [word, sign] of stances) {
    const weight = weightOf(word);
    whole += weight;
    const other = wanted.get(word);
    if (other === undefined) continue;
    shared += weight;
    agreement += weight * sign * other;
  }
  return { shared, agreement: agreement / Math.max(whole, 1) };
}
