import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/kernel/user-error.js';
import type { Learning } from '../../../src/learning/index.js';
import { learningIn, resolvedEntry, saveAll, useSemantics } from '../../support/learning-fixture.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';
import { plantEntries, TUNING_THEMES } from '../../support/themed-entries.js';

const THEMES = TUNING_THEMES.slice(0, 3);
const planted = (count: number, from = 0, themes = THEMES) =>
  plantEntries({ count, seed: 11 + from, themes, from }).map(({ entry }) => entry);

describe.each(sqliteDrivers)('clusters and values over $name', { timeout: 40_000 }, (driver) => {
  const semantics = useSemantics();

  /** The cluster whose most typical member is about the theme. */
  async function clusterOf(learning: Learning, theme: number): Promise<string> {
    for (const { clusterId } of (await learning.getClusters('full')).clusters) {
      const { members } = await learning.getClusterMembers(clusterId, 1);
      const goal = members[0]?.goal ?? '';
      if (THEMES[theme]?.parts.some((part) => goal.includes(part))) return clusterId;
    }
    throw new Error(`no cluster of theme ${theme}`);
  }

  it('need 20 experiences, and say how many there are', async () => {
    const { learning } = await learningIn({ semantics, driver });
    await expect(learning.getClusters('full')).rejects.toMatchObject({ type: 'not_found' });
    await saveAll(learning, planted(19));
    await expect(learning.getClusters('full')).rejects.toMatchObject({
      type: 'insufficient_data',
      message: expect.stringContaining('19 experiences'),
    });
  });

  it('are computed once, keep their labels after a restart, and are the same for another process', async () => {
    let runs = 0;
    const real = await semantics();
    const counting = async () => ({
      ...real,
      cluster: (...given: Parameters<typeof real.cluster>) => {
        runs += 1;
        return real.cluster(...given);
      },
    });
    const { learning, file } = await learningIn({ semantics: counting, driver });
    await saveAll(learning, planted(60));
    const [first, same] = await Promise.all([learning.getClusters('full'), learning.getClusters('full')]);
    expect(runs).toBe(1);
    expect(same).toEqual(first);
    expect(first.clusters.length).toBeGreaterThanOrEqual(2);
    expect(first.clusters.map(({ size }) => size)).toEqual(
      first.clusters.map(({ size }) => size).sort((a, b) => b - a),
    );
    expect(first.noiseCount + first.clusters.reduce((sum, { size }) => sum + size, 0)).toBe(60);
    expect(first.noiseReason === null).toBe(first.noiseCount === 0);
    const { learning: other } = await learningIn({ semantics: counting, driver, file });
    expect(await other.getClusters('full')).toEqual(first);
    expect(runs).toBe(1);

    await saveAll(other, planted(12, 60));
    const later = await learning.getClusters('full');
    expect(runs).toBe(2);
    for (const { clusterId } of first.clusters.slice(0, 2)) {
      expect(later.clusters.map((cluster) => cluster.clusterId)).toContain(clusterId);
    }
  });

  it('are computed again if an earlier method made the stored ones', async () => {
    const { learning, file } = await learningIn({ semantics, driver });
    await saveAll(learning, planted(60));
    const { clusters } = await learning.getClusters('full');
    await learning.close();
    const connection = driver.open(file, { readOnly: false });
    connection.exec(`UPDATE clusterings SET method = 0, computed_at = 'long ago'`);
    connection.close();
    const { learning: upgraded } = await learningIn({ semantics, driver, file });
    expect(await upgraded.getClusters('full')).toMatchObject({
      clusters,
      computedAt: expect.not.stringContaining('ago'),
      stale: false,
    });
  });

  it('are returned as stale while new ones are computed', async () => {
    const real = await semantics();
    let goOn: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let isSlow = false;
    const { learning } = await learningIn({
      driver,
      semantics: async () => ({
        ...real,
        cluster: async (...given: Parameters<typeof real.cluster>) => {
          if (isSlow) await released;
          return real.cluster(...given);
        },
      }),
    });
    await saveAll(learning, planted(60));
    const before = await learning.getClusters('full');
    isSlow = true;
    await saveAll(learning, planted(12, 60));
    const served = await learning.getClusters('full', { ms: 0, firstMs: 0 });
    expect(served).toEqual({ ...before, stale: true });
    expect(await learning.getClusters('strategy', { ms: 0, firstMs: 0 })).toMatchObject({
      stale: true,
      clusters: [],
      noiseReason: expect.stringContaining('ask again'),
    });
    goOn();
    await learning.drain();
    expect(await learning.getClusters('full')).toMatchObject({ stale: false, experienceCount: 72 });
  });

  it('are served as they were while the embedding fails, with the reason, and read without it', async () => {
    const real = await semantics();
    const { learning: before, file } = await learningIn({ semantics, driver });
    await saveAll(before, planted(40));
    const known = await before.getClusters('full');
    let calls = 0;
    let isDown = true;
    const { learning } = await learningIn({
      driver,
      file,
      fallback: semantics,
      semantics: async () => ({
        ...real,
        embeddedWith: { backend: 'ollama' as const, model: 'another', dimensions: real.embeddedWith?.dimensions ?? 0 },
        embed: async (...given: Parameters<typeof real.embed>) => {
          calls += 1;
          if (isDown) throw new Error('connection refused');
          return real.embed(...given);
        },
      }),
    });
    const limits = { ms: 60_000, firstMs: 60_000 };
    for (let asked = 0; asked < 2; asked += 1) {
      const found = await learning.getClusters('full', limits);
      expect(found).toEqual({ ...known, stale: true, warning: expect.stringContaining('connection refused') });
      await learning.drain();
    }
    expect(calls).toBe(1);
    const { clusterId = '', size = 0 } = known.clusters[0] ?? {};
    expect(await learning.getClusterMembers(clusterId, 5)).toEqual(await before.getClusterMembers(clusterId, 5));
    expect(size).toBeGreaterThan(0);
    isDown = false;
    expect(await learning.getClusters('full')).toMatchObject({ stale: false, experienceCount: 40 });
  });

  it('judge and keep a value with the builtin embedding while the configured one fails, and with that one when it is back', async () => {
    const real = await semantics();
    let isDown = false;
    const embedded: string[] = [];
    const answers = async <Value>(value: () => Promise<Value>) => {
      if (isDown) throw new Error('connection refused');
      return value();
    };
    const configured = async () =>
      answers(async () => ({
        ...real,
        embeddedWith: { backend: 'ollama' as const, model: 'another', dimensions: real.embeddedWith?.dimensions ?? 0 },
        embed: (texts: readonly string[]) =>
          answers(() => {
            embedded.push(...texts);
            return real.embed(texts);
          }),
      }));
    const { learning: first, file } = await learningIn({ semantics: configured, fallback: semantics, driver });
    await saveAll(first, planted(60));
    const cluster = await clusterOf(first, 0);
    const [fitting = '', foreign = ''] = [THEMES[0]?.values[0], THEMES[1]?.values[0]];
    const usual = await first.validateValue(fitting, cluster);
    expect(usual).toMatchObject({ valid: true });
    expect(usual).not.toHaveProperty('notice');
    await first.close();

    isDown = true;
    const { learning } = await learningIn({ semantics: configured, fallback: semantics, driver, file });
    const notice = 'the configured embedding failed (connection refused); the builtin one was used instead';
    expect(await learning.validateValue(fitting, cluster)).toMatchObject({ valid: true, onTopic: true, notice });
    expect(await learning.validateValue(foreign, cluster)).toMatchObject({ valid: false, notice });
    const stored = await learning.storeValue(fitting, cluster, 'full');
    expect(stored).toMatchObject({ text: fitting, drifting: false, notice });
    const goal = { text: fitting, similar: [] };
    expect(await learning.findNearestValue(goal)).toMatchObject({ id: stored.id });

    isDown = false;
    embedded.length = 0;
    await saveAll(learning, planted(1, 60));
    await learning.getClusters('full');
    expect(embedded).toContain(fitting);
    expect((await learning.listValues({ limit: 5 })).values).toMatchObject([{ id: stored.id, drifting: false }]);
  });

  it('cannot judge a value while no embedding answers, and say why and what helps', async () => {
    const { learning: before, file } = await learningIn({ semantics, driver });
    await saveAll(before, planted(40));
    const { clusterId = '' } = (await before.getClusters('full')).clusters[0] ?? {};
    const down = () => Promise.reject(new Error('connection refused'));
    const { learning } = await learningIn({ semantics: down, fallback: down, driver, file });
    await expect(learning.validateValue('Name the cause first', clusterId)).rejects.toMatchObject({
      type: 'internal_error',
      message: expect.stringMatching(/connection refused.*witan doctor/),
    });
    expect(await learning.searchExperiences({ query: 'flaky test', axis: 'full', limit: 3 })).toMatchObject({
      found: expect.arrayContaining([expect.anything()]),
      notice: 'the configured embedding failed (connection refused); only words were compared instead',
    });
  });

  it('say why new ones are missing when computing them failed after the caller was answered', async () => {
    const real = await semantics();
    let fail: (() => void) | undefined;
    let isBroken = false;
    const { learning } = await learningIn({
      driver,
      semantics: async () => ({
        ...real,
        cluster: (...given: Parameters<typeof real.cluster>) =>
          isBroken
            ? new Promise<never>((_, reject) => {
                fail = () => reject(new UserError('internal_error', 'a worker ended'));
              })
            : real.cluster(...given),
      }),
    });
    await saveAll(learning, planted(40));
    const before = await learning.getClusters('full');
    isBroken = true;
    await saveAll(learning, planted(2, 40));
    const limits = { ms: 0, firstMs: 0 };
    expect(await learning.getClusters('full', limits)).toEqual({ ...before, stale: true });
    await expect.poll(() => fail).toBeDefined();
    fail?.();
    await learning.drain();
    expect(await learning.getClusters('full', limits)).toMatchObject({
      stale: true,
      warning: expect.stringContaining('a worker ended'),
    });
  });

  it('say that they are stale when an experience came while they were computed, and are computed once more', async () => {
    const real = await semantics();
    let duringClustering: (() => Promise<void>) | undefined;
    const { learning } = await learningIn({
      driver,
      semantics: async () => ({
        ...real,
        cluster: async (...given: Parameters<typeof real.cluster>) => {
          const work = duringClustering;
          duringClustering = undefined;
          await work?.();
          return real.cluster(...given);
        },
      }),
    });
    await saveAll(learning, planted(40));
    duringClustering = () => saveAll(learning, planted(2, 40));
    expect(await learning.getClusters('full')).toMatchObject({ stale: true, experienceCount: 40 });
    await learning.drain();
    const limits = { ms: 60_000, firstMs: 60_000 };
    expect(await learning.getClusters('full', limits)).toMatchObject({ stale: false, experienceCount: 42 });
  });

  it('show their members with all that was said, and refuse ids that are not a cluster', async () => {
    const { learning } = await learningIn({ semantics, driver });
    await saveAll(learning, planted(40));
    const [{ clusterId, size } = { clusterId: '', size: 0 }] = (await learning.getClusters('full')).clusters;
    const { members, size: all, axis } = await learning.getClusterMembers(clusterId, 2);
    expect([members.length, all, axis]).toEqual([2, size, 'full']);
    const next = await learning.getClusterMembers(clusterId, size, 1);
    expect(next.members).toHaveLength(size - 1);
    expect(next.members[0]).toEqual(members[1]);
    await expect(learning.getClusterMembers('cluster_full_99', 5)).rejects.toMatchObject({ type: 'not_found' });
    await expect(learning.getClusterMembers('cluster_9', 5)).rejects.toMatchObject({ type: 'validation_error' });
  });

  it('explain themselves by a title, typical members, outcomes and a lesson', async () => {
    const { learning } = await learningIn({ semantics, driver });
    await saveAll(learning, planted(60));
    const { clusters } = await learning.getClusters('full');
    for (const { clusterId, title, examples, outcomes, lesson, size } of clusters) {
      const { members } = await learning.getClusterMembers(clusterId, size);
      expect(examples).toEqual(members.slice(0, 2).map(({ id, goal }) => ({ id, text: goal })));
      expect(members.map((member) => member.lesson?.what_worked ?? null)).toContain(lesson);
      expect(outcomes.confirmed + outcomes.falsified + outcomes.abandoned).toBe(size);
      expect(title.split(', ').length).toBeGreaterThan(1);
    }
  });

  it('carry a value that fits, once, and refuse one that does not', async () => {
    const { learning } = await learningIn({ semantics, driver });
    await saveAll(learning, planted(60));
    const clusterId = await clusterOf(learning, 0);
    const [fitting = ''] = THEMES[0]?.values ?? [];
    const [foreign = ''] = THEMES[1]?.values ?? [];
    const good = await learning.validateValue(fitting, clusterId);
    expect(good).toMatchObject({ valid: true, reason: null, similarity: expect.any(Number) });
    expect(good.centroidDistance).toBeLessThanOrEqual(good.thresholdDistance);
    const bad = await learning.validateValue(foreign, clusterId);
    expect(bad).toMatchObject({ valid: false, similarity: null, reason: expect.stringContaining('distance') });

    const stored = await learning.storeValue(fitting, clusterId, 'full');
    expect(stored).toMatchObject({ text: fitting, clusterId, axis: 'full', drifting: false });
    const again = await learning.storeValue(`  ${fitting.toUpperCase()}. `, clusterId, 'full');
    expect(again.id).toBe(stored.id);
    await expect(learning.storeValue(foreign, clusterId, 'full')).rejects.toMatchObject({ type: 'validation_error' });
    await expect(learning.storeValue(fitting, clusterId, 'surprise')).rejects.toThrow(/axis/);
    await expect(learning.storeValue(' ', clusterId, 'full')).rejects.toThrow(/empty/);
    expect((await learning.listValues({ limit: 10 })).values).toEqual([stored]);
    expect((await learning.listValues({ axis: 'strategy', limit: 10 })).values).toEqual([]);
  });

  it('list values of the largest cluster first, then the newest', async () => {
    let now = Date.UTC(2026, 0, 1);
    const tick = () => {
      now += 1_000;
      return new Date(now);
    };
    const clock = { now: tick, elapsed: () => now };
    const { learning } = await learningIn({ semantics, driver, clock });
    await saveAll(learning, planted(60));
    for (const theme of [0, 1, 2]) {
      const clusterId = await clusterOf(learning, theme).catch(() => undefined);
      if (clusterId === undefined) continue;
      for (const value of THEMES[theme]?.values ?? []) {
        await learning.storeValue(value, clusterId, 'full').catch(() => undefined);
      }
    }
    const { values } = await learning.listValues({ limit: 20 });
    expect(values.length).toBeGreaterThanOrEqual(4);
    const expected = values.toSorted((a, b) => b.clusterSize - a.clusterSize || b.createdAt.localeCompare(a.createdAt));
    expect(values).toEqual(expected);
    expect((await learning.listValues({ limit: 2 })).values).toEqual(values.slice(0, 2));
  });

  it('report a value as drifting when its experiences are gone, after checking in the background', async () => {
    const { learning } = await learningIn({ semantics, driver });
    await saveAll(learning, planted(60));
    const clusterId = await clusterOf(learning, 0);
    const [fitting = ''] = THEMES[0]?.values ?? [];
    await learning.storeValue(fitting, clusterId, 'full');
    const { members } = await learning.getClusterMembers(clusterId, 60);
    for (const { id } of members) await learning.deleteExperience(id);
    await expect(learning.getClusterMembers(clusterId, 5)).rejects.toMatchObject({ type: 'not_found' });
    const listed = await learning.listValues({ limit: 5 });
    expect(listed.isBeingChecked).toBe(true);
    await learning.drain();
    const { values, isBeingChecked } = await learning.listValues({ limit: 5 });
    expect(isBeingChecked).toBe(false);
    expect(values).toMatchObject([
      { drifting: true, clusterSize: 0, driftReason: expect.stringContaining('no longer') },
    ]);
    expect(await learning.stats()).toMatchObject({ values: 1, driftingValues: 1 });
    expect(await learning.deleteValue(values[0]?.id ?? '')).toBe(true);
  });

  it('weigh members by how far their outcome can be believed', async () => {
    const { learning } = await learningIn({ semantics, driver });
    const entries = planted(40).map((entry) => resolvedEntry({ ...entry, confidence_tier: 'gold' }));
    await saveAll(learning, entries);
    for (const { averageWeight } of (await learning.getClusters('full')).clusters) expect(averageWeight).toBe(1);
  });
});
