import type { Connection } from '../../storage/index.js';
import type { DecisionDraft } from './draft-decision.js';
import { dropVectorsWithPreamble } from './shared-preamble.js';
import { nextRevision } from './tables.js';

/** Stores a decision with its stances. A second time it is left as it was, unless it is to be renewed. */
export function insertDecision(connection: Connection, draft: DecisionDraft, isRenewed = false): Stored {
  const known = connection.first<{ number: number }>('SELECT number FROM decisions WHERE id = ?', [draft.id]);
  if (known !== undefined) {
    if (isRenewed && !isJudged(connection, known.number)) renew(connection, known.number, draft);
    return { number: known.number, isNew: false, isRelinkDue: false };
  }
  const decidedAt = draft.decidedAt.toISOString();
  const original = connection.first<{ number: number }>(EARLIER, [draft.questionHash, decidedAt, null]);
  const { lastInsertRowid: number } = connection.run(INSERT, [
    draft.id,
    draft.question,
    draft.questionHash,
    draft.consensus,
    draft.winningOption,
    draft.status,
    draft.resultStatus,
    JSON.stringify(draft.participants),
    decidedAt,
    draft.transcriptPath,
    draft.workingDirectory,
    draft.costUsd,
    original?.number ?? null,
    draft.firstRoundWinner,
    JSON.stringify(draft.options),
    nextRevision(connection),
  ]);
  insertStances(connection, number, draft);
  adopt(connection, number, { hash: draft.questionHash, decidedAt });
  const isRelinkDue = original === undefined && dropVectorsWithPreamble(connection, draft.question);
  return { number, isNew: true, isRelinkDue };
}

interface Stored {
  readonly number: number;
  readonly isNew: boolean;
  /** True if neighbors of other decisions must be found again. */
  readonly isRelinkDue: boolean;
}

function insertStances(connection: Connection, number: number, { stances }: DecisionDraft): void {
  for (const [index, stance] of stances.entries()) {
    connection.run('INSERT INTO stances VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)', [
      number,
      index,
      stance.participant,
      stance.model,
      stance.option,
      stance.confidence,
      stance.rationale,
      stance.finalPosition,
      stance.firstOption,
    ]);
  }
}

/** A recorded outcome stays. */
function isJudged(connection: Connection, number: number): boolean {
  return connection.first('SELECT 1 FROM outcomes WHERE decision = ?', [number]) !== undefined;
}

/**
 * The deliberation was continued. The decision keeps its number and its question, and with them its neighbors and
 * everything that refers to it.
 */
function renew(connection: Connection, number: number, draft: DecisionDraft): void {
  const decidedAt = draft.decidedAt.toISOString();
  // It moves in time: those that repeated it may be earlier now, and repeat what it repeated.
  connection.run(
    'UPDATE decisions SET duplicate_of = (SELECT duplicate_of FROM decisions WHERE number = ?) WHERE duplicate_of = ?',
    [number, number],
  );
  connection.run(RENEW, [
    draft.consensus,
    draft.winningOption,
    draft.status,
    draft.resultStatus,
    JSON.stringify(draft.participants),
    decidedAt,
    draft.transcriptPath,
    draft.costUsd,
    draft.firstRoundWinner,
    JSON.stringify(draft.options),
    nextRevision(connection),
    number,
  ]);
  const stored = connection.first<{ hash: string }>('SELECT question_hash AS hash FROM decisions WHERE number = ?', [
    number,
  ]);
  const hash = stored?.hash ?? draft.questionHash;
  const original = connection.first<{ number: number }>(EARLIER, [hash, decidedAt, number]);
  connection.run('UPDATE decisions SET duplicate_of = ? WHERE number = ?', [original?.number ?? null, number]);
  connection.run('DELETE FROM stances WHERE decision = ?', [number]);
  insertStances(connection, number, draft);
  adopt(connection, number, { hash, decidedAt });
}

const RENEW = `
  UPDATE decisions SET consensus = ?, winning_option = ?, status = ?, result_status = ?, participants = ?, decided_at = ?,
    transcript_path = ?, cost_usd = ?, first_round_winner = ?, options = ?, revision = ? WHERE number = ?`;

const EARLIER = `
  SELECT number FROM decisions WHERE question_hash = ? AND decided_at <= ? AND number IS NOT ?
  ORDER BY decided_at DESC, number DESC LIMIT 1`;

const INSERT = `
  INSERT INTO decisions (id, question, question_hash, consensus, winning_option, status, result_status, participants,
    decided_at, transcript_path, working_directory, cost_usd, duplicate_of, first_round_winner, options, revision)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** An import brings decisions in any order: the next later one on the same question repeats this one, not an older. */
function adopt(
  connection: Connection,
  number: number,
  { hash, decidedAt }: { readonly hash: string; readonly decidedAt: string },
): void {
  connection.run(
    `UPDATE decisions SET duplicate_of = ? WHERE number =
       (SELECT number FROM decisions WHERE question_hash = ? AND decided_at > ? ORDER BY decided_at, number LIMIT 1)`,
    [number, hash, decidedAt],
  );
}
