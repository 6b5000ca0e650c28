import { stem } from '../../semantics/stem.js';
import { wordsOf } from '../../semantics/words.js';

/** For each word of a statement, as a stem: 1 if the statement is for it, -1 if it says no to it, 0 if it does both. */
export type Stances = ReadonlyMap<string, number>;

/** Embeddings do not see negation: for them "use X" and "do not use X" are the same. Here each word has a sign. */
export function stancesOf(text: string): Stances {
  const stances = new Map<string, number>();
  for (const clause of clausesOf(text)) {
    for (const [word, sign] of signsOf(clause)) {
      stances.set(word, (stances.get(word) ?? sign) === sign ? sign : 0);
    }
  }
  return stances;
}

/** The words that say something, as stems, repeated ones included. */
export function contentStems(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !FUNCTION_WORDS.has(word))
    .map(stem);
}

export function hasFunctionWord(text: string): boolean {
  return wordsOf(text).some((word) => FUNCTION_WORDS.has(word) || DENIALS.has(word) || EXCLUSIONS.has(word));
}

function clausesOf(text: string): string[][] {
  return (
    text
      // "Not only X" says yes to X.
      .replace(/\bnot (?:only|just|always|merely)\b/gi, ' ')
      .replace(/\b(?:instead of|rather than|in place of|out of)\b/gi, ' without ')
      .split(CLAUSE_END)
      .map(wordsOf)
  );
}

const CLAUSE_END =
  /[,;:.!?()–—]+(?=\s|$)|\b(?:and|but|or|so|because|since|then|while|when|until|before|after|unless|if|which|where|und|aber|oder|weil|wenn|pero|porque|mais|car)\b/i;

function signsOf(clause: readonly string[]): [word: string, sign: number][] {
  let sign = clause.some((word) => DENIALS.has(word)) ? -1 : 1;
  return clause.flatMap((word) => {
    if (EXCLUSIONS.has(word)) sign = -sign;
    const isContent = !DENIALS.has(word) && !EXCLUSIONS.has(word) && !FUNCTION_WORDS.has(word);
    return isContent ? [[stem(word), sign] as [string, number]] : [];
  });
}

/** They deny their whole clause. */
const DENIALS = wordSet(`not no never nothing none nobody neither nor avoid avoids avoiding stop stops ignore ignores
  ignored skip skips useless needless unnecessary forbid forbids nicht nie niemals kein keine keinen nichts vermeide
  nunca evita jamais pas evite`);

/** They deny what follows in their clause. */
const EXCLUSIONS = wordSet('without except off ohne sin sans');

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
