import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Embedding } from '../../../src/semantics/index.js';
import { EmbeddingError } from '../../../src/semantics/index.js';
import { deliberationRecord } from '../../support/deliberation-record.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';
import { builtinEmbedding, openTestGraph } from '../../support/test-graph.js';

describe.each(sqliteDrivers)('linking, with $name', (driver) => {
  const newFile = () => path.join(scratchFolder('linking'), 'decisions.db');

  it('finds the most similar decisions in both directions', async () => {
    const graph = await openTestGraph({ driver });
    await graph.remember(
      deliberationRecord({ id: 'queue', question: 'Should the job queue use PostgreSQL or SQLite?' }),
    );
    await graph.remember(deliberationRecord({ id: 'door', question: 'Which color should the office door have?' }));
    await graph.remember(deliberationRecord({ id: 'jobs', question: 'Do jobs go into SQLite or into PostgreSQL?' }));
    expect(await graph.drain()).toBe(true);
    const [toJobs] = await graph.neighborsOf('queue');
    const [toQueue] = await graph.neighborsOf('jobs');
    expect(toJobs?.id).toBe('jobs');
    expect(toQueue).toEqual({ id: 'queue', score: toJobs?.score });
    expect(toJobs?.score).toBeGreaterThan(0.75);
    const [link] = await graph.links({ atLeast: 0.75 });
    expect([link?.first.id, link?.second.id]).toEqual(['queue', 'jobs']);
    expect(await graph.links({ atLeast: 0.75 })).toHaveLength(1);
    expect(await graph.links({ atLeast: 0.75, differing: true })).toEqual([]);
    const question = 'Is SQLite or PostgreSQL for jobs?';
    await graph.remember(deliberationRecord({ id: 'other', question, winner: 'SQLite' }));
    await graph.drain();
    const differing = await graph.links({ atLeast: 0.75, differing: true });
    expect(differing.map(({ second }) => second.id)).toEqual(['other', 'other']);
    await graph.close();
  });

  it('keeps the twenty best of each, also when better ones come later', async () => {
    const graph = await openTestGraph({ driver });
    const question = 'Which database holds the orders of our shop';
    await graph.remember(deliberationRecord({ id: 'first', question: `${question}?` }));
    for (let number = 0; number < 24; number++) {
      const other = `${question} and ${'of several other branches and partners '.repeat(1 + (24 - number) / 4)}${number}?`;
      await graph.remember(deliberationRecord({ id: `n${number}`, question: other }));
    }
    await graph.remember(deliberationRecord({ id: 'again', question: `${question}!` }));
    await graph.drain();
    const neighbors = await graph.neighborsOf('first');
    expect(neighbors).toHaveLength(20);
    expect(neighbors[0]).toEqual({ id: 'again', score: 1 });
    const scores = neighbors.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    await graph.close();
  });

  it('finds another neighbor for those that lost one', async () => {
    const graph = await openTestGraph({ driver });
    for (let number = 0; number < 23; number++) {
      await graph.remember(deliberationRecord({ id: `n${number}`, question: `How do we name release ${number}?` }));
    }
    await graph.drain();
    const [nearest] = await graph.neighborsOf('n5');
    await graph.delete(nearest?.id ?? '');
    expect(await graph.drain()).toBe(true);
    expect(await graph.neighborsOf('n5')).toHaveLength(20);
    await graph.close();
  });

  it('is done after the next start when the embedding failed, and the decision is not lost', async () => {
    const file = newFile();
    const warnings: string[] = [];
    const broken = await openTestGraph({
      file,
      driver,
      embedding: async () => failing(await builtinEmbedding),
      logger: { log: (_level, event) => warnings.push(event) },
    });
    await broken.remember(deliberationRecord({ id: 'a' }));
    await broken.remember(deliberationRecord({ id: 'b' }));
    expect(await broken.drain()).toBe(false);
    expect(warnings).toContain('decisions.linking_failed');
    await broken.close();
    const graph = await openTestGraph({ file, driver });
    expect(await graph.drain()).toBe(true);
    expect((await graph.neighborsOf('a')).map(({ id }) => id)).toEqual(['b']);
    await graph.close();
  });

  it('ends in time when an embedding never answers', async () => {
    const graph = await openTestGraph({ driver, embedding: () => new Promise(() => undefined) });
    await graph.remember(deliberationRecord());
    await graph.close();
  });

  it('finds the neighbors again with another model, even if there are only a few', async () => {
    const file = newFile();
    const first = await openTestGraph({ file, driver });
    for (const what of ['jobs', 'orders', 'sessions'])
      await first.remember(deliberationRecord({ id: what, question: `Which database holds our ${what}?` }));
    await first.drain();
    await first.close();
    const embedding = async () => otherModel(await builtinEmbedding, []);
    const second = await openTestGraph({ file, driver, embedding });
    await second.recall('Which database for jobs?');
    expect(await second.drain()).toBe(true);
    await second.close();
    const database = driver.open(file, { readOnly: true });
    const spaces = database.prepare('SELECT DISTINCT s.model FROM decisions d JOIN spaces s ON s.number = d.linked_in');
    const { model } = await embedding();
    expect(spaces.all([])).toEqual([{ model: expect.stringContaining(model) }]);
    database.close();
  });

  it('embeds everything again with another model instead of mixing vectors, and goes back without work', async () => {
    const file = newFile();
    const questions = Array.from({ length: 70 }, (_, number) => `Which library parses format number ${number}?`);
    const first = await openTestGraph({ file, driver });
    for (const [at, question] of questions.entries())
      await first.remember(deliberationRecord({ id: `d${at}`, question }));
    await first.drain();
    await first.close();

    const embedded: string[] = [];
    const second = await openTestGraph({
      file,
      driver,
      embedding: async () => otherModel(await builtinEmbedding, embedded),
    });
    expect((await second.recall(questions[69] ?? '')).matches[0]?.decision.id).toBe('d69');
    expect(await second.drain()).toBe(true);
    expect((await second.search(questions[3] ?? '', { limit: 1 })).matches[0]?.decision.id).toBe('d3');
    expect(new Set(embedded.filter((text) => text.startsWith('library parses format'))).size).toBe(70);
    expect((await second.vectors()).dimensions).toBe((await builtinEmbedding).dimensions + 2);
    await second.close();

    const third = await openTestGraph({ file, driver });
    expect((await third.search(questions[5] ?? '', { limit: 1 })).matches[0]?.decision.id).toBe('d5');
    expect((await third.vectors()).ids).toHaveLength(70);
    await third.close();
  });

  it('lets other work run between two steps of embedding everything again', async () => {
    const file = newFile();
    const first = await openTestGraph({ file, driver });
    for (let number = 0; number < 200; number++) {
      await first.remember(deliberationRecord({ question: `Which library parses format number ${number}?` }));
    }
    await first.close();

    let turn = 0;
    let isWatching = true;
    const nextTurn = () => {
      turn += 1;
      if (isWatching) setImmediate(nextTurn);
    };
    const steps: number[] = [];
    const other = otherModel(await builtinEmbedding, []);
    const embed: Embedding['embed'] = (texts, signal) => {
      if (texts.some((text) => text.startsWith('library parses format'))) steps.push(turn);
      return other.embed(texts, signal);
    };
    const second = await openTestGraph({ file, driver, embedding: async () => ({ ...other, embed }) });
    setImmediate(nextTurn);
    await second.recall('Is it about something else altogether?');
    expect(await second.drain()).toBe(true);
    isWatching = false;
    await second.close();
    expect(steps.length).toBeGreaterThanOrEqual(4);
    expect(new Set(steps.slice(1)).size).toBe(steps.length - 1);
  });
});

function failing(embedding: Embedding): Embedding {
  const fail = async () => {
    throw new EmbeddingError('ollama', 'unreachable', 'ollama does not answer; start it');
  };
  return { ...embedding, embed: fail };
}

/** The builtin vectors with two more dimensions: to the program it is another model. */
function otherModel(embedding: Embedding, embedded: string[]): Embedding {
  return {
    ...embedding,
    model: 'another-model',
    dimensions: embedding.dimensions + 2,
    embed: async (texts) => {
      embedded.push(...texts);
      return (await embedding.embed(texts)).map((vector) => Float32Array.from([...vector, 0, 0]));
    },
  };
}
