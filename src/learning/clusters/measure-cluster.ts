import type { LearningContext, LearningSemantics } from '../context.js';
import { axisText } from '../experiences/axis-texts.js';
import { readExperiences } from '../experiences/read-experiences.js';
import { createSurvey, type EmbeddedStatements } from '../meaning/survey.js';
import type { ClusterName } from './cluster-id.js';
import type { ClusterMeasure } from './clustering.js';
import { describeGroup } from './describe-group.js';

/** The measure of a stored cluster as another model sees its members, computed in memory from the newest experiences. */
export async function measureCluster(
  database: LearningContext['database'],
  { axis, label }: ClusterName,
  { embed }: Pick<LearningSemantics, 'embed'>,
): Promise<Pick<ClusterMeasure, 'space' | 'centroid' | 'threshold'>> {
  const { members, ids } = await database.read((connection) => {
    const select = (sql: string) => connection.all<{ id: string }>(sql, [axis, label]).map(({ id }) => id);
    const found = select(MEMBERS);
    return { members: new Set(found), ids: [...found, ...select(OTHERS)] };
  });
  const experiences = (await readExperiences(database, ids)).flatMap((experience) => {
    const said = axisText(experience, axis);
    return said === undefined ? [] : [{ experience, ...said }];
  });
  const texts = [...new Set(experiences.flatMap(({ text, statements }) => [text, ...statements]))];
  const vectors = await embed(texts);
  const vectorOf = new Map(texts.map((text, index) => [text, vectors[index] as Float32Array]));
  const embedded = experiences.map(
    ({ experience: { id }, statements }): EmbeddedStatements => ({
      id,
      vectors: statements.flatMap((statement) => vectorOf.get(statement) ?? []),
    }),
  );
  const dimensions = vectors[0]?.length ?? 1;
  const data = new Float32Array(embedded.length * dimensions);
  for (const [row, { text }] of experiences.entries()) data.set(vectorOf.get(text) ?? [], row * dimensions);
  const found = embedded.map(({ id }) => id);
  const survey = await createSurvey({ ids: found, texts: { data, dimensions }, statements: embedded });
  const tiers = new Map(experiences.map(({ experience }) => [experience.id, experience.confidenceTier]));
  const own = found.filter((id) => members.has(id));
  const { centroid, meanDistance, deviation } = await describeGroup(own, survey, (id) => tiers.get(id) ?? 'silver');
  return { space: survey.space, centroid, threshold: meanDistance + deviation };
}

const MAX_READ = 400;
const MEMBERS = `SELECT experience_id AS id FROM cluster_members JOIN experiences ON experiences.id = experience_id
  WHERE axis = ? AND label = ? ORDER BY created_ms DESC LIMIT ${MAX_READ}`;
const OTHERS = `SELECT id FROM experiences WHERE id NOT IN
  (SELECT experience_id FROM cluster_members WHERE axis = ? AND label = ?) ORDER BY created_ms DESC LIMIT ${MAX_READ}`;
