import { isJudgement } from './classify-clause.js';
import { wordsOf } from './words.js';

/** The smallest parts of a line that say one thing each. Questions say nothing and are left out. */
export function splitClauses(line: string): Clause[] {
  const text = line.replace(/^(?:[-*•]|\d{1,3}[.)]) /, '');
  return text.split(/(?<=[.!?;]) /).flatMap((sentence) => {
    if (sentence.endsWith('?')) return [];
    // The joining word stays with its clause: it tells that the subject is carried over.
    const parts = sentence.split(
      /,? (?=(?:but|while|whereas|although|though|however|yet) )|, (?=(?:and|so|which|that) )| [–—] /i,
    );
    return parts.map((part) => ({ text: withoutComparison(part), sentence: sentence.trim() }));
  });
}

/** "it …", "which …", "and fails …", "but slow": what was spoken of before is still spoken of. */
export function continuesSubject(clause: string): boolean {
  const words = wordsOf(clause);
  const isJoined = JOINING.has(words[0] ?? '');
  const [first = '', second = ''] = isJoined ? words.slice(1) : words;
  if (CARRYING.has(first)) return true;
  // Behind a joining word a noun would be a new subject; a verb or a judgement has none of its own.
  return (
    isJoined &&
    (FINITE.has(first) || isJudgement(first) || (DEGREES.has(first) && (FINITE.has(second) || isJudgement(second))))
  );
}

const setOf = (words: string) => new Set(words.split(' '));

const JOINING = setOf('and but so yet while though although however whereas');
const CARRYING = setOf('it its this that these they which');
const FINITE = setOf(
  'is was are were has had have can cannot could does did do will would must needs need needed requires require required costs cost ' +
    'takes took means makes made keeps kept gives gave allows supports handles lets offers provides runs works worked comes came adds ' +
    'brings lacks loses survives stays remains became becomes not no never without uses',
);
const DEGREES = setOf(
  'also often always sometimes still already very quite rather too really even then thus therefore so more less',
);

export interface Clause {
  /** What is weighed. */
  readonly text: string;
  /** What is quoted. */
  readonly sentence: string;
}

/** "A is simpler than B" speaks of A. */
function withoutComparison(clause: string): string {
  const opening = /^(?:unlike|instead of|rather than|compared (?:with|to)) [^,]*, (.*)$/i.exec(clause)?.[1] ?? clause;
  return opening.split(/ (?:than|unlike|instead of|rather than|compared (?:with|to)) /i)[0] ?? opening;
}
