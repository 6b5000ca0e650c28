import { canonicalOption, isName } from './canonical-option.js';
import { REFUSED } from './roles.js';
import { meaningOf } from './synonym.js';
import { wordSet } from './word-lists.js';

/** What a claim is about and whether it is for it, read with the words that options are compared by. */
export interface Stance {
  readonly words: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly isRefusal: boolean;
}

export function stanceIn(claim: string): Stance {
  const content = canonicalOption(claim).filter((item) => item.kind === 'content');
  // What is passed over or left behind ("<", "-") is named only to be turned down.
  const own = content.map((item) => item.text).filter((text) => !/^[<-]/.test(text));
  const words = own.map((text) => text.replace(REFUSED, '')).filter((text) => text !== '' && !SAYS_LITTLE.has(text));
  return {
    words: new Set(words),
    numbers: new Set(words.filter((word) => /^\d/.test(word))),
    names: new Set(words.filter(isName)),
    isRefusal: own.filter((text) => text.startsWith(REFUSED)).length % 2 === 1,
  };
}

/** Words of choosing and pointing that every claim is full of. */
const SAYS_LITTLE = new Set(
  [
    ...wordSet(`
      go take stay stick leave do have put set turn now here there still then than very more most just own each all every
      what which who where how when if but or and so too also well new thing case time point present moment
    `),
  ].flatMap((word) => [word, meaningOf(word)]),
);
