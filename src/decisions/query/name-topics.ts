import { questionWords } from '../question-words.js';

/** What tells the questions of each group from all others, in up to three of their words. */
export function nameTopics(groups: readonly (readonly string[])[], all: readonly string[]): string[][] {
  const everywhere = documentCounts(all);
  return groups.map((questions) => {
    const inside = documentCounts(questions);
    const weighed = [...inside].map(([word, { count, spelling }]) => {
      const outside = (everywhere.get(word)?.count ?? count) - count;
      const weight = (count / questions.length) * Math.log((all.length + 1) / (outside + 1));
      return { spelling, weight };
    });
    return weighed
      .sort((a, b) => b.weight - a.weight || (a.spelling < b.spelling ? -1 : 1))
      .slice(0, WORDS_IN_A_NAME)
      .map(({ spelling }) => spelling);
  });
}

const WORDS_IN_A_NAME = 3;

interface WordCount {
  /** In how many texts it stands. */
  count: number;
  /** As it was first written. */
  readonly spelling: string;
}

function documentCounts(texts: readonly string[]): Map<string, WordCount> {
  const counts = new Map<string, WordCount>();
  for (const text of texts) {
    for (const [word, spelling] of questionWords(text)) {
      const known = counts.get(word);
      if (known === undefined) counts.set(word, { count: 1, spelling });
      else known.count += 1;
    }
  }
  return counts;
}
