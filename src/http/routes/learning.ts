import { z } from 'zod';
import { cutText } from '../../kernel/cut-text.js';
import { isUserError, UserError } from '../../kernel/user-error.js';
import type { AxisClusters, Experience, Learning } from '../../learning/index.js';
import { AXES, type Axis } from '../../learning/vocabulary.js';
import { action, query } from '../define-route.js';
import type { PageProgram } from '../page-program.js';

const AXIS = z.enum(AXES).default('full');
const CLUSTER = z.string().min(1).max(100);
const STATEMENT = z.string().trim().min(1).max(500);

/** What recurs, and how often predictions held. Null where nothing was learned yet. */
export const learning = query(z.strictObject({ axis: AXIS }), async ({ axis }, program) => {
  const opened = await program.existingLearning();
  if (opened === undefined) return { learned: null };
  const [clusters, { values, isBeingChecked }, calibration, stats] = await Promise.all([
    readClusters(opened, axis),
    opened.listValues({ limit: MAX_VALUES }),
    opened.calibration(),
    opened.stats(),
  ]);
  return { learned: { ...clusters, values, isBeingChecked, calibration, stats } };
});

const MAX_VALUES = 80;
const MAX_TEXT_LENGTH = 240;
/** The page answers at once: what takes longer is computed while it shows the last clusters. */
const WAIT_LIMITS = { ms: 150, firstMs: 300 };

type FoundClusters =
  | { readonly clusters: AxisClusters; readonly problem: null }
  /** Why there are none, for instance how many experiences are missing. */
  | { readonly clusters: null; readonly problem: string };

async function readClusters(opened: Learning, axis: Axis): Promise<FoundClusters> {
  try {
    const found = await opened.getClusters(axis, WAIT_LIMITS);
    const clusters = found.clusters.map((cluster) => ({
      ...cluster,
      lesson: cluster.lesson === null ? null : cutText(cluster.lesson, MAX_TEXT_LENGTH),
      examples: cluster.examples.map(({ id, text }) => ({ id, text: cutText(text, MAX_TEXT_LENGTH) })),
    }));
    return { clusters: { ...found, clusters }, problem: null };
  } catch (error) {
    if (isUserError(error)) return { clusters: null, problem: error.message };
    throw error;
  }
}

/** A page of the experiences of a cluster, the most typical first. */
export const cluster_members = query(
  z.strictObject({ cluster: CLUSTER, page: z.number().int().min(0).max(10_000).default(0) }),
  async ({ cluster, page }, program) => {
    const offset = page * MEMBERS_PER_PAGE;
    const found = await (await openLearning(program)).getClusterMembers(cluster, MEMBERS_PER_PAGE, offset);
    const members = found.members.map(getShort);
    return { size: found.size, offset, members, hasMore: offset + MEMBERS_PER_PAGE < found.size };
  },
);

const MEMBERS_PER_PAGE = 20;

/** All experiences of an axis as points; near ones are similar. */
export const experience_map = query(z.strictObject({ axis: AXIS }), async ({ axis }, program) => {
  const found = await (await program.existingLearning())?.getPoints(axis);
  if (found === undefined || found.points.length === 0) return { points: [], total: 0, computing: false };
  const { points } = found;
  const ids = points.map(({ id }) => id);
  const source = { ids, vectors: () => found.vectors() };
  const { positions, computing } = await program.layouts.of(`experiences-${axis}`, source);
  const shown = points.flatMap(({ id, goal, label }) => {
    const [x, y] = positions.get(id) ?? [];
    return x === undefined || y === undefined
      ? []
      : { id, title: cutText(goal, MAX_TEXT_LENGTH), x, y, group: label ?? -1 };
  });
  return { points: shown, total: points.length, computing };
});

export const search_experiences = query(
  z.strictObject({ query: z.string().max(500), axis: AXIS }),
  async (input, program) => {
    const opened = await program.existingLearning();
    const result = await opened?.searchExperiences({ ...input, limit: MAX_FOUND });
    const found = result?.found.map(({ experience, score }) => ({ ...getShort(experience), score })) ?? [];
    return { found, notice: result?.notice ?? null };
  },
);

const MAX_FOUND = 20;

function getShort({ id, goal, hypothesis, outcomeStatus, outcomeResult, lesson }: Experience) {
  const said = lesson?.takeaway ?? lesson?.what_worked;
  return {
    id,
    outcomeStatus,
    goal: cutText(goal, MAX_TEXT_LENGTH),
    hypothesis: cutText(hypothesis, MAX_TEXT_LENGTH),
    result: cutText(outcomeResult, MAX_TEXT_LENGTH),
    lesson: said === undefined ? null : cutText(said, MAX_TEXT_LENGTH),
  };
}

/** Stores nothing. */
export const validate_value = query(
  z.strictObject({ text: STATEMENT, cluster: CLUSTER }),
  async ({ text, cluster }, program) => (await openLearning(program)).validateValue(text, cluster),
);

export const store_value = action(
  z.strictObject({ text: STATEMENT, cluster: CLUSTER, axis: z.enum(AXES) }),
  async ({ text, cluster, axis }, program) => (await openLearning(program)).storeValue(text, cluster, axis),
);

async function openLearning(program: Pick<PageProgram, 'existingLearning'>): Promise<Learning> {
  const opened = await program.existingLearning();
  if (opened !== undefined) return opened;
  throw new UserError('not_found', 'nothing was learned here yet; experiences come from resolved entries');
}
