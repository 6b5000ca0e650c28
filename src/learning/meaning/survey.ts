import { inTurns } from './in-turns.js';
import { coordinates, MAX_DIRECTIONS, type MeaningSpace } from './meaning-space.js';
import { meanOf, principalDirections, type Rows } from './principal-directions.js';

export interface Survey {
  readonly space: MeaningSpace;
  /** For each experience: its whole text and each of its statements, projected into the space. */
  readonly projections: ReadonlyMap<string, Projection>;
}

interface Projection {
  readonly text: Float32Array;
  readonly statements: readonly Float32Array[];
}

/** The vectors of an experience's whole text and of each of its statements. */
export interface EmbeddedStatements {
  readonly id: string;
  readonly text: Float32Array;
  /** If there are none, the experience counts by its whole text. */
  readonly statements: readonly Float32Array[];
}

/** Finds the space of the texts and projects everything that the experiences say into it. */
export async function createSurvey(
  texts: Rows,
  experiences: AsyncIterable<EmbeddedStatements> | Iterable<EmbeddedStatements>,
): Promise<Survey> {
  const mean = meanOf(texts);
  const directions = await principalDirections(texts, mean, MAX_DIRECTIONS);
  const projections = new Map<string, Projection>();
  for await (const { id, text, statements } of experiences) {
    const own = coordinates(directions, text);
    projections.set(id, {
      text: own,
      statements: statements.length === 0 ? [own] : statements.map((each) => coordinates(directions, each)),
    });
  }
  const dimensions = directions.length / texts.dimensions;
  const textMiddle = coordinates(directions, mean);
  const statementMiddle = await middleOf(projections.values(), dimensions);
  return { space: { dimensions, directions, textMiddle, statementMiddle }, projections };
}

async function middleOf(projections: Iterable<Projection>, dimensions: number): Promise<Float32Array> {
  const sum = new Float64Array(dimensions);
  let count = 0;
  for await (const { statements } of inTurns(projections)) {
    for (const statement of statements) {
      for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] as number) + (statement[at] as number);
    }
    count += statements.length;
  }
  return Float32Array.from(sum, (value) => value / Math.max(1, count));
}
