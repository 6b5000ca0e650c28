import { describe, expect, it } from 'vitest';
import type { LearningSemantics } from '../../../src/learning/index.js';
import { createSemantics } from '../../../src/semantics/index.js';
import { falsifiedEntry, learningIn, resolvedEntry, saveAll, useSemantics } from '../../support/learning-fixture.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';
import { plantEntries, TUNING_THEMES } from '../../support/themed-entries.js';

describe.each(sqliteDrivers)('search over $name', { timeout: 40_000 }, (driver) => {
  const semantics = useSemantics();
  const entries = [
    falsifiedEntry({ id: 'hang' }),
    resolvedEntry({
      id: 'proxy',
      domain: 'integration',
      goal: 'Find out why the gateway drops calls',
      hypothesis: 'The proxy closes idle sockets and the client sees ECONNRESET',
      action: 'Shorten the keep-alive of the client',
      prediction: 'No reset within a day',
    }),
    resolvedEntry({
      id: 'color',
      domain: 'feature',
      goal: 'Give the dashboard a dark theme',
      hypothesis: 'Inline styles override the style sheet',
      action: 'Move the colors into variables',
      prediction: 'Ten templates change',
    }),
  ];
  const filled = async () => {
    const { learning, file } = await learningIn({ semantics, driver });
    await saveAll(learning, entries);
    return { learning, file };
  };

  it('finds by meaning and by a name that no model knows, best first, with scores from 0 to 1', async () => {
    const { learning } = await filled();
    const ids = async (query: string) => {
      const { found } = await learning.searchExperiences({ query, axis: 'full', limit: 3 });
      for (const { score } of found) expect(score > 0 && score <= 1).toBe(true);
      expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).sort((a, b) => b - a));
      return found.map(({ experience }) => experience.id);
    };
    expect((await ids('ECONNRESET'))[0]).toBe('proxy');
    expect((await ids('CSS for a night mode'))[0]).toBe('color');
    expect((await ids('import never finishes'))[0]).toBe('hang');
  });

  it('lists an abandoned entry after a finished one with the same text, and leaves out unrelated ones', async () => {
    const { learning } = await filled();
    const outcome = { status: 'abandoned', result: 'superseded', captured_at: '', auto_captured: false } as const;
    await saveAll(learning, [resolvedEntry({ id: 'zz_given_up', outcome }), resolvedEntry({ id: 'aa_ended' })]);
    const { found } = await learning.searchExperiences({ query: 'import job hanging queue', axis: 'full', limit: 9 });
    const ids = found.map(({ experience }) => experience.id);
    expect(ids.indexOf('aa_ended')).toBeLessThan(ids.indexOf('zz_given_up'));
    expect(ids).toContain('zz_given_up');
    const query = 'recipe for apple pie with cinnamon';
    expect((await learning.searchExperiences({ query, axis: 'full', limit: 9 })).found).toEqual([]);
  });

  it('keeps to the domain, the outcome, the axis and the limit', async () => {
    const { learning } = await filled();
    const search = async (request: object) =>
      (
        await learning.searchExperiences({ query: 'the proxy and the queue', axis: 'full', limit: 9, ...request })
      ).found.map(({ experience }) => experience.id);
    expect(await search({ domain: 'integration' })).toEqual(['proxy']);
    expect(await search({ outcome: 'falsified' })).toEqual(['hang']);
    expect(await search({ axis: 'surprise', query: 'second consumer' })).toEqual(['hang']);
    expect(await search({ limit: 1 })).toHaveLength(1);
    expect(await search({ query: '   ' })).toEqual([]);
  });

  it('finds the most similar hypothesis of each outcome, marks a weak one, and finds no unrelated one', async () => {
    const { learning } = await filled();
    await saveAll(learning, [resolvedEntry({ id: 'ended', goal: 'Stop the export job from hanging' })]);
    const belief = { domain: 'debugging', strategy: 'read-the-error' } as const;
    const similar = await learning.findSimilarHypotheses({
      ...belief,
      goal: 'Make the nightly import job stop hanging',
      hypothesis: 'A queue stays open when a row is refused',
    });
    expect(similar.falsified).toMatchObject({ experience: { id: 'hang' }, isWeak: false });
    expect(similar.confirmed).toMatchObject({ experience: { id: 'ended' } });
    const vague = { ...belief, goal: 'Speed up the nightly import', hypothesis: 'Rows wait in a queue' };
    expect((await learning.findSimilarHypotheses(vague)).confirmed).toMatchObject({ isWeak: true });
    const unrelated = { ...belief, goal: 'Translate the menu', hypothesis: 'Finnish plural forms are missing' };
    expect(await learning.findSimilarHypotheses(unrelated)).toEqual({ falsified: undefined, confirmed: undefined });
  });

  it('counts how often predictions held, from five outcomes on', async () => {
    const { learning } = await learningIn({ semantics, driver });
    const belief = { domain: 'debugging', strategy: 'root-cause-analysis' } as const;
    await saveAll(
      learning,
      ['a', 'b', 'c'].map((id) => resolvedEntry({ id })),
    );
    await saveAll(learning, [falsifiedEntry({ id: 'd' })]);
    expect(await learning.hitRate(belief)).toBeUndefined();
    await saveAll(learning, [falsifiedEntry({ id: 'e' })]);
    expect(await learning.hitRate(belief)).toEqual({ confirmed: 3, falsified: 2, rate: 0.6 });
    expect(await learning.hitRate({ ...belief, strategy: 'ask-user' })).toBeUndefined();
  });

  it('goes by words alone without an embedding; vectors are made when there is one', async () => {
    const words = await createSemantics({ embedding: 'none' });
    const { learning, file } = await learningIn({ semantics: async () => words, driver });
    await saveAll(
      learning,
      plantEntries({ count: 30, seed: 4, themes: TUNING_THEMES.slice(0, 2) }).map(({ entry }) => entry),
    );
    expect((await learning.searchExperiences({ query: 'flaky', axis: 'full', limit: 3 })).found.length).toBeGreaterThan(
      0,
    );
    await expect(learning.getClusters('full')).rejects.toThrow(/semantics\.embedding/);
    await words.close();
    const { learning: later } = await learningIn({ semantics, driver, file });
    expect((await later.getClusters('full')).experienceCount).toBe(30);
  });

  it('embeds everything again for another model and never compares vectors of two', async () => {
    const { file } = await filled();
    const real = await semantics();
    const other: LearningSemantics = {
      ...real,
      embeddedWith: { backend: 'ollama', model: 'another', dimensions: 8 },
      embed: async (texts) =>
        texts.map((text) => Float32Array.from({ length: 8 }, (_, at) => (at === text.length % 8 ? 1 : 0))),
    };
    const { learning } = await learningIn({ semantics: async () => other, driver, file });
    await learning.searchExperiences({ query: 'queue', axis: 'full', limit: 3 });
    await learning.drain();
    const { found } = await learning.searchExperiences({ query: 'queue', axis: 'full', limit: 3 });
    expect(found.map(({ experience }) => experience.id)).toContain('hang');
    const { learning: back } = await learningIn({ semantics, driver, file });
    const { found: again } = await back.searchExperiences({ query: 'CSS for a night mode', axis: 'full', limit: 1 });
    expect(again[0]?.experience.id).toBe('color');
  });
});
