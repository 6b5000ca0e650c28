import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, ReadConnection } from '../../storage/index.js';
import type { Neighbour, Outcome } from '../decision.js';
import type { ArchivedFilter, Link, LinkEnd, LinkOptions } from '../decision-graph.js';

export function neighboursOf(connection: ReadConnection, number: number): Neighbour[] {
  return connection.all<{ id: string; score: number }>(
    `SELECT d.id, s.score FROM similarities s JOIN decisions d ON d.number = s.neighbour
     WHERE s.decision = ? ORDER BY s.score DESC, d.number`,
    [number],
  );
}

/** Pairs of neighbours, each once, best first. In slices: there can be hundreds of thousands. */
export async function readLinks(database: Database, options: LinkOptions): Promise<Link[]> {
  const { atLeast = 0, limit = 1_000, archived = 'without', differing = false } = options;
  const links: Link[] = [];
  const ends = new Map<number, LinkEnd | undefined>();
  for (const pairs of bestFirst(await readPairs(database, atLeast))) {
    const unread = [...new Set(pairs.flatMap(({ one, other }) => [one, other]))].filter((number) => !ends.has(number));
    const read = await database.read((connection) => readEnds(connection, unread, archived));
    for (const number of unread) ends.set(number, read.get(number));
    for (const { one, other, score } of pairs) {
      const [a, b] = [ends.get(one), ends.get(other)];
      if (a === undefined || b === undefined || (differing && !choseDifferently(a, b))) continue;
      links.push(inOrder(a, b, score));
    }
    if (links.length >= limit) break;
    await nextTurn();
  }
  return links.slice(0, limit);
}

interface Pair {
  readonly one: number;
  readonly other: number;
  readonly score: number;
}

const ROWS_PER_SLICE = 5_000;
const PAIRS_PER_SLICE = 500;

/** By the thousandth of their score: sorting all of them at once would hold up everybody else. */
type PairsByScore = readonly Pair[][];

async function readPairs(database: Database, atLeast: number): Promise<PairsByScore> {
  const byScore: Pair[][] = Array.from({ length: 1_001 }, () => []);
  const seen = new Set<number>();
  let last = { decision: 0, neighbour: 0 };
  for (;;) {
    const rows = await database.read((connection) =>
      connection.all<{ decision: number; neighbour: number; score: number }>(
        'SELECT * FROM similarities WHERE (decision, neighbour) > (?, ?) ORDER BY decision, neighbour LIMIT ?',
        [last.decision, last.neighbour, ROWS_PER_SLICE],
      ),
    );
    for (const { decision, neighbour, score } of rows) {
      const [one, other] = decision < neighbour ? [decision, neighbour] : [neighbour, decision];
      const key = one * MOST_NUMBERS + other;
      if (score < atLeast || seen.has(key)) continue;
      seen.add(key);
      byScore[Math.floor(Math.min(1, score) * 1_000)]?.push({ one, other, score });
    }
    last = rows.at(-1) ?? last;
    if (rows.length < ROWS_PER_SLICE) return byScore;
    await nextTurn();
  }
}

// Two numbers below this fit into one exact number.
const MOST_NUMBERS = 2 ** 26;

function* bestFirst(byScore: PairsByScore): Generator<readonly Pair[]> {
  for (const pairs of byScore.toReversed()) {
    pairs.sort((a, b) => b.score - a.score || a.one - b.one || a.other - b.other);
    for (let first = 0; first < pairs.length; first += PAIRS_PER_SLICE)
      yield pairs.slice(first, first + PAIRS_PER_SLICE);
  }
}

/** By their words; what the words mean is for the caller to find out. */
function choseDifferently({ winningOption: one }: LinkEnd, { winningOption: other }: LinkEnd): boolean {
  return one !== null && other !== null && one.trim().toLowerCase() !== other.trim().toLowerCase();
}

function inOrder(a: LinkEnd, b: LinkEnd, score: number): Link {
  const [first, second] = a.decidedAt <= b.decidedAt ? [a, b] : [b, a];
  return { first, second, score };
}

function readEnds(
  connection: ReadConnection,
  numbers: readonly number[],
  archived: ArchivedFilter,
): Map<number, LinkEnd> {
  const rows = connection.all<EndRow>(
    `SELECT d.number, d.id, d.question, d.winning_option, d.decided_at, o.outcome, successor.id AS superseded_by
     FROM decisions d LEFT JOIN outcomes o ON o.decision = d.number
     LEFT JOIN decisions successor ON successor.number = o.superseded_by
     WHERE d.number IN (SELECT value FROM json_each(?)) AND ${KEPT[archived]}`,
    [JSON.stringify(numbers)],
  );
  return new Map(
    rows.map((row) => [
      row.number,
      {
        id: row.id,
        question: row.question,
        winningOption: row.winning_option,
        decidedAt: new Date(row.decided_at),
        outcome: row.outcome,
        supersededBy: row.superseded_by,
      },
    ]),
  );
}

const KEPT: Readonly<Record<ArchivedFilter, string>> = {
  without: 'd.archived_at IS NULL',
  only: 'd.archived_at IS NOT NULL',
  with: 'TRUE',
};

interface EndRow {
  readonly number: number;
  readonly id: string;
  readonly question: string;
  readonly winning_option: string | null;
  readonly decided_at: string;
  readonly outcome: Outcome['outcome'] | null;
  readonly superseded_by: string | null;
}
