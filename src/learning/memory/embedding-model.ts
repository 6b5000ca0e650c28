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

export type FindModel = () => Promise<EmbeddingModel | undefined>;

/** Undefined where texts are compared by words alone. */
export function createFindModel({ database, semantics }: Pick<LearningContext, 'database' | 'semantics'>): FindModel {
  const known = new Map<LearningSemantics, EmbeddingModel>();
  return async () => {
    const opened = await semantics();
    const { embeddedWith } = opened;
    if (embeddedWith === undefined) return undefined;
    const model = known.get(opened) ?? {
      id: await register(database, embeddedWith),
      dimensions: embeddedWith.dimensions,
      embed: embedWithClearErrors(opened),
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

/** A backend that is another program may stop at any time; the caller then gets a clear error. */
function embedWithClearErrors({ embed }: LearningSemantics): LearningSemantics['embed'] {
  return async (texts, options) => {
    try {
      return await embed(texts, options);
    } catch (error) {
      options?.signal?.throwIfAborted();
      const cause = error instanceof Error ? error.message : String(error);
      throw new UserError('internal_error', `the text could not be embedded (${cause}); see \`witan doctor\``);
    }
  };
}
