// Fits the maps from raw scores to one scale (src/semantics/similarity/fitted-calibration.ts) on the tune halves of the
// labeled pairs, and prints how well the thresholds separate both halves.
//   node scripts/calibrate.mjs           prints
//   node scripts/calibrate.mjs --write   stores the maps as well
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { labeledPairs } from './calibrate/labeled-pairs.mjs';
import { loadSources } from './calibrate/load-sources.mjs';

const root = path.resolve(import.meta.dirname, '..');
const { backends, embedding, parts } = await loadSources(root);
const pairs = labeledPairs(root, parts);
const maps = {};
for (const [backend, compare] of Object.entries(backends)) {
  maps[backend] = {};
  for (const use of Object.keys(parts.SCALES)) {
    const scored = pairs[use].map((pair) => ({ ...pair, score: compare(pair.a, pair.b) }));
    const tune = scored.filter(({ half }) => half === 'tune');
    maps[backend][use] = parts.fitScoreMap(parts.SCALES[use], tune);
    show(backend, use, maps[backend][use], scored);
    // How an unknown model would do: it is brought to the scale by the anchors alone.
    const prepare = use === 'questions' ? parts.questionSubject : undefined;
    if (backend === 'builtin') show('(anchors)', use, await parts.fitUseOnAnchors(embedding, use, prepare), scored);
  }
}
if (process.argv.includes('--write')) store(maps);

function show(backend, use, map, scored) {
  for (const { at, above, by } of parts.SCALES[use]) {
    const [cut] = map.find(([, calibrated]) => calibrated === at);
    const figures = ['tune', 'held out'].map((half) => {
      const members = scored.filter((pair) => pair.half === half);
      const missed = members.filter(({ label, score }) => above.includes(label) && score < cut).length;
      const wrong = members.filter(({ label, score }) => !above.includes(label) && score >= cut).length;
      return `${half} ${members.length - missed - wrong}/${members.length} right (${missed} missed, ${wrong} false)`;
    });
    const shown = by === 'quantile' ? '' : figures.join('   ');
    console.log(`${backend.padEnd(9)} ${use.padEnd(12)} ${at.toFixed(2)} at ${cut.toFixed(3)}   ${shown}`);
  }
}

function store(fitted) {
  const rows = Object.entries(fitted).map(([backend, uses]) => {
    const lines = Object.entries(uses).map(([use, points]) => {
      const entries = points.map(([raw, calibrated]) => `      [${raw}, ${calibrated}],`);
      return `    ${use}: [\n${entries.join('\n')}\n    ],`;
    });
    return `  ${backend}: {\n${lines.join('\n')}\n  },`;
  });
  const text = [
    '/** Written by scripts/calibrate.mjs from the tune halves of the labeled pairs. */',
    `export const FITTED = {\n${rows.join('\n')}\n} as const;`,
    '',
  ].join('\n');
  writeFileSync(path.join(root, 'src/semantics/similarity/fitted-calibration.ts'), text);
}
