import { HALVES, halfOf, readLabeled } from './labeled-halves.mjs';
import { loadSources } from './load-sources.mjs';

const SETS = { 'option-pairs': '', 'option-pairs-fresh': 'fresh ', 'option-pairs-third': 'third ' };

/** False merges of options by their words. Options in other words for the same are for the voters to join. */
export async function measureVoteGrouping() {
  const { sameOption } = await loadSources({ 'src/semantics/index.ts': ['sameOption'] });
  return Object.entries(SETS).flatMap(([file, prefix]) =>
    HALVES.map((half) => {
      const unequal = readLabeled(file).filter((pair) => halfOf(pair) === half && !pair.same);
      return {
        name: `vote grouping, ${prefix}${half}: false`,
        value: unequal.filter(({ a, b }) => sameOption(a, b)).length,
        unit: 'merges',
        target: 0,
        note: `of ${unequal.length} pairs that differ`,
      };
    }),
  );
}
