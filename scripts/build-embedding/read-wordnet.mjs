import { readFileSync } from 'node:fs';
import path from 'node:path';

const PARTS = ['noun', 'verb', 'adj', 'adv'];

/** Synsets with their lemmas, definition, examples and relations; a sense's rank says how usual it is for its lemma. */
export function readWordNet(folder) {
  const ranks = readRanks(folder);
  const synsets = PARTS.flatMap((part) =>
    linesOf(path.join(folder, `data.${part}`)).map((line) => parseSynset(line, ranks)),
  );
  const byKey = new Map(synsets.map((synset) => [synset.key, synset]));
  return { synsets, antonyms: related(synsets, byKey, '!'), derived: related(synsets, byKey, '+') };
}

function parseSynset(line, ranks) {
  const [head, gloss = ''] = line.split(' | ');
  const fields = head.split(' ');
  const part = fields[2] === 's' ? 'a' : fields[2];
  const count = Number.parseInt(fields[3], 16);
  const lemmas = Array.from({ length: count }, (_, index) =>
    fields[4 + 2 * index].replace(/\(\w+\)$/, '').replaceAll('_', ' '),
  );
  const pointersAt = 4 + 2 * count;
  const pointers = Array.from({ length: Number(fields[pointersAt]) }, (_, index) => {
    const [symbol, offset, targetPart, pointer] = fields.slice(pointersAt + 1 + 4 * index, pointersAt + 5 + 4 * index);
    return {
      symbol,
      key: `${targetPart === 's' ? 'a' : targetPart}${offset}`,
      from: Number.parseInt(pointer.slice(0, 2), 16),
      to: Number.parseInt(pointer.slice(2), 16),
    };
  });
  const key = `${part}${fields[0]}`;
  return {
    key,
    lemmas,
    ranks: lemmas.map((lemma) => ranks.get(`${part}${fields[0]} ${lemma.toLowerCase()}`) ?? 9),
    definition: gloss
      .replace(/;? *"[^"]*".*$/s, '')
      .replace(/\([^)]*\)/g, '')
      .trim(),
    examples: [...gloss.matchAll(/"([^"]{8,})"/g)].map(([, example]) => example),
    pointers,
  };
}

/** Pairs of single words between which a lexical relation holds. */
function related(synsets, byKey, symbol) {
  const pairs = [];
  for (const { lemmas, pointers } of synsets) {
    for (const pointer of pointers) {
      if (pointer.symbol !== symbol || pointer.from === 0) continue;
      const one = lemmas[pointer.from - 1];
      const other = byKey.get(pointer.key)?.lemmas[pointer.to - 1];
      if (one !== undefined && other !== undefined && one < other) pairs.push([one, other]);
    }
  }
  return pairs;
}

function readRanks(folder) {
  const ranks = new Map();
  for (const part of PARTS) {
    for (const line of linesOf(path.join(folder, `index.${part}`))) {
      const fields = line.trim().split(' ');
      const senses = Number(fields[2]);
      const letter = fields[1];
      for (const [rank, offset] of fields.slice(-senses).entries()) {
        ranks.set(`${letter}${offset} ${fields[0].replaceAll('_', ' ')}`, rank);
      }
    }
  }
  return ranks;
}

function linesOf(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('  '));
}
