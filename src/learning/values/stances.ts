import { DENIALS, DISCOURAGEMENTS, EXCLUSIONS } from '../../kernel/negation.js';
import { stem } from '../../semantics/stem.js';
import { wordsOf } from '../../semantics/words.js';

/** For each word of a statement, as a stem: 1 if the statement is for it, -1 if it says no to it, 0 if it does both. */
export type Stances = ReadonlyMap<string, number>;

/** Embeddings do not see negation: for them "use X" and "do not use X" are the same. Here each word has a sign. */
export function stancesOf(text: string): Stances {
  const stances = new Map<string, number>();
  for (const [word, sign] of clausesOf(text).flatMap(signsOf)) {
    stances.set(word, (stances.get(word) ?? sign) === sign ? sign : 0);
  }
  return stances;
}

/** The same for what the statement tells not to do, as in "never use X" or "X is not needed". */
export function prohibitionsOf(text: string): Stances {
  return new Map(
    clausesOf(text)
      .filter(({ text: own }) => PROHIBITION.test(own))
      .flatMap(signsOf),
  );
}

const PROHIBITION =
  /^\s*(?:just |always |please )?(?:do not|don['’]t|never|avoid|stop|skip|ignore)\b|\b(?:no need|not (?:needed|necessary|required)|need not|never needs?|be (?:ignored|skipped))\b/i;

/** The words that say something, as stems, repeated ones included. */
export function contentStems(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !FUNCTION_WORDS.has(word))
    .map(stem);
}

export function hasFunctionWord(text: string): boolean {
  return wordsOf(text).some((word) => FUNCTION_WORDS.has(word) || isDenial(word) || isExclusion(word));
}

interface Clause {
  readonly text: string;
  readonly words: readonly string[];
  /** "when X", "because X": told as a fact, not as advice. */
  readonly isCondition: boolean;
}

function clausesOf(text: string): Clause[] {
  return (
    text
      // "Not only X" says yes to X.
      .replace(/\bnot (?:only|just|always|merely)\b/gi, ' ')
      .replace(/\b(?:instead of|rather than|in place of|out of)\b/gi, ' without ')
      .split(/[,;:.!?()–—]+(?=\s|$)/)
      .flatMap((part) => part.split(CONDITIONS).map((piece, index) => ({ piece, isCondition: index > 0 })))
      .flatMap(({ piece, isCondition }) =>
        piece.split(LINKS).map((own) => ({ text: own, words: wordsOf(own), isCondition })),
      )
  );
}

const CONDITIONS = /\b(?:because|since|while|when|until|unless|if|where|weil|wenn|falls|porque|cuando|car|quand)\b/i;
const LINKS = /\b(?:and|but|or|so|then|before|after|which|und|aber|oder|pero|mais)\b/i;

function signsOf({ words, isCondition }: Clause): [word: string, sign: number][] {
  const isDenied = words.some(isDenial);
  // "It fails when X is not done" does not say no to X.
  const whole = isDenied ? (isCondition ? 0 : -1) : 1;
  let sign = whole;
  return words.flatMap((word) => {
    if (isExclusion(word)) sign = -whole;
    if (SCOPE_ENDS.has(word)) sign = whole;
    const isContent = !isDenial(word) && !isExclusion(word) && !FUNCTION_WORDS.has(word);
    return isContent ? [[stem(word), sign] as [string, number]] : [];
  });
}

function isDenial(word: string): boolean {
  return DENIALS.has(word) || DISCOURAGEMENTS.has(word);
}

function isExclusion(word: string): boolean {
  return EXCLUSIONS.has(word) || word === 'off';
}

/** An exclusion reaches up to the means: "without X by Y" is for Y. */
const SCOPE_ENDS = wordSet('by via using');

/** Every sentence of some length has one of them. */
const FUNCTION_WORDS = wordSet(`a an the this that these those it its i we you they he she my our your their them us me
  one is are was were be been being am do does did done will would shall should can could may might must have has had
  and or but if then so of to in on at by for from with into onto as than because since when while until before after
  unless there here what which who whose why how where all any some every each both just only also too very more most
  own such through over under between against about up down
  der die das ein eine einen einem den dem des und oder aber wenn weil ist sind war wird werden zu im auf mit von fur vor
  nach bei aus als auch nur man es sich
  le la les un une du de et ou mais si est sont dans par pour sur avec avant apres que qui ne ce se au aux
  el los las una y o pero son en con por para antes despues del al lo su`);

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}
