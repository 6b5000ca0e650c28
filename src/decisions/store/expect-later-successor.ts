import { UserError } from '../../kernel/user-error.js';
import type { ReadConnection } from '../../storage/index.js';

/**
 * A successor was decided later than the decision, which must not be among the successor's own successors: following
 * them must end.
 */
export function expectLaterSuccessor(connection: ReadConnection, decision: number, successor: number): void {
  const [one, other] = [facts(connection, decision), facts(connection, successor)];
  if (decision === successor) {
    throw mistake(`superseded_by is "${one.id}" itself; name the decision that replaced it`);
  }
  if (other.decided_at < one.decided_at) {
    throw mistake(
      `superseded_by "${other.id}" was decided before "${one.id}"; name a later decision, or record the outcome of the other one`,
    );
  }
  const chain = connection.all<{ id: string }>(SUCCESSORS, [successor, decision]);
  if (chain.length > 0) {
    throw mistake(`superseded_by "${other.id}" was itself superseded by "${one.id}"; correct that outcome first`);
  }
}

/** The decision, if it is met on the way from the successor on. UNION ends a circle that a damaged database holds. */
const SUCCESSORS = `
  WITH RECURSIVE later (number) AS (
    SELECT ? UNION SELECT o.superseded_by FROM outcomes o JOIN later ON o.decision = later.number
    WHERE o.superseded_by IS NOT NULL
  )
  SELECT d.id FROM later JOIN decisions d ON d.number = later.number WHERE later.number = ?`;

interface Facts {
  readonly id: string;
  readonly decided_at: string;
}

function facts(connection: ReadConnection, number: number): Facts {
  const row = connection.first<Facts & Record<string, string>>(
    'SELECT id, decided_at FROM decisions WHERE number = ?',
    [number],
  );
  if (row === undefined) throw new Error('a decision that was just found is not there');
  return row;
}

function mistake(message: string): UserError {
  return new UserError('validation_error', message);
}
