import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { scratchFolder } from '../mcp-session.mjs';
import { loadSources } from '../semantics/load-sources.mjs';
import { recordAt } from './questions.mjs';

const SETTINGS = {
  similarityThreshold: 0.6,
  maxContextDecisions: 3,
  contextTokenBudget: 1000,
  strongMatch: 0.75,
  queryCacheSize: 200,
  embeddingCacheSize: 500,
  queryTtlMs: 300_000,
};

export async function loadGraphSources() {
  const sources = await loadSources({
    'src/decisions/index.ts': ['openDecisionGraph'],
    'src/decisions/model/deliberation-record.ts': ['deliberationRecordSchema'],
    'src/decisions/store/draft-decision.ts': ['draftDecision'],
    'src/decisions/memory/question-space.ts': ['openQuestionSpace'],
    'src/decisions/memory/least-recently-used.ts': ['createLeastRecentlyUsed'],
    'src/decisions/store/insert-decision.ts': ['insertDecision'],
    'src/decisions/store/tables.ts': ['MIGRATIONS'],
    'src/storage/index.ts': ['openDatabase', 'float32ToBlob'],
    'src/semantics/embedding/builtin-embedding.ts': ['createBuiltinEmbedding'],
  });
  return { ...sources, embedding: await sources.createBuiltinEmbedding() };
}

export function openGraph({ openDecisionGraph, embedding }, file, options = {}) {
  return openDecisionGraph({ file, settings: SETTINGS, embedding: async () => embedding, ...options });
}

export function databaseFile(name) {
  return path.join(scratchFolder(), name, 'decisions.db');
}

/**
 * As many decisions as asked for, with their vectors, many to a transaction: how they got there is not measured. The
 * last ones still have to find their neighbors; the others count as done.
 */
export async function fillDatabase(sources, file, count, unlinked) {
  // The space of the program itself: vectors of any other would be made again before anything is found.
  const space = await sources.openQuestionSpace(sources.embedding, sources.createLeastRecentlyUsed(1));
  const { backend, model, dimensions } = space.embeddedWith;
  const database = await sources.openDatabase(file, { migrations: sources.MIGRATIONS });
  await database.write((connection) =>
    connection.run('INSERT INTO spaces (backend, model, dimensions, used_at) VALUES (?, ?, ?, ?)', [
      backend,
      model,
      dimensions,
      new Date().toISOString(),
    ]),
  );
  for (let first = 0; first < count; first += PER_TRANSACTION) {
    const numbers = Array.from({ length: Math.min(PER_TRANSACTION, count - first) }, (_, at) => first + at);
    const drafts = await Promise.all(
      numbers.map((number) =>
        sources.draftDecision(
          sources.deliberationRecordSchema.parse(recordAt(number)),
          async (text) => text,
          new Date(),
        ),
      ),
    );
    const vectors = await space.embed(drafts.map(({ question }) => question));
    await database.write((connection) => {
      for (const [at, draft] of drafts.entries()) {
        const { number } = sources.insertDecision(connection, draft);
        const { revision } = connection.first('UPDATE graph SET revision = revision + 1 RETURNING revision');
        connection.run('INSERT INTO embeddings (decision, space, vector, revision) VALUES (?, 1, ?, ?)', [
          number,
          sources.float32ToBlob(vectors[at]),
          revision,
        ]);
      }
    });
  }
  await database.write((connection) =>
    connection.run('UPDATE decisions SET linked_in = 1 WHERE number <= ?', [count - unlinked]),
  );
  await database.close();
  // Otherwise the first decision that is stored would wait for all of these to reach the disk.
  const handle = await open(file);
  await handle.sync();
  await handle.close();
}

const PER_TRANSACTION = 500;

export function bytesOf(file) {
  return statSync(file).size;
}
