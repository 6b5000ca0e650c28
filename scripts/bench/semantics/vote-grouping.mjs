import { rounded } from '../median.mjs';
import { loadCalibration, openBackend } from './backends.mjs';
import { HALVES, halfOf, readLabelled } from './labelled-halves.mjs';
import { loadSources } from './load-sources.mjs';

const THRESHOLD = 0.85;
const SETS = { 'option-pairs': '', 'option-pairs-fresh': 'fresh ', 'option-pairs-third': 'third ' };

/** A false merge falsifies a vote; a missed one splits it. By words alone, then with the builtin embedding's help. */
export async function measureVoteGrouping() {
  const { sameOption } = await loadSources({ 'src/semantics/index.ts': ['sameOption'] });
  const figures = bothHalves('words alone', (a, b) => sameOption(a, b, THRESHOLD));
  const { compare, reason } = await openBackend('builtin');
  if (reason !== undefined) return [...figures, { name: 'vote grouping, builtin', skipped: reason }];
  const similarity = (await loadCalibration())('builtin', 'options', compare);
  return [...figures, ...bothHalves('builtin', (a, b) => sameOption(a, b, THRESHOLD, similarity))];
}

/** Counts only: what stands in a held-out half is never shown. */
function bothHalves(label, same) {
  return Object.entries(SETS).flatMap(([file, prefix]) => figuresFor(readLabelled(file), prefix, label, same));
}

function figuresFor(pairs, prefix, label, same) {
  return HALVES.flatMap((half) => {
    const members = pairs.filter((pair) => halfOf(pair) === half);
    const [equal, unequal] = [members.filter((pair) => pair.same), members.filter((pair) => !pair.same)];
    const merged = unequal.filter(({ a, b }) => same(a, b));
    const missed = equal.filter(({ a, b }) => !same(a, b));
    const name = `vote grouping, ${label}, ${prefix}${half}`;
    return [
      {
        name: `${name}: false`,
        value: merged.length,
        unit: 'merges',
        target: 0,
        note: `of ${unequal.length} pairs that differ`,
      },
      {
        name: `${name}: missed`,
        value: rounded((100 * missed.length) / equal.length, 1),
        unit: '%',
        target: 5,
        note: `${missed.length} of ${equal.length} pairs that are the same`,
      },
    ];
  });
}
