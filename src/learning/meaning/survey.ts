import { createPause } from '../../kernel/create-pause.js';
import { coordinates, MAX_DIRECTIONS, type MeaningSpace } from './meaning-space.js';
import { getMean, principalDirections, type Rows } from './principal-directions.js';

/** The texts of experiences, projected into the space of an axis. All by id. */
export interface Survey {
  readonly space: MeaningSpace;
  readonly texts: ReadonlyMap<string, Float32Array>;
  /** Only some of a large journal have them. */
  readonly statements: ReadonlyMap<string, readonly Float32Array[]>;
}

export interface SurveyInput {
  readonly ids: readonly string[];
  /** The vectors of their whole texts. */
  readonly texts: Rows;
  readonly statements: AsyncIterable<EmbeddedStatements> | Iterable<EmbeddedStatements>;
}

/** The vectors of what an experience states. */
export interface EmbeddedStatements {
  readonly id: string;
  /** If there are none, the experience counts by its whole text. */
  readonly vectors: readonly Float32Array[];
}

/** Finds the space of the texts and projects everything that the experiences say into it. */
export async function createSurvey({ ids, texts, statements }: SurveyInput): Promise<Survey> {
  const { data, dimensions: length } = texts;
  const mean = getMean(texts);
  const directions = await principalDirections(texts, mean, MAX_DIRECTIONS);
  const dimensions = directions.length / length;
  const pause = createPause();
  const projectedTexts = new Map<string, Float32Array>();
  for (const [row, id] of ids.entries()) {
    projectedTexts.set(id, coordinates(directions, data.subarray(row * length, (row + 1) * length)));
    await pause();
  }
  const projectedStatements = new Map<string, readonly Float32Array[]>();
  const sum = new Float64Array(dimensions);
  let count = 0;
  for await (const { id, vectors } of statements) {
    const projected = vectors.length === 0 ? [] : vectors.map((vector) => coordinates(directions, vector));
    const own = projected.length === 0 ? [projectedTexts.get(id) ?? new Float32Array(dimensions)] : projected;
    projectedStatements.set(id, own);
    count += own.length;
    for (const each of own) {
      for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] as number) + (each[at] as number);
    }
    await pause();
  }
  const statementMiddle = Float32Array.from(sum, (value) => value / Math.max(1, count));
  const space = { dimensions, directions, textMiddle: coordinates(directions, mean), statementMiddle };
  return { space, texts: projectedTexts, statements: projectedStatements };
}
