import { AXES, type Axis } from '../experiences/axis.js';
import { axisText } from '../experiences/axis-texts.js';
import type { Experience } from '../experiences/experience.js';
import type { EmbeddingModel } from './embedding-model.js';

export interface AxisVector {
  readonly axis: Axis;
  readonly vector: Float32Array;
  /** The mean of its statements' vectors; undefined if there is but one, which is the text itself. */
  readonly statements: Float32Array | undefined;
}

/** The vectors of each experience, up to four; an axis on which it says nothing that the model knows has none. */
export async function embedExperiences(
  model: EmbeddingModel,
  experiences: readonly Experience[],
  signal?: AbortSignal,
): Promise<AxisVector[][]> {
  const wanted = experiences.map((experience) =>
    AXES.flatMap((axis) => {
      const found = axisText(experience, axis);
      return found === undefined ? [] : [{ axis, ...found }];
    }),
  );
  const texts = [...new Set(wanted.flat().flatMap(({ text, statements }) => [text, ...ownStatements(statements)]))];
  const vectors = await model.embed(texts, signal === undefined ? {} : { signal });
  const vectorOf = new Map(texts.map((text, index) => [text, vectors[index]]));
  return wanted.map((axes) =>
    axes.flatMap(({ axis, text, statements }) => {
      const vector = vectorOf.get(text);
      if (vector === undefined || vector.every((value) => value === 0)) return [];
      const parts = ownStatements(statements).flatMap((statement) => vectorOf.get(statement) ?? []);
      return [{ axis, vector, statements: parts.length === 0 ? undefined : meanOf(parts) }];
    }),
  );
}

function ownStatements(statements: readonly string[]): readonly string[] {
  return statements.length > 1 ? statements : [];
}

/** Not brought to length 1: its inner product with a centroid is the mean of the statements' cosines. */
function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) {
    for (let at = 0; at < mean.length; at++) mean[at] = (mean[at] as number) + (vector[at] as number) / vectors.length;
  }
  return mean;
}
