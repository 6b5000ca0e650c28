import { describe, expect, it } from 'vitest';
import { DOMAINS, STRATEGIES } from '../../../../src/journal/index.js';
import { connectGhap } from '../../../support/ghap-client.js';
import { saveAll, useSemantics } from '../../../support/learning-fixture.js';
import { plantEntries, TUNING_THEMES } from '../../../support/themed-entries.js';

const semantics = useSemantics();
const planted = (count: number) =>
  plantEntries({ count, seed: 11, themes: TUNING_THEMES.slice(0, 3), strayShare: 0 }).map(({ entry }) => entry);

interface Cluster {
  readonly cluster_id: string;
  readonly size: number;
}

const EXAMPLE = { ghap_id: expect.any(String), text: expect.any(String) };

describe('the learning tools', () => {
  it('lead from clusters over their members to a value that they carry', async () => {
    const { call, refusal, learning } = await connectGhap({ semantics });
    await saveAll(await learning(), planted(90));
    await (await learning()).getClusters('full');
    const found = await call('get_clusters', { axis: 'full' });
    const clusters = found.clusters as Cluster[];
    expect(clusters.length).toBeGreaterThanOrEqual(2);
    expect(found).toMatchObject({
      axis: 'full',
      count: clusters.length,
      noise_count: expect.any(Number),
      stale: false,
    });
    expect(clusters.map(({ size }) => size)).toEqual(clusters.map(({ size }) => size).sort((a, b) => b - a));
    expect(clusters[0]).toEqual({
      cluster_id: expect.stringMatching(/^cluster_full_\d+$/),
      label: expect.any(Number),
      size: expect.any(Number),
      avg_weight: expect.any(Number),
      title: expect.stringMatching(/\S, \S/),
      outcomes: { confirmed: expect.any(Number), falsified: expect.any(Number), abandoned: 0 },
      examples: [EXAMPLE, EXAMPLE],
      lesson: expect.any(String),
    });

    const { cluster_id = '', size = 0 } = clusters[0] ?? {};
    const members = await call('get_cluster_members', { cluster_id, limit: 5 });
    expect(members).toMatchObject({ cluster_id, axis: 'full', count: 5, size });
    const last = await call('get_cluster_members', { cluster_id, offset: size - 1 });
    expect(last).toMatchObject({ count: 1, size });
    const [member] = members.members as Record<string, string>[];
    expect(member).toMatchObject({ ghap_id: expect.any(String), outcome_result: expect.any(String) });

    const fitting = { text: `${member?.hypothesis}. ${member?.action}`.slice(0, 500), cluster_id };
    const foreign = { text: 'Bake the bread at two hundred degrees for an hour', cluster_id };
    expect(await call('validate_value', fitting)).toMatchObject({
      valid: true,
      on_topic: true,
      similarity: expect.any(Number),
      reason: null,
      nearest_lessons: expect.any(Array),
    });
    const doubted = await call('validate_value', foreign);
    expect(doubted).toMatchObject({ valid: false, similarity: null, reason: expect.any(String) });
    expect(Number(doubted.centroid_distance)).toBeGreaterThan(Number(doubted.threshold_distance));

    const refused = await refusal('store_value', { ...foreign, axis: 'full' });
    expect(refused).toEqual({
      type: 'validation_error',
      message: expect.stringMatching(/not stored.*distance.*similarity/),
    });
    expect(await call('list_values')).toEqual({ results: [], count: 0 });

    const stored = await call('store_value', { ...fitting, axis: 'full' });
    expect(stored).toMatchObject({
      id: expect.stringMatching(/^value_/),
      axis: 'full',
      cluster_id,
      cluster_size: size,
    });
    expect(await call('list_values', { axis: 'full' })).toMatchObject({ count: 1, results: [stored] });
    expect(await call('list_values', { axis: 'surprise' })).toMatchObject({ count: 0 });
  });

  it('look back in one call of at most 2,000 tokens, and say what to do next', async () => {
    const { call, learning } = await connectGhap({ semantics });
    const entries = plantEntries({ count: 300, seed: 3, themes: TUNING_THEMES }).map(({ entry }, number) => ({
      ...entry,
      domain: DOMAINS[number % DOMAINS.length] ?? entry.domain,
      strategy: STRATEGIES[number % STRATEGIES.length] ?? entry.strategy,
    }));
    await saveAll(await learning(), entries);
    const found = await call('get_retrospective');
    const [cluster] = found.clusters as Record<string, unknown>[];
    expect(cluster).toMatchObject({
      title: expect.stringMatching(/\w/),
      size: expect.any(Number),
      lesson: expect.any(String),
      value: null,
    });
    expect(found.next).toContainEqual(expect.stringContaining(`${String(cluster?.cluster_id)} (`));
    const { by_strategy: byStrategy, overall } = found.calibration as Record<string, Record<string, unknown>>;
    expect(overall).toMatchObject({ n: 300, interval: [expect.any(Number), expect.any(Number)] });
    expect(byStrategy?.['trial-and-error']).toMatchObject({ confirmed: expect.any(Number), n: expect.any(Number) });
    // A token of JSON is three characters or more.
    expect(JSON.stringify(found).length).toBeLessThan(6_000);
  });

  it('look back on how predictions came out while there are too few experiences for clusters', async () => {
    const { call, learning } = await connectGhap({ semantics });
    await saveAll(await learning(), planted(6));
    expect(await call('get_retrospective', { axis: 'strategy' })).toMatchObject({
      axis: 'strategy',
      clusters: [],
      calibration: { overall: { n: 6 } },
      next: [expect.stringMatching(/^6 experiences .*resolve 14 more/)],
    });
  });

  it('say what is missing while there is too little', async () => {
    const { refusal, learning } = await connectGhap({ semantics });
    expect(await refusal('get_clusters', { axis: 'full' })).toMatchObject({ type: 'not_found' });
    await saveAll(await learning(), planted(19));
    const { type, message } = await refusal('get_clusters', { axis: 'full' });
    expect([type, message]).toEqual(['insufficient_data', expect.stringMatching(/^19 experiences.*at least 20/)]);
  });

  it('know no cluster that does not exist', async () => {
    const { refusal, learning } = await connectGhap({ semantics });
    await saveAll(await learning(), planted(30));
    for (const [tool, input] of [
      ['get_cluster_members', {}],
      ['validate_value', { text: 'Look first' }],
      ['store_value', { text: 'Look first', axis: 'full' }],
    ] as const) {
      expect(await refusal(tool, { ...input, cluster_id: 'cluster_full_99' })).toMatchObject({ type: 'not_found' });
    }
  });

  it('search by axis, domain and outcome, best first; an empty query finds nothing', async () => {
    const { call, learning } = await connectGhap({ semantics });
    const entries = planted(40);
    await saveAll(await learning(), entries);
    const found = async (input: Record<string, unknown>) =>
      (await call('search_experiences', input)).results as { id: string; score: number; outcome_status: string }[];
    const query = entries[0]?.goal ?? '';
    const results = await found({ query, limit: 50 });
    expect(results.map(({ score }) => score)).toEqual(results.map(({ score }) => score).sort((a, b) => b - a));
    expect((await found({ query })).length).toBeLessThanOrEqual(10);
    const surprise = entries.find((entry) => entry.surprise !== undefined)?.surprise ?? '';
    const wrong = await found({ query: surprise, outcome: 'falsified', axis: 'surprise', limit: 50 });
    expect(new Set(wrong.map(({ outcome_status }) => outcome_status))).toEqual(new Set(['falsified']));
    const domain = entries[0]?.domain ?? '';
    expect((await found({ query, domain, limit: 50 })).length).toBeLessThanOrEqual(
      entries.filter((entry) => entry.domain === domain).length,
    );
    for (const name of ['query', 'query_text'])
      expect(await call('search_experiences', { [name]: '  ' })).toEqual({ results: [], count: 0 });
  });
});
