import { describe, expect, it } from 'vitest';
import { createPointLayouts } from '../../../src/http/map/point-layouts.js';
import { systemClock } from '../../../src/kernel/clock.js';
import { learningIn, resolvedEntry, saveAll, useSemantics } from '../../support/learning-fixture.js';
import { askRoute as ask, emptyProgram } from '../../support/pages-fixture.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { mixThemes } from '../../support/second-themes.js';

const semantics = useSemantics();

async function project(count: number) {
  const { learning } = await learningIn({ semantics });
  await saveAll(
    learning,
    mixThemes({ count, themes: 4, seed: 1, half: 'tuning' }).map(({ entry }) => entry),
  );
  return { learning, program: emptyProgram({ existingLearning: async () => learning }) };
}

/** With clusters of the full axis. */
async function clustered() {
  const { learning, program } = await project(80);
  const { clusters } = await learning.getClusters('full');
  const [largest] = clusters;
  if (largest === undefined) throw new Error('there is no cluster');
  return { learning, program, largest };
}

describe('what was learned', () => {
  it('is nothing without a database', async () => {
    expect(await ask('learning', {}, emptyProgram())).toEqual({ learned: null });
    expect(await ask('search_experiences', { query: 'anything' }, emptyProgram())).toEqual({ found: [], notice: null });
    await expect(ask('validate_value', { text: 'a', cluster: 'cluster_full_0' }, emptyProgram())).rejects.toThrow(
      'nothing was learned',
    );
  });

  it('says how many experiences are missing for clusters', async () => {
    const { learning, program } = await project(5);
    await learning.getClusters('full').catch(() => undefined);
    const { learned } = await ask('learning', {}, program);
    expect(learned).toMatchObject({ clusters: null, problem: expect.stringContaining('resolve 15 more') });
    expect(learned?.calibration.overall.count).toBeGreaterThan(0);
  });

  it('is shown at once while clusters are computed, and says so', async () => {
    const { learning, program } = await clustered();
    const before = await learning.getClusters('full');
    const slow = {
      ...learning,
      getClusters: (axis: Parameters<typeof learning.getClusters>[0]) =>
        learning.getClusters(axis, { ms: 0, firstMs: 0 }),
    };
    await saveAll(learning, [resolvedEntry({ id: 'ghap_later' })]);
    const { learned } = await ask('learning', {}, { ...program, existingLearning: async () => slow });
    expect(learned?.clusters?.stale).toBe(true);
    expect(learned?.clusters?.clusters.length).toBe(before.clusters.length);
    await learning.drain();
    await expect.poll(async () => (await ask('learning', {}, program)).learned?.clusters?.stale).toBe(false);
  });

  it('has the figures of the same functions as the tools', async () => {
    const { learning, program, largest } = await clustered();
    const { learned } = await ask('learning', {}, program);
    expect(learned?.calibration).toEqual(await learning.calibration());
    expect(learned?.stats).toEqual(await learning.stats());
    expect(learned?.clusters?.clusters[0]).toMatchObject({
      clusterId: largest.clusterId,
      title: largest.title,
      outcomes: largest.outcomes,
    });
  });

  it('shows the members of a cluster in pages, the most typical first', async () => {
    const { learning, program, largest } = await clustered();
    const { members } = await learning.getClusterMembers(largest.clusterId, 100);
    const ids = [];
    for (let page = 0; ; page++) {
      const found = await ask('cluster_members', { cluster: largest.clusterId, page }, program);
      ids.push(...found.members.map(({ id }) => id));
      expect(found.size).toBe(largest.size);
      if (!found.hasMore) break;
    }
    expect(ids).toEqual(members.map(({ id }) => id));
    await expect(ask('cluster_members', { cluster: 'cluster_full_99' }, program)).rejects.toMatchObject({
      type: 'not_found',
    });
  });

  it('puts every experience on a map, with its cluster as its group', async () => {
    const { learning, program, largest } = await clustered();
    const layouts = createPointLayouts({
      folder: scratchFolder('maps'),
      projectFolder: program.projectFolder,
      clock: systemClock,
      layOut: async (points, options) => (await semantics()).layOut(points, options),
      report(error) {
        throw error;
      },
    });
    const read = () => ask('experience_map', {}, { ...program, layouts });
    await expect.poll(async () => (await read()).computing).toBe(false);
    const { points, total } = await read();
    expect([points.length, total]).toEqual([80, 80]);
    expect(points.filter(({ group }) => group === largest.label)).toHaveLength(largest.size);
    expect(points.every(({ x, y }) => x >= 0 && x <= 1 && y >= 0 && y <= 1)).toBe(true);
    // Nothing is on a map before there are clusters.
    expect((await learning.getPoints('surprise')).points).toEqual([]);
    expect(await ask('experience_map', {}, emptyProgram())).toEqual({ points: [], total: 0, computing: false });
  });

  it('finds experiences as search_experiences does', async () => {
    const { learning, program, largest } = await clustered();
    const query = largest.examples[0]?.text ?? '';
    const { found } = await learning.searchExperiences({ query, axis: 'full', limit: 20 });
    const shown = await ask('search_experiences', { query }, program);
    expect(shown.found.map(({ id, score }) => [id, score])).toEqual(
      found.map(({ experience, score }) => [experience.id, score]),
    );
    expect(shown.found.length).toBeGreaterThan(0);
  });
});

describe('a statement', () => {
  it('is tried and stored only if the members support it', async () => {
    const { learning, program, largest } = await clustered();
    const { members } = await learning.getClusterMembers(largest.clusterId, 100);
    const lessons = members.flatMap(({ lesson }) => lesson?.what_worked ?? []);
    const cluster = largest.clusterId;
    const tried = await Promise.all(
      lessons.map(async (text) => ({ text, validation: await ask('validate_value', { text, cluster }, program) })),
    );
    const accepted = tried.find(({ validation }) => validation.valid);
    expect(accepted?.validation).toMatchObject({ onTopic: true, reason: null });
    await ask('store_value', { text: accepted?.text ?? '', cluster, axis: 'full' }, program);
    const { learned } = await ask('learning', {}, program);
    expect(learned?.values).toMatchObject([{ text: accepted?.text, clusterSize: largest.size, drifting: false }]);

    const text = 'Bananas are yellow fruit from warm countries';
    expect(await ask('validate_value', { text, cluster }, program)).toMatchObject({
      valid: false,
      onTopic: false,
      reason: expect.any(String),
    });
    await expect(ask('store_value', { text, cluster, axis: 'full' }, program)).rejects.toThrow('not stored');
    await expect(ask('store_value', { text: ' ', cluster, axis: 'full' }, program)).rejects.toThrow();
  });
});
