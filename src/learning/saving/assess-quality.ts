import type { ResolvedEntry } from '../../journal/index.js';
import { isNegation } from '../../kernel/negation.js';
import { stem } from '../../semantics/stem.js';
import { wordsOf } from '../../semantics/words.js';
import type { LearningSemantics } from '../context.js';
import type { Tier } from '../experiences/from-entry.js';

/** The tier that the journal gave, or bronze for a belief from which nothing can be learned, however it turned out. */
export async function assessQuality(
  entry: Pick<ResolvedEntry, 'confidence_tier' | 'hypothesis' | 'prediction' | 'outcome'>,
  similarity: LearningSemantics['similarity'],
): Promise<Tier> {
  if (entry.outcome.status === 'abandoned') return { confidenceTier: 'abandoned', tierReason: null };
  const reason = await weakness(entry.hypothesis, entry.prediction, similarity);
  if (reason !== undefined) return { confidenceTier: 'bronze', tierReason: reason };
  // A journal may hold bronze from a program that knew why; without it an entry would change its tier here.
  return { confidenceTier: entry.confidence_tier, tierReason: null };
}

async function weakness(
  hypothesis: string,
  prediction: string,
  similarity: LearningSemantics['similarity'],
): Promise<string | undefined> {
  if (contentWords(hypothesis).length === 0) return 'the hypothesis says nothing';
  if (contentWords(prediction).length === 0) return 'the prediction says nothing';
  if (newWords(prediction, hypothesis).length >= NEW_WORDS) return undefined;
  // Vectors hardly tell a statement from its denial; a prediction that denies what is believed can at least be wrong.
  if (isDenied(hypothesis) !== isDenied(prediction)) return undefined;
  const alike = await similarity(hypothesis, prediction, 'experiences');
  return alike >= SAME_STATEMENT ? 'the prediction repeats the hypothesis' : undefined;
}

/**
 * Chosen on the tune half of tests/data/tautologies.json: every repetition there lies above 0.92, every prediction
 * worth its name below 0.84, but for one that says the opposite in the same words; it has two words of its own.
 */
const SAME_STATEMENT = 0.88;
const NEW_WORDS = 2;

/** Finds words of a prediction that its hypothesis does not have. */
function newWords(prediction: string, hypothesis: string): string[] {
  const known = new Set(wordsOf(hypothesis).map(stem));
  return [...new Set(contentWords(prediction).map(stem))].filter((word) => !known.has(word));
}

function isDenied(text: string): boolean {
  return wordsOf(text).some(isNegation);
}

function contentWords(text: string): string[] {
  return wordsOf(text).filter((word) => /[\p{Letter}\p{Number}]/u.test(word) && !EMPTY_WORDS.has(word));
}

/** Words that frame a statement or stand where one is missing. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  `a an the this that these those it its i we you they he she my our your their is are was were be been being am do does
  did done will would shall should can could may might must not no yes and or but if then so of to in on at by for from
  with as because when while there here what which who why how all any some every each both just only also too very
  turn turns turned out see seen show shows find found get gets got go goes going have has had happen happens happened
  expect expected think believe guess maybe probably hopefully confirm confirms confirmed cause causes caused
  test testing todo tbd na none nothing something anything everything stuff thing things unknown foo bar baz asdf qwerty
  x xx xxx n work works working worked ok okay fine good correct right fix fixed fixes fixing better well solved
  hypothesis prediction idea`.split(/\s+/),
);
