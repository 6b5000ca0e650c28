import type { ReadConnection } from '../../storage/index.js';
import type { ClusterName } from '../clusters/cluster-id.js';
import type { ExperienceRow } from '../database/tables.js';
import type { MemberStatement } from './find-evidence.js';

export interface MemberStatements {
  /** Why this cluster cannot support any value yet. */
  readonly fault: string | undefined;
  readonly statements: readonly MemberStatement[];
}

/**
 * What the members of a cluster found to be true: lessons and confirmed beliefs. A surprise or a root cause describes a
 * mistake, so on those axes only lessons count.
 */
export function readMemberStatements(connection: ReadConnection, { axis, label }: ClusterName): MemberStatements {
  const members = connection.all<MemberRow>(SELECT, [axis, label]);
  const lessons = members.flatMap((row) => texts(true, row.lesson_what_worked, row.lesson_takeaway));
  if (axis === 'surprise' || axis === 'root_cause') {
    return { fault: lessons.length === 0 ? WITHOUT_LESSON : undefined, statements: lessons };
  }
  const confirmed = members.filter(({ outcome_status: status }) => status === 'confirmed');
  const beliefs = confirmed.flatMap((row) => texts(false, row.hypothesis, row.action));
  return { fault: confirmed.length === 0 ? WITHOUT_CONFIRMED : undefined, statements: [...lessons, ...beliefs] };
}

const WITHOUT_CONFIRMED = 'no member of the cluster was confirmed (evidence rule)';
const WITHOUT_LESSON = 'no member of the cluster has a lesson (evidence rule)';

type MemberRow = Pick<
  ExperienceRow,
  'outcome_status' | 'hypothesis' | 'action' | 'lesson_what_worked' | 'lesson_takeaway'
>;

/** The newest of a large cluster are enough to compare with. */
const SELECT = `SELECT outcome_status, hypothesis, action, lesson_what_worked, lesson_takeaway FROM cluster_members JOIN experiences ON experiences.id = experience_id
  WHERE axis = ? AND label = ? ORDER BY created_ms DESC LIMIT 500`;

function texts(isLesson: boolean, ...found: readonly (string | null)[]): MemberStatement[] {
  return found.flatMap((text) => (text === null || text.trim() === '' ? [] : [{ text: text.trim(), isLesson }]));
}
