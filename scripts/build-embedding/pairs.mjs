import { shuffle } from './random.mjs';

/** Pairs of texts that belong together, by kind: within one kind the others of a batch are the hardest mismatches. */
export function makePairs(passages, wordNet, random) {
  return {
    titles: titlesWithText(passages, random),
    neighbors: neighboringSentences(passages),
    definitions: lemmasWithDefinition(wordNet),
    examples: examplesWithSynonym(wordNet, random),
    synonyms: synonyms(wordNet),
  };
}

function titlesWithText(passages, random) {
  const uses = new Map();
  return shuffle([...passages], random).flatMap(({ title, sentences }) => {
    const used = uses.get(title) ?? 0;
    uses.set(title, used + 1);
    // "name" or "options" stand over hundreds of texts: as a pair they would call each other mismatches.
    return title === '' || used >= MAX_USES ? [] : [[title, sentences.slice(0, 2).join(' ')]];
  });
}

const MAX_USES = 3;

function neighboringSentences(passages) {
  return passages.flatMap(({ sentences }) => sentences.slice(1).map((sentence, index) => [sentences[index], sentence]));
}

function lemmasWithDefinition({ synsets }) {
  return synsets.flatMap(({ lemmas, ranks, definition, examples }) =>
    lemmas.flatMap((lemma, index) => {
      if (ranks[index] > 3 || /^[A-Z]/.test(lemma)) return [];
      return [[lemma, definition], ...examples.slice(0, 1).map((example) => [definition, example])];
    }),
  );
}

function examplesWithSynonym({ synsets }, random) {
  return synsets.flatMap(({ lemmas, examples }) =>
    examples.flatMap((example) => {
      const used = lemmas.find((lemma) => example.toLowerCase().includes(lemma));
      const others = lemmas.filter((lemma) => lemma !== used);
      if (used === undefined || others.length === 0) return [];
      const other = others[Math.floor(random() * others.length)];
      return [[example, example.replace(new RegExp(used.replace(/[^\w ]/g, '.'), 'i'), other)]];
    }),
  );
}

function synonyms({ synsets, derived }) {
  const within = synsets.flatMap(({ lemmas, ranks }) => {
    const usual = lemmas.filter((lemma, index) => ranks[index] <= 3 && !/^[A-Z]/.test(lemma));
    return usual.slice(1).map((lemma) => [usual[0], lemma]);
  });
  return [...within, ...derived];
}
