import type { Connection, ReadConnection } from '../../storage/index.js';
import { nextRevision } from './tables.js';

/**
 * A question without the sentences that several stored questions begin with. Clients often start every question with the
 * same text about the project; it would make all these questions look similar.
 */
export function withoutSharedPreamble(connection: ReadConnection, question: string): string {
  const shared = getPreambles(question).findLast((preamble) => countSharing(connection, preamble) >= SEVERAL);
  return shared === undefined ? question : question.slice(shared.length).trim();
}

/**
 * To be called after a new question was stored. If that makes its preamble a shared one, the vectors of the earlier
 * questions are dropped: they were made with it, and are made again without it. Returns whether there were any.
 */
export function dropVectorsWithPreamble(connection: Connection, question: string): boolean {
  const shared = getPreambles(question).find((preamble) => countSharing(connection, preamble) === SEVERAL);
  if (shared === undefined) return false;
  const rows = connection.all<{ number: number }>(`SELECT number FROM decisions WHERE ${BEGINS_WITH}`, range(shared));
  for (const { number } of rows) {
    connection.run('DELETE FROM embeddings WHERE decision = ?', [number]);
    connection.run('DELETE FROM similarities WHERE decision = ? OR neighbour = ?', [number, number]);
    // Other processes forget the vector as they do for a deleted decision, then find the decision again.
    connection.run('INSERT INTO deletions VALUES (?, ?)', [nextRevision(connection), number]);
    connection.run('UPDATE decisions SET linked_in = NULL, revision = ? WHERE number = ?', [
      nextRevision(connection),
      number,
    ]);
  }
  return rows.length > 0;
}

const SEVERAL = 3;

/** The beginnings of a text that end with a sentence, shortest first. The question itself does not count as a preamble. */
function getPreambles(text: string): string[] {
  const preambles: string[] = [];
  for (const { index, 0: end } of text.matchAll(SENTENCE_END)) {
    if (end.includes('?')) break;
    preambles.push(text.slice(0, index + end.length));
  }
  return preambles.filter((preamble) => HAS_WORD.test(text.slice(preamble.length)));
}

const SENTENCE_END = /[.!?。？！]+(?=\s)/gu;
const HAS_WORD = /[\p{Letter}\p{Number}]/u;

/** Different questions, at most so many as matter. */
function countSharing(connection: ReadConnection, preamble: string): number {
  const row = connection.first<{ count: number }>(
    `SELECT count(*) AS count FROM (SELECT DISTINCT question_hash FROM decisions WHERE ${BEGINS_WITH} LIMIT ?)`,
    [...range(preamble), SEVERAL + 1],
  );
  return row?.count ?? 0;
}

const BEGINS_WITH = 'question >= ? AND question < ?';

/** From the text to the last that begins with it: a range that an index can serve. */
function range(preamble: string): [string, string] {
  return [preamble, `${preamble}\u{10FFFF}`];
}
