import { describe, expect, it } from 'vitest';
import { type Axis, type Learning, parseClusterId } from '../../../src/learning/index.js';
import { adjustedRandIndex } from '../../support/adjusted-rand-index.js';
import { learningIn, saveAll, useSemantics } from '../../support/learning-fixture.js';
import { mixThemes } from '../../support/second-themes.js';
import { HELD_OUT_THEMES, type PlantedEntry, plantEntries } from '../../support/themed-entries.js';

// Seed and themes that no parameter was chosen by; `npm run bench -- --only learning` measures more of them.
const SEEDS = [1001];

const semantics = useSemantics();

describe.each(SEEDS)('500 entries planted in six themes, seed %i', (seed) => {
  it('are found as clusters, keep their labels with 100 more, and carry values that fit', {
    timeout: 60_000,
  }, async () => {
    const { learning } = await learningIn({ semantics });
    const planted = plantEntries({ count: 500, seed, themes: HELD_OUT_THEMES });
    await saveAll(
      learning,
      planted.map(({ entry }) => entry),
    );
    const before = await labelsOf(learning, 'full');
    expect(agreement(planted, before)).toBeGreaterThanOrEqual(0.9);

    await expectFittingValues(learning, planted, before);

    const more = plantEntries({ count: 100, seed: seed + 5000, themes: HELD_OUT_THEMES, from: 500 });
    await saveAll(
      learning,
      more.map(({ entry }) => entry),
    );
    const after = await labelsOf(learning, 'full');
    const themes = majorityLabels(planted, before);
    expect(majorityLabels([...planted, ...more], after)).toEqual(themes);
    expect(agreement([...planted, ...more], after)).toBeGreaterThanOrEqual(0.9);
  });
});

it('themes in natural words are found, and noise is left out', { timeout: 60_000 }, async () => {
  const { learning } = await learningIn({ semantics });
  const planted = mixThemes({ count: 300, themes: 6, seed: 1, half: 'tuning' });
  await saveAll(
    learning,
    planted.map(({ entry }) => entry),
  );
  expect(agreement(planted, await labelsOf(learning, 'full'))).toBeGreaterThanOrEqual(0.85);
});

/** Of each theme's values some are accepted and of all of them most; of values of other themes hardly any. */
async function expectFittingValues(
  learning: Learning,
  planted: readonly PlantedEntry[],
  labels: ReadonlyMap<string, number>,
): Promise<void> {
  const byTheme = majorityLabels(planted, labels);
  const judge = (value: string, theme: number) => learning.validateValue(value, `cluster_full_${byTheme.get(theme)}`);
  const tally = { fitting: 0, onTopic: 0, accepted: 0, foreign: 0, foreignAccepted: 0 };
  for (const [theme, { name, fresh_values: own = [] }] of HELD_OUT_THEMES.entries()) {
    const judged = await Promise.all(own.map((value) => judge(value, theme)));
    expect(
      judged.map(({ onTopic }) => onTopic),
      name,
    ).toContain(true);
    tally.fitting += judged.length;
    tally.onTopic += judged.filter(({ onTopic }) => onTopic).length;
    tally.accepted += judged.filter(({ valid }) => valid).length;
    for (const value of HELD_OUT_THEMES.flatMap((other, at) => (at === theme ? [] : other.values))) {
      tally.foreign += 1;
      if ((await judge(value, theme)).valid) tally.foreignAccepted += 1;
    }
  }
  console.log(tally);
  expect(tally.onTopic / tally.fitting).toBeGreaterThanOrEqual(0.75);
  // These values are general, so the rules about members refuse some that are on topic.
  expect(tally.accepted / tally.fitting).toBeGreaterThanOrEqual(0.55);
  expect(tally.foreignAccepted / tally.foreign).toBeLessThanOrEqual(0.05);
}

async function labelsOf(learning: Learning, axis: Axis): Promise<Map<string, number>> {
  const labels = new Map<string, number>();
  for (const { clusterId } of (await learning.getClusters(axis)).clusters) {
    const { members } = await learning.getClusterMembers(clusterId, 10_000);
    for (const { id } of members) labels.set(id, parseClusterId(clusterId).label);
  }
  return labels;
}

function agreement(planted: readonly PlantedEntry[], labels: ReadonlyMap<string, number>): number {
  const index = adjustedRandIndex(
    planted.map(({ theme }) => theme),
    planted.map(({ entry }) => labels.get(entry.id) ?? -1),
  );
  console.log(`adjusted Rand index of ${planted.length} entries: ${index.toFixed(3)}`);
  return index;
}

/** The label that most entries of each theme have. */
function majorityLabels(planted: readonly PlantedEntry[], labels: ReadonlyMap<string, number>): Map<number, number> {
  const counts = new Map<number, Map<number, number>>();
  for (const { theme, entry } of planted) {
    const label = labels.get(entry.id);
    if (theme < 0 || label === undefined) continue;
    const ofTheme = counts.get(theme) ?? new Map<number, number>();
    counts.set(theme, ofTheme);
    ofTheme.set(label, (ofTheme.get(label) ?? 0) + 1);
  }
  return new Map(
    [...counts]
      .sort(([a], [b]) => a - b)
      .map(([theme, ofTheme]) => [theme, [...ofTheme].sort((a, b) => b[1] - a[1])[0]?.[0] ?? -1]),
  );
}
