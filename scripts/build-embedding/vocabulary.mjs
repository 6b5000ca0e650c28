/**
 * The words of the table, with how often each is met: half in general English (by Zipf's law from its rank among the
 * word vectors), half in the documentation; definitions help to choose, so that the words that explain are there.
 */
export function chooseVocabulary({ ranked, prose, definitions, size, tokenize }) {
  const general = new Map();
  for (const [rank, word] of ranked.entries()) general.set(word, 1 / (rank + 2.7));
  // Names such as GraphQL stay whole if people also write them in lower case.
  const written = count(prose, (text) => text.match(/(?<![\w.$/-])[a-z][a-z0-9]{2,19}(?![\w$/(-])/g) ?? []);
  const known = (word) => (general.get(word) ?? 0) > 1 / KNOWN_RANK || (written.get(word) ?? 0) >= MIN_COUNT;
  const software = count(prose, (text) => tokenize(text, known));
  const glosses = count(definitions, (text) => tokenize(text, known));
  const totals = [general, software, glosses].map((counts) =>
    [...counts.values()].reduce((sum, each) => sum + each, 0),
  );
  const share = (counts, index, word) => (counts.get(word) ?? 0) / totals[index];
  const candidates = new Set([...ranked.slice(0, KNOWN_RANK), ...keysAbove(software), ...keysAbove(glosses)]);
  return [...candidates]
    .filter((word) => /^(?:[a-z][a-z0-9]{0,23}|\d{1,4})$/.test(word))
    .map((word) => ({
      word,
      frequency: (share(general, 0, word) + share(software, 1, word)) / 2,
      merit: 0.4 * share(general, 0, word) + 0.4 * share(software, 1, word) + 0.2 * share(glosses, 2, word),
    }))
    .sort((one, other) => other.merit - one.merit || (one.word < other.word ? -1 : 1))
    .slice(0, size);
}

const KNOWN_RANK = 60_000;
const MIN_COUNT = 5;

function count(texts, wordsOf) {
  const counts = new Map();
  for (const text of texts) for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function keysAbove(counts) {
  return [...counts].filter(([, times]) => times >= MIN_COUNT).map(([word]) => word);
}
