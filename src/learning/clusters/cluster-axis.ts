import { UserError } from '../../kernel/user-error.js';
import type { Connection, ReadConnection } from '../../storage/index.js';
import type { LearningContext } from '../context.js';
import { unpackVectors } from '../database/packed-vectors.js';
import type { ExperienceRow } from '../database/tables.js';
import type { Axis } from '../experiences/axis.js';
import { axisText } from '../experiences/axis-texts.js';
import { fromRow } from '../experiences/experience-row.js';
import type { Rows } from '../meaning/principal-directions.js';
import { createSurvey, type EmbeddedStatements, type Survey } from '../meaning/survey.js';
import type { AxisVectors } from '../memory/axis-vectors.js';
import type { EmbeddingModel, StoredModel } from '../memory/embedding-model.js';
import { type ClusterParameters, chooseParameters } from './choose-parameters.js';
import { clusterPoints } from './cluster-points.js';
import type { OutcomeCounts } from './clustering.js';
import { describeGroup } from './describe-group.js';
import { explainGroups } from './explain-groups.js';
import { type Group, saveClustering } from './save-clustering.js';

export interface AxisPoints {
  readonly axis: Axis;
  readonly model: EmbeddingModel;
  readonly vectors: AxisVectors;
}

export interface SavedClustering {
  readonly axis: Axis;
  readonly model: StoredModel;
  readonly computedAt: string;
}

/** Called in the transaction that stores new clusters. */
export type OnClustersSaved = (connection: Connection, saved: SavedClustering) => void;

/** Groups the experiences of an axis, describes the groups and stores them. */
export async function clusterAxis(
  context: LearningContext,
  input: AxisPoints,
  onSaved: OnClustersSaved,
): Promise<void> {
  const { database, settings, clock, logger } = context;
  const { axis, model, vectors } = input;
  const ids = [...vectors.ids];
  expectEnough(axis, ids.length, settings.minExperiences);
  const { revision } = vectors.counters;
  const parameters = chooseParameters(ids.length, settings);
  const started = clock.elapsed();
  const texts: Rows = { data: vectors.index.gather(ids), dimensions: model.dimensions };
  const points = await clusterPoints(database, axis, { ids, vectors: texts });
  const members = groupBy(ids, await findGroups(context, points, parameters));
  const statements = readStatements(database, { axis, model, ids: chooseSurveyed(ids, members) });
  const survey = await createSurvey({ ids, texts, statements });
  const groups = await describeGroups(context, { axis, ids, members }, survey);
  const computedAt = clock.now().toISOString();
  const made = { axis, revision, embeddingId: model.id, method: CLUSTER_METHOD, parameters, computedAt };
  await database.write((connection) => {
    const isSaved = saveClustering(connection, { ...made, experienceCount: ids.length, groups, space: survey.space });
    if (isSaved) onSaved(connection, { axis, model, computedAt });
  });
  const ms = Math.round(clock.elapsed() - started);
  logger.log('info', 'learning.clustered', { axis, experiences: ids.length, clusters: groups.length, ms });
}

/** Higher with every change that groups the same experiences in another way, so that stored clusters are made again. */
export const CLUSTER_METHOD = 1;

async function findGroups(
  { fallback, closing }: LearningContext,
  points: Rows,
  parameters: ClusterParameters,
): Promise<Int32Array> {
  // Clustering is the same with every embedding; this one needs no other program.
  const { cluster } = await fallback();
  const request = {
    ...parameters,
    method: 'communities',
    splitsLarge: true,
    movesData: true,
    signal: closing,
  } as const;
  return (await cluster(points, request)).labels;
}

/** All statements of a large journal would take seconds, and hardly change how far statements are from a center. */
function chooseSurveyed(ids: readonly string[], members: readonly (readonly string[])[]): Set<string> {
  return new Set([
    ...evenSample(ids, MAX_SURVEYED),
    ...members.flatMap((group) => evenSample(group, MAX_SURVEYED_PER_GROUP)),
  ]);
}

const MAX_SURVEYED = 2_000;
const MAX_SURVEYED_PER_GROUP = 50;

function evenSample(ids: readonly string[], max: number): readonly string[] {
  if (ids.length <= max) return ids;
  return Array.from({ length: max }, (_, at) => ids[Math.floor((at * ids.length) / max)] as string);
}

