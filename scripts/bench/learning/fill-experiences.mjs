import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { scratchFolder } from '../mcp-session.mjs';
import { loadSources, ROOT } from '../semantics/load-sources.mjs';

/** The domain from its sources; threads and the embedding from the built program. */
export async function loadLearning() {
  const sources = await loadSources({
    'src/learning/index.ts': ['openLearning'],
    'src/learning/migrations.ts': ['LEARNING_MIGRATIONS'],
    'src/learning/database/counters.ts': ['nextRevision'],
    'src/learning/experiences/from-entry.ts': ['fromEntry'],
    'src/learning/experiences/experience-row.ts': ['toRow'],
    'src/learning/experiences/store-experience.ts': ['addVectors', 'saveWords'],
    'src/learning/memory/embed-experiences.ts': ['embedExperiences'],
    'src/storage/index.ts': ['openDatabase'],
    'tests/support/themed-entries.ts': ['plantEntries', 'HELD_OUT_THEMES'],
    'tests/support/second-themes.ts': ['mixThemes'],
    'tests/support/adjusted-rand-index.ts': ['adjustedRandIndex'],
  });
  const { createSemantics } = await import(pathToFileURL(path.join(ROOT, 'dist/semantics.js')).href);
  return { ...sources, createSemantics, semantics: await createSemantics({ embedding: 'builtin' }) };
}

let files = 0;

/** A database with the planted entries, new or the existing one, many to a transaction: how they got there is not measured. */
export async function fillExperiences(sources, planted, existing) {
  files += 1;
  const file = existing ?? path.join(scratchFolder(), `learning-${files}`, 'experiences.db');
  const database = await sources.openDatabase(file, { migrations: sources.LEARNING_MIGRATIONS });
  const { backend, model, dimensions } = sources.semantics.embeddedWith;
  await database.write((connection) =>
    connection.run('INSERT OR IGNORE INTO embeddings VALUES (1, ?, ?, ?)', [backend, model, dimensions]),
  );
  const embed = (texts) => sources.semantics.embed(texts);
  for (let first = 0; first < planted.length; first += PER_TRANSACTION) {
    const experiences = planted
      .slice(first, first + PER_TRANSACTION)
      .map(({ entry }) => sources.fromEntry(entry, { confidenceTier: entry.confidence_tier, tierReason: null }));
    const vectors = await sources.embedExperiences({ id: 1, dimensions, embed }, experiences);
    await database.write((connection) => {
      const revision = sources.nextRevision(connection);
      for (const [at, experience] of experiences.entries()) {
        const row = sources.toRow(experience, revision);
        const columns = Object.keys(row);
        connection.run(
          `INSERT INTO experiences (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
          Object.values(row),
        );
        sources.saveWords(connection, experience);
        sources.addVectors(connection, vectors[at], { id: experience.id, embeddingId: 1, revision });
      }
    });
  }
  await database.close();
  return file;
}

const PER_TRANSACTION = 250;
