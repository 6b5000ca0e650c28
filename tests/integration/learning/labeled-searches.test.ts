import { describe, expect, it, onTestFinished } from 'vitest';
import type { ResolvedEntry } from '../../../src/journal/index.js';
import type { Learning, LearningSemantics } from '../../../src/learning/index.js';
import { sendEmbeddingRequest } from '../../../src/program/send-embedding-request.js';
import { loadBuiltinEmbedding } from '../../../src/semantics/embedding/builtin/load-builtin-embedding.js';
import { readBuiltinAsset } from '../../../src/semantics/embedding/builtin/read-builtin-asset.js';
import { createSemantics } from '../../../src/semantics/index.js';
import second from '../../data/second/experience-themes.json' with { type: 'json' };
import searches from '../../data/second/hypothesis-searches.json' with { type: 'json' };
import { learningIn, resolvedEntry, saveAll, useSemantics } from '../../support/learning-fixture.js';
import { startLoopbackEmbeddingServer } from '../../support/loopback-embedding-server.js';

type Half = 'tuning' | 'held-out';
type Labeled = Omit<ResolvedEntry, 'outcome'> & { outcome: ResolvedEntry['outcome']['status']; result: string };

/** Each entry of one half of the second labeled set under an id that names its theme. */
function entriesOf(half: Half): ResolvedEntry[] {
  const themes = second.themes.filter((theme) => theme.half === half);
  const noise = second.noise.filter((entry) => entry.half === half);
  const named = [...themes.map(({ name, entries }) => ({ name, entries })), { name: 'noise', entries: noise }];
  return named.flatMap(({ name, entries }) =>
    (entries as unknown as Labeled[]).map(({ outcome, result, ...entry }, index) =>
      resolvedEntry({
        ...entry,
        id: `${name}/${index}`,
        outcome: { status: outcome, result, captured_at: '2026-11-16T10:30:00Z', auto_captured: false },
      }),
    ),
  );
}

const themeOf = ({ id }: { readonly id: string }) => id.replace(/\/\d+$/, '');

async function measureSearches(learning: Learning, half: Half) {
  const find = async (query: string) =>
    (await learning.searchExperiences({ query, axis: 'full', limit: 10 })).found.map(({ experience }) =>
      themeOf(experience),
    );
  const onTopic = searches.onTopic.filter((search) => search.half === half);
  const offTopic = searches.offTopic.filter((search) => search.half === half);
  let found = 0;
  for (const { query, theme } of onTopic) if ((await find(query)).slice(0, 3).includes(theme)) found += 1;
  let strays = 0;
  for (const { query } of offTopic) if ((await find(query)).length > 0) strays += 1;
  return { found: found / onTopic.length, strays: strays / offTopic.length };
}

async function measurePremortem(half: Half, semantics: () => Promise<LearningSemantics>) {
  const entries = entriesOf(half);
  const tally = { asked: 0, strong: 0, strongRight: 0, weak: 0, weakRight: 0 };
  // Every third entry of a theme is the new hypothesis; the others are the past.
  const isNew = (_: ResolvedEntry, index: number) => index % 3 === 0;
  const { learning } = await learningIn({ semantics });
  await saveAll(
    learning,
    entries.filter((entry, index) => !isNew(entry, index)),
  );
  for (const entry of entries.filter(isNew).filter((one) => themeOf(one) !== 'noise')) {
    const { falsified } = await learning.findSimilarHypotheses(entry);
    tally.asked += 1;
    if (falsified === undefined) continue;
    const isRight = themeOf(falsified.experience) === themeOf(entry);
    tally[falsified.isWeak ? 'weak' : 'strong'] += 1;
    if (isRight) tally[falsified.isWeak ? 'weakRight' : 'strongRight'] += 1;
  }
  return tally;
}

describe('searches of the second labeled set', { timeout: 120_000 }, () => {
  const semantics = useSemantics();

  it.each(['tuning', 'held-out'] as const)(
    'find the theme, and rarely anything for another subject, on the %s half',
    async (half) => {
      const { learning } = await learningIn({ semantics });
      await saveAll(learning, entriesOf(half));
      const { found, strays } = await measureSearches(learning, half);
      console.info(half, { found, strays });
      expect(found).toBeGreaterThanOrEqual(0.9);
      expect(strays).toBeLessThanOrEqual(0.2);
    },
  );

  it('rarely find anything for another subject with a model to which all texts are similar', async () => {
    const model = loadBuiltinEmbedding(await readBuiltinAsset());
    const server = await startLoopbackEmbeddingServer('narrow', (text) => [...model.embed(text), 1]);
    onTestFinished(() => server.close());
    const narrow = await createSemantics(
      { embedding: 'ollama', ollama: { baseUrl: server.url, model: 'narrow' } },
      sendEmbeddingRequest,
    );
    onTestFinished(() => narrow.close());
    const { learning } = await learningIn({ semantics: async () => narrow, fallback: semantics });
    for (const entry of entriesOf('tuning')) await learning.save(entry, { needsVectors: false });
    await learning.searchExperiences({ query: 'embed what has no vectors yet', axis: 'full', limit: 1 });
    await learning.drain();
    const { found, strays } = await measureSearches(learning, 'tuning');
    expect(server.embeddedTexts).toContain(searches.offTopic.find(({ half }) => half === 'tuning')?.query);
    console.info('narrow model', { found, strays });
    expect(found).toBeGreaterThanOrEqual(0.9);
    expect(strays).toBeLessThanOrEqual(0.2);
  });

  it.each(['tuning', 'held-out'] as const)(
    'mark a similar hypothesis that failed as weak if it is less often right, on the %s half',
    async (half) => {
      const { asked, strong, strongRight, weak, weakRight } = await measurePremortem(half, semantics);
      console.info(half, { asked, strong, strongRight, weak, weakRight });
      expect(weak).toBeGreaterThan(0);
      expect(strongRight / strong).toBeGreaterThanOrEqual(0.75);
      expect(weakRight / weak).toBeGreaterThanOrEqual(0.4);
    },
  );
});