interface FoundGroups {
  readonly axis: Axis;
  readonly ids: readonly string[];
  readonly members: readonly (readonly string[])[];
}

async function describeGroups(
  { database }: LearningContext,
  { axis, ids, members }: FoundGroups,
  survey: Survey,
): Promise<Group[]> {
  const described = [];
  for (const own of members) {
    const facts = await database.read((connection) => readFacts(connection, own));
    const figures = await describeGroup(own, survey, (id) => facts.get(id)?.confidence_tier ?? 'silver');
    described.push({ members: new Set(own), figures, outcomes: countOutcomes(facts) });
  }
  const clustered = new Set(members.flat());
  const explanations = await explainGroups(database, {
    axis,
    members: described.map(({ figures }) => figures.typicalFirst),
    noise: ids.filter((id) => !clustered.has(id)),
  });
  return described.map((group, at) => ({ ...group, explanation: explanations[at] ?? { title: '', lessonOf: null } }));
}

type Facts = Pick<ExperienceRow, 'id' | 'outcome_status' | 'confidence_tier'>;

function readFacts(connection: ReadConnection, ids: readonly string[]): Map<string, Facts> {
  const rows = connection.all<Facts>(
    `SELECT id, outcome_status, confidence_tier FROM experiences WHERE id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(ids)],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function countOutcomes(facts: ReadonlyMap<string, Facts>): OutcomeCounts {
  const counts = { confirmed: 0, falsified: 0, abandoned: 0 };
  for (const { outcome_status: outcome } of facts.values()) counts[outcome] += 1;
  return counts;
}

export function expectEnough(axis: Axis, count: number, min: number): void {
  if (count === 0) {
    throw new UserError('not_found', `no experience has anything on the axis ${axis} yet; resolve some entries first`);
  }
  if (count >= min) return;
  throw new UserError(
    'insufficient_data',
    `${count} experiences on the axis ${axis}; clusters need at least ${min}: resolve ${min - count} more, or lower learning.min_experiences`,
  );
}

function groupBy(ids: readonly string[], labels: Int32Array): string[][] {
  const groups = new Map<number, string[]>();
  for (const [at, id] of ids.entries()) {
    const label = labels[at] as number;
    if (label < 0) continue;
    const group = groups.get(label) ?? [];
    groups.set(label, group);
    group.push(id);
  }
  // The largest first, so that the first labels of a journal go to its largest clusters.
  return [...groups.values()].sort((a, b) => b.length - a.length);
}

interface StatementsRequest {
  readonly axis: Axis;
  readonly model: StoredModel;
  readonly ids: Iterable<string>;
}

/** Reads the embedded texts of experiences, a page at a time; those that were deleted are left out. */
async function* readStatements(
  database: LearningContext['database'],
  { axis, model, ids }: StatementsRequest,
): AsyncGenerator<EmbeddedStatements> {
  const all = [...ids];
  for (let first = 0; first < all.length; first += PAGE) {
    const page = all.slice(first, first + PAGE);
    const rows = await database.read((connection) =>
      page.flatMap((id) => connection.first<Row>(SELECT, [model.id, id]) ?? []),
    );
    for (const row of rows) yield { id: row.id, vectors: getStatements(row, axis, model.dimensions) };
  }
}

/** A page takes a few milliseconds. */
const PAGE = 25;
const SELECT = `SELECT experiences.*, vectors FROM experiences
  LEFT JOIN statements ON experience_id = id AND embedding_id = ? WHERE id = ?`;

interface Row extends ExperienceRow {
  readonly vectors: Uint8Array | null;
}

/** Everything that is said on an axis is also said on the axis `full`, in whose order the vectors are. */
function getStatements(row: Row, axis: Axis, dimensions: number): Float32Array[] {
  if (row.vectors === null) return [];
  const experience = fromRow(row);
  const vectors = unpackVectors(row.vectors, dimensions, 4);
  const all = axisText(experience, 'full')?.statements ?? [];
  return (axisText(experience, axis)?.statements ?? [])
    .flatMap((statement) => vectors[all.indexOf(statement)] ?? [])
    .filter((vector) => vector.every(Number.isFinite));
}
