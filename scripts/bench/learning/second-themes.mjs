import { rounded } from '../median.mjs';
import { fillExperiences } from './fill-experiences.mjs';

const SIZES = [100, 300, 800];
const LARGEST_SIZE = 2_000;
const THEMES = { tuning: [6, 12], 'held-out': [6, 12], both: [25] };
/** Themes with fewer members on average are reported, but need not be found. */
const MIN_MEMBERS = 8;

/** The second labeled set, a fifth of it noise: are its themes found, and does a growing journal keep its clusters? */
export async function measureSecondThemes(sources, { isFull }) {
  const seeds = isFull ? [1, 2] : [1];
  const rows = [];
  for (const half of Object.keys(THEMES)) {
    for (const themes of THEMES[half]) {
      for (const count of isFull ? [...SIZES, LARGEST_SIZE] : SIZES) {
        rows.push(await measureAgreement(sources, { half, themes, count }, seeds));
      }
      rows.push(await measureStability(sources, { half, themes }, seeds));
    }
  }
  return rows;
}

async function measureAgreement(sources, options, seeds) {
  const indexes = [];
  for (const seed of seeds) {
    const planted = sources.mixThemes({ ...options, seed });
    const labels = await labelsOf(sources, await fillExperiences(sources, planted));
    indexes.push(
      sources.adjustedRandIndex(
        planted.map(({ theme }) => theme),
        planted.map(({ entry }) => labels.get(entry.id) ?? -1),
      ),
    );
  }
  const { half, themes, count } = options;
  const members = (0.8 * count) / themes;
  return {
    name: `second set, ${half}: ${themes} themes in ${count.toLocaleString('en')}`,
    value: rounded(indexes.reduce((sum, index) => sum + index, 0) / indexes.length, 2),
    unit: 'ARI',
    ...(members >= MIN_MEMBERS && { least: 0.75 }),
    note: `seeds ${indexes.map((index) => rounded(index, 2)).join(' ')}; ${rounded(members, 0)} members a theme`,
  };
}

/** From 300 to 800 by 100: the share of the members of all clusters that are still in the cluster of the same id. */
async function measureStability(sources, { half, themes }, seeds) {
  const shares = [];
  for (const seed of seeds) {
    const planted = sources.mixThemes({ count: 800, themes, seed, half });
    let file = await fillExperiences(sources, planted.slice(0, 300));
    let before = await labelsOf(sources, file);
    for (let count = 300; count < 800; count += 100) {
      file = await fillExperiences(sources, planted.slice(count, count + 100), file);
      const after = await labelsOf(sources, file);
      shares.push([...before].filter(([id, label]) => after.get(id) === label).length / before.size);
      before = after;
    }
  }
  return {
    name: `second set, ${half}: ${themes} themes, members that keep their cluster`,
    value: rounded(shares.reduce((sum, share) => sum + share, 0) / shares.length, 2),
    unit: 'ratio',
    least: 0.95,
    note: `mean from 300 to 800 by 100; lowest ${rounded(Math.min(...shares), 2)}, which should be 0.9`,
  };
}

async function labelsOf(sources, file) {
  const learning = await sources.openLearning({ file, semantics: async () => sources.semantics });
  const labels = new Map();
  for (const { clusterId, label } of (await learning.getClusters('full')).clusters) {
    const { members } = await learning.getClusterMembers(clusterId, 10_000);
    for (const { id } of members) labels.set(id, label);
  }
  await learning.close();
  return labels;
}
