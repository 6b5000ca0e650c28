import type { Connection } from '../../storage/index.js';

export const MOST_NEIGHBOURS = 20;

export interface FoundNeighbours {
  readonly number: number;
  /** Best first. */
  readonly neighbours: readonly { readonly number: number; readonly score: number }[];
}

/** Both directions: what is near to a decision has it near as well, if it is among its own best. */
export function storeLinks(connection: Connection, space: number, found: FoundNeighbours): void {
  const { number, neighbours } = found;
  // Another process may have deleted one of them since they were found.
  if (connection.first('SELECT 1 FROM decisions WHERE number = ?', [number]) === undefined) return;
  connection.run('DELETE FROM similarities WHERE decision = ?', [number]);
  for (const { number: neighbour, score } of neighbours.slice(0, MOST_NEIGHBOURS)) {
    const { changes } = connection.run(LINK, [number, score, neighbour]);
    if (changes > 0) offer(connection, neighbour, number, score);
  }
  connection.run('UPDATE decisions SET linked_in = ? WHERE number = ?', [space, number]);
}

const LINK = 'INSERT OR REPLACE INTO similarities SELECT ?, number, ? FROM decisions WHERE number = ?';

function offer(connection: Connection, decision: number, neighbour: number, score: number): void {
  connection.run('INSERT OR REPLACE INTO similarities VALUES (?, ?, ?)', [decision, neighbour, score]);
  connection.run(TRIM, [decision, decision, MOST_NEIGHBOURS]);
}

const TRIM = `
  DELETE FROM similarities WHERE decision = ? AND neighbour IN
    (SELECT neighbour FROM similarities WHERE decision = ? ORDER BY score DESC, neighbour LIMIT -1 OFFSET ?)`;
