import { rounded } from '../median.mjs';
import { openSession } from './open-session.mjs';
import { plantExperiences } from './plant-experiences.mjs';
import { TARGETS, workThrough } from './work-through.mjs';

/** The tools of journal and learning through the official client, over the built server, at two sizes of a journal. */
export async function measureGhap({ isFull }) {
  const figures = [await measureSize(1_000, 41)];
  // Clusters of twenty thousand take their time: a few rounds tell enough.
  if (isFull) figures.push(await measureSize(20_000, 6));
  return figures;
}

async function measureSize(count, rounds) {
  const { project, seconds } = await plantExperiences(count);
  const session = await openSession(project);
  const times = await workThrough(session, rounds);
  await session.close();
  const rows = Object.entries(TARGETS).map(([tool, target]) => rowOf(tool, target, times.get(tool)));
  const worst = rows.reduce((a, b) => (b.ratio > a.ratio ? b : a));
  return {
    name: `ghap tools at ${count}`,
    value: rounded(worst.ratio, 2),
    unit: 'ratio',
    target: 0.5,
    note: `the slowest against its target: ${worst.tool}; p95 of ${rounds - 1} rounds after the first; storing the ${count} took ${rounded(seconds, 0)} s`,
    table: [
      ['tool', 'p95 ms', 'target ms', 'ratio', 'median ms', 'first ms'],
      ...rows.map(({ tool, p95, target, ratio, middle, first }) => [
        tool,
        rounded(p95, 1),
        target,
        rounded(ratio, 2),
        rounded(middle, 1),
        rounded(first, 1),
      ]),
    ],
  };
}

/** The first call loads what it needs and has a column of its own. */
function rowOf(tool, target, [first, ...later]) {
  const sorted = later.sort((a, b) => a - b);
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1];
  return { tool, target, p95, ratio: p95 / target, middle: sorted[Math.floor(sorted.length / 2)], first };
}
