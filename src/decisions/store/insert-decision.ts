import type { Connection } from '../../storage/index.js';
import type { DecisionDraft } from '../draft-decision.js';
import { nextRevision } from './revision.js';

/** Stores a decision with its stances. A second time it is left as it was: somebody may have judged it since. */
export function insertDecision(connection: Connection, draft: DecisionDraft): { number: number; isNew: boolean } {
  const known = connection.first<{ number: number }>('SELECT number FROM decisions WHERE id = ?', [draft.id]);
  if (known !== undefined) return { number: known.number, isNew: false };
  const decidedAt = draft.decidedAt.toISOString();
  const original = connection.first<{ number: number }>(EARLIER, [draft.questionHash, decidedAt]);
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
    nextRevision(connection),
  ]);
  for (const [place, stance] of draft.stances.entries()) {
    connection.run('INSERT INTO stances VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)', [
      number,
      place,
      stance.participant,
      stance.model,
      stance.option,
      stance.confidence,
      stance.rationale,
      stance.finalPosition,
      stance.firstOption,
    ]);
  }
  adopt(connection, number, draft.questionHash, decidedAt);
  return { number, isNew: true };
}

const EARLIER = `
  SELECT number FROM decisions WHERE question_hash = ? AND decided_at <= ? ORDER BY decided_at DESC, number DESC LIMIT 1`;

const INSERT = `
  INSERT INTO decisions (id, question, question_hash, consensus, winning_option, status, result_status, participants,
    decided_at, transcript_path, working_directory, cost_usd, duplicate_of, first_round_winner, revision)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** An import brings decisions in any order: the next later one on the same question repeats this one, not an older. */
function adopt(connection: Connection, number: number, hash: string, decidedAt: string): void {
  connection.run(
    `UPDATE decisions SET duplicate_of = ? WHERE number =
       (SELECT number FROM decisions WHERE question_hash = ? AND decided_at > ? ORDER BY decided_at, number LIMIT 1)`,
    [number, hash, decidedAt],
  );
}
