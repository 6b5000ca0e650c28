import type { Stage } from './vocabulary.js';

interface AssessedSkill {
  readonly skillArea: string;
  readonly stage: Stage;
  /** From 0 to 1. */
  readonly confidence: number;
}

/**
 * The stage of the skill that has most in common with the first topic for which there is one; the nearest name wins, then
 * the surest assessment. A person of whom nothing is known is a novice.
 */
export function stageFor(topics: readonly string[], assessed: readonly AssessedSkill[]): Stage {
  for (const topic of topics) {
    const words = getWords(topic);
    const ranked = assessed
      .map((skill) => ({ skill, shared: getShare(getWords(skill.skillArea), words) }))
      .filter(({ shared }) => shared > 0)
      .sort((a, b) => b.shared - a.shared || b.skill.confidence - a.skill.confidence);
    const [nearest] = ranked;
    if (nearest !== undefined) return nearest.skill.stage;
  }
  return 'novice';
}

/** From 0 for nothing in common to 1 for the same words. */
function getShare(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared === 0 ? 0 : shared / (a.size + b.size - shared);
}

/** Skills and topics are written by models, languages by editors. */
function getWords(name: string): ReadonlySet<string> {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}+#]+/u)
    .flatMap((word) => OTHER_NAMES[word] ?? [word]);
  return new Set(words.filter((word) => word !== '' && !EMPTY_WORDS.has(word)));
}

const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  ts: ['typescript'],
  tsx: ['typescript', 'react'],
  typescriptreact: ['typescript', 'react'],
  js: ['javascript'],
  jsx: ['javascript', 'react'],
  javascriptreact: ['javascript', 'react'],
  py: ['python'],
  golang: ['go'],
  cpp: ['c++'],
  csharp: ['c#'],
  bash: ['shell'],
};

const EMPTY_WORDS: ReadonlySet<string> = new Set([
  'a',
  'an',
  'and',
  'for',
  'in',
  'of',
  'on',
  'or',
  'the',
  'to',
  'with',
]);
