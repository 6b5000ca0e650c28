import { rounded } from '../median.mjs';
import { fillExperiences } from './fill-experiences.mjs';

// Seeds and themes that no parameter was chosen by.
const SEEDS = [3001, 3002, 3003, 3004, 3005];

/** 500 entries in six themes with noise: whether they are found, keep their labels with 100 more, and carry values. */
export async function measureThemes(sources) {
  const runs = [];
  for (const seed of SEEDS) runs.push(await measureSeed(sources, seed));
  const sum = (name) => runs.reduce((total, run) => total + run[name], 0);
  const least = (name) => Math.min(...runs.map((run) => run[name]));
  const share = (part, whole) => ({ value: rounded(sum(part) / sum(whole)), unit: 'ratio' });
  return [
    {
      name: 'themes found, lowest adjusted Rand index',
      value: rounded(least('agreement'), 3),
      unit: 'ratio',
      least: 0.9,
      note: runs.map(({ agreement }) => rounded(agreement, 3)).join(' '),
    },
    { name: 'labels kept after 100 more entries', ...share('kept', 'labels'), least: 1 },
    {
      name: 'fitting values accepted',
      ...share('accepted', 'fitting'),
      note: `${sum('accepted')} of ${sum('fitting')}`,
    },
    {
      name: 'foreign values accepted',
      ...share('foreignAccepted', 'foreign'),
      target: 0.02,
      note: `${sum('foreignAccepted')} of ${sum('foreign')}`,
    },
  ];
}

async function measureSeed(sources, seed) {
  const { plantEntries, HELD_OUT_THEMES: themes, semantics, adjustedRandIndex } = sources;
  const planted = plantEntries({ count: 500, seed, themes });
  const learning = await sources.openLearning({
    file: await fillExperiences(sources, planted),
    semantics: async () => semantics,
  });
  const before = await labelsOf(learning);
  const agreement = adjustedRandIndex(
    planted.map(({ theme }) => theme),
    planted.map(({ entry }) => before.get(entry.id) ?? -1),
  );
  const byTheme = themes.map((_, theme) => majority(planted, before, theme));
  const values = await tallyValues(learning, themes, byTheme);
  const more = plantEntries({ count: 100, seed: seed + 7000, themes, from: 500 });
  for (const { entry } of more) await learning.save(entry);
  const after = await labelsOf(learning);
  const kept = byTheme.filter((label, theme) => majority([...planted, ...more], after, theme) === label).length;
  await learning.close();
  return { agreement, labels: themes.length, kept, ...values };
}

async function tallyValues(learning, themes, byTheme) {
  const tally = { fitting: 0, accepted: 0, foreign: 0, foreignAccepted: 0 };
  const isValid = async (value, theme) => (await learning.validateValue(value, `cluster_full_${byTheme[theme]}`)).valid;
  for (const [theme, { fresh_values: own }] of themes.entries()) {
    for (const value of own) {
      tally.fitting += 1;
      if (await isValid(value, theme)) tally.accepted += 1;
    }
    for (const value of themes.flatMap((other, at) => (at === theme ? [] : [...other.values, ...other.fresh_values]))) {
      tally.foreign += 1;
      if (await isValid(value, theme)) tally.foreignAccepted += 1;
    }
  }
  return tally;
}

async function labelsOf(learning) {
  const labels = new Map();
  for (const { clusterId, label } of (await learning.getClusters('full')).clusters) {
    const { members } = await learning.getClusterMembers(clusterId, 10_000);
    for (const { id } of members) labels.set(id, label);
  }
  return labels;
}

/** The label that most entries of the theme have. */
function majority(planted, labels, theme) {
  const counts = new Map();
  for (const { theme: own, entry } of planted) {
    const label = labels.get(entry.id);
    if (own === theme && label !== undefined) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
