import { settleWithin } from '../../kernel/time-limit.js';
import { UserError } from '../../kernel/user-error.js';
import { type ClusterName, parseClusterId } from '../clusters/cluster-id.js';
import type { AxisClusters, ClusterMeasure } from '../clusters/clustering.js';
import type { WaitLimits } from '../clusters/create-clusters.js';
import { measureCluster } from '../clusters/measure-cluster.js';
import { findCluster } from '../clusters/read-members.js';
import type { LearningContext, LearningSemantics } from '../context.js';
import type { Axis } from '../experiences/axis.js';
import { type EmbeddingModel, WITHOUT_MODEL } from '../memory/embedding-model.js';
import type { UseModel } from '../memory/use-model.js';
import { statementFault } from './check-statement.js';
import { type Evidence, findEvidence } from './find-evidence.js';
import { type Judgment, judgeValue } from './judge-value.js';
import { readMemberStatements } from './member-statements.js';

export interface JudgeParts {
  readonly database: LearningContext['database'];
  readonly getClusters: (axis: Axis, limits: WaitLimits) => Promise<AxisClusters>;
  readonly useModel: UseModel;
}

/** A statement that was compared with a cluster and its members. */
export interface JudgedStatement extends ComparedValue {
  /** Without the spaces around it. */
  readonly statement: string;
  readonly judgment: Judgment;
  /** Of members, nearest first. */
  readonly lessons: readonly string[];
  /** Why the configured embedding was not used. */
  readonly notice: string | undefined;
}

/** A value and the cluster, both seen by the same model. */
interface ComparedValue {
  readonly cluster: ClusterMeasure;
  readonly similarity: LearningSemantics['similarity'];
  readonly vector: Float32Array;
  /** Undefined for a vector that must not be stored. */
  readonly embeddingId: number | undefined;
}

/** Rejects with a `UserError` for a cluster that does not exist, and where nothing can judge the statement now. */
export function createJudge({
  database,
  getClusters,
  useModel,
}: JudgeParts): (text: string, clusterId: string) => Promise<JudgedStatement> {
  async function compare(statement: string, name: ClusterName): Promise<JudgedStatement> {
    const known = await findCluster(database, name);
    const { value: compared, notice } = await useModel<ComparedValue>({
      async primary(model, { similarity }) {
        const [vector = new Float32Array(model.dimensions)] = await model.embed([statement]);
        const cluster = known.embedding.id === model.id ? known : await computeAgain(name, model);
        return { cluster, similarity, vector, embeddingId: model.id };
      },
      async fallback({ embed, similarity }) {
        const [vector = new Float32Array()] = await embed([statement]);
        const cluster = { ...known, ...(await measureCluster(database, name, { embed })) };
        // Its vector is made when the configured model is back.
        return { cluster, similarity, vector, embeddingId: undefined };
      },
    });
    if (compared === undefined) {
      throw notice === undefined
        ? new UserError('validation_error', WITHOUT_MODEL)
        : new UserError('internal_error', `a value cannot be checked by words: ${notice}; see \`witan doctor\``);
    }
    const { fault, lessons } = await findSupport(statement, compared.cluster, compared.similarity);
    const judgment = withFault(judgeValue(compared.vector, compared.cluster), fault);
    return { ...compared, statement, judgment, lessons, notice };
  }

  /** Vectors of two models cannot be compared: the clusters of the present one are needed. */
  async function computeAgain(name: ClusterName, model: EmbeddingModel): Promise<ClusterMeasure> {
    const { warning } = await getClusters(name.axis, WAIT_LIMITS);
    const cluster = await findCluster(database, name);
    if (cluster.embedding.id === model.id) return cluster;
    throw warning === undefined ? new UserError('timeout', NEW_MODEL) : new UserError('internal_error', warning);
  }

  /** What the distance cannot see: whether it is a statement at all, and whether the members support it. */
  async function findSupport(
    statement: string,
    cluster: ClusterMeasure,
    similarity: LearningSemantics['similarity'],
  ): Promise<Evidence> {
    const members = await database.read((connection) => readMemberStatements(connection, cluster));
    const evidence = await findEvidence(statement, members.statements, similarity);
    return { ...evidence, fault: statementFault(statement) ?? members.fault ?? evidence.fault };
  }

  return async (text, id) => {
    const statement = text.trim();
    if (statement === '') throw new UserError('validation_error', 'text is empty; write the value as a sentence');
    const name = parseClusterId(id);
    const judged = await settleWithin({ maxMs: MAX_JUDGE_MS }, () => compare(statement, name));
    if (!judged.ok) throw new UserError('timeout', TOO_LATE);
    return judged.value;
  };
}

const MAX_JUDGE_MS = 10_000;
const TOO_LATE = `the embedding did not answer within ${MAX_JUDGE_MS / 1000} s; try again, or see \`witan doctor\``;

const WAIT_LIMITS: WaitLimits = { ms: 5_000, firstMs: 5_000 };
const NEW_MODEL = 'the clusters are being computed again for another embedding model; try again in a minute';

function withFault(judgment: Judgment, fault: string | undefined): Judgment {
  if (!judgment.valid || fault === undefined) return judgment;
  return { ...judgment, valid: false, reason: `it is on topic, but ${fault}` };
}
