import { UserError } from '../../kernel/user-error.js';
import type { EmbeddedWith } from '../../semantics/index.js';
import type { LearningContext, LearningSemantics } from '../context.js';

/** A model that there are vectors of, and the number that it has in this database. */
export interface StoredModel {
  readonly id: number;
  readonly dimensions: number;
}

/** The model that texts are embedded with now. */
export interface EmbeddingModel extends StoredModel {
  readonly embed: LearningSemantics['embed'];
}

export const WITHOUT_MODEL =
  'clusters and values need an embedding, and semantics.embedding is none; set it to auto, or to builtin, which needs nothing';

export type FindModel = () => Promise<EmbeddingModel | undefined>;

/** The configured embedding cannot be used now: it may be another program, which is not there or does not answer. */
export class EmbeddingFailure extends UserError {
  readonly reason: string;

  constructor(error: unknown) {
    const reason = error instanceof Error ? error.message : String(error);
    super('internal_error', `the configured embedding failed (${reason}); see \`witan doctor\``);
    this.reason = reason;
  }
}

/** Undefined where texts are compared by words alone. */
export function createFindModel({ database, semantics }: Pick<LearningContext, 'database' | 'semantics'>): FindModel {
  const known = new Map<LearningSemantics, EmbeddingModel>();
  return async () => {
    const opened = await semantics().catch((error: unknown) => {
      throw new EmbeddingFailure(error);
    });
    const { embeddedWith } = opened;
    if (embeddedWith === undefined) return undefined;
    const model = known.get(opened) ?? {
      id: await register(database, embeddedWith),
      dimensions: embeddedWith.dimensions,
      embed: (texts, options) =>
        opened.embed(texts, options).catch((error: unknown) => {
          options?.signal?.throwIfAborted();
          throw new EmbeddingFailure(error);
        }),
    };
    known.set(opened, model);
    return model;
  };
}

async function register(database: LearningContext['database'], model: EmbeddedWith): Promise<number> {
  const { backend, model: name, dimensions } = model;
  const find = 'SELECT id FROM embeddings WHERE backend = ? AND model = ? AND dimensions = ?';
  const known = await database.read((connection) =>
    connection.first<{ id: number }>(find, [backend, name, dimensions]),
  );
  if (known !== undefined) return known.id;
  return database.write((connection) => {
    connection.run('INSERT OR IGNORE INTO embeddings (backend, model, dimensions) VALUES (?, ?, ?)', [
      backend,
      name,
      dimensions,
    ]);
    return connection.first<{ id: number }>(find, [backend, name, dimensions])?.id ?? 0;
  });
}
