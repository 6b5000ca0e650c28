import { packVectors } from '../database/packed-vectors.js';
import { AXES } from '../experiences/axis.js';
import { axisText } from '../experiences/axis-texts.js';
import type { Experience } from '../experiences/experience.js';
import type { AxisVector } from '../experiences/store-experience.js';
import type { EmbeddingModel } from './embedding-model.js';

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
  const texts = [...new Set(wanted.flat().flatMap(({ text, statements }) => [text, ...statements]))];
  const vectors = await model.embed(texts, signal === undefined ? {} : { signal });
  const vectorOf = new Map(texts.map((text, index) => [text, vectors[index]]));
  return wanted.map((axes) =>
    axes.flatMap(({ axis, text, statements }) => {
      const vector = vectorOf.get(text);
      if (vector === undefined || vector.every((value) => value === 0)) return [];
      const parts = axis === 'full' ? statements.flatMap((statement) => vectorOf.get(statement) ?? []) : [];
      return [{ axis, vector, statements: parts.length === 0 ? undefined : packVectors(parts, 4) }];
    }),
  );
}
