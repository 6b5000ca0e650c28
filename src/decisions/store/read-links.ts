import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDemoPanel } from '../../kernel/demo-names.js';
import type { Database, ReadConnection } from '../../storage/index.js';
import type { Decision, Neighbor } from '../model/decision.js';
import type { ArchivedFilter, Link, LinkOptions } from '../model/decision-graph.js';
import { ARCHIVED } from './find-decisions.js';
import { parseTexts, readByNumber } from './read-decisions.js';

export function neighborsOf(connection: ReadConnection, number: number): Neighbor[] {
  return connection.all<{ id: string; score: number }>(
    `SELECT d.id, s.score FROM similarities s JOIN decisions d ON d.number = s.neighbour
     WHERE s.decision = ? ORDER BY s.score DESC, d.number`,
    [number],
  );
}

/** The numbers of the decisions that this one replaced. */
export function predecessorsOf(connection: ReadConnection, id: string): number[] {
  const rows = connection.all<{ number: number }>(
    `SELECT d.number FROM decisions successor JOIN outcomes o ON o.superseded_by = successor.number
     JOIN decisions d ON d.number = o.decision WHERE successor.id = ? ORDER BY d.decided_at, d.number LIMIT ?`,
    [id, MAX_PREDECESSORS],
  );
  return rows.map(({ number }) => number);
}

const MAX_PREDECESSORS = 20;

/**
 * Pairs of neighbors without demos, each once, best first. One pass over the stored links, in slices: there can be
 * hundreds of thousands, and where nearly all of them chose the same, the few that did not may be anywhere among them.
 */
export async function readLinks(database: Database, options: LinkOptions): Promise<Link[]> {
  const { atLeast = 0, limit = 1_000, archived = 'without', differing = false } = options;
  const choices = await readChoices(database, archived);
  const isWanted = ({ decision, neighbour }: Pair): boolean => {
    const [one, other] = [choices.get(decision), choices.get(neighbour)];
    if (one === undefined || other === undefined) return false;
    return !differing || (one !== null && other !== null && one !== other);
  };
  let best = new Map<string, Pair>();
  let minScore = atLeast;
  for (const from of getSlices(choices.keys())) {
    const rows = await database.read((connection) =>
      connection.all<Pair>(SIMILARITIES, [from, from + DECISIONS_PER_SLICE, minScore]),
    );
    // Mostly stored once from each side.
    for (const row of rows.filter(isWanted)) {
      best.set([row.decision, row.neighbour].sort((a, b) => a - b).join(), row);
    }
    if (best.size > limit) {
      best = new Map([...best].sort(([, a], [, b]) => byScore(a, b)).slice(0, limit));
      minScore = [...best.values()].at(-1)?.score ?? minScore;
    }
    await nextTurn();
  }
  return readPairs(database, [...best.values()].sort(byScore));
}

interface Pair {
  readonly decision: number;
  readonly neighbour: number;
  readonly score: number;
}

function byScore(a: Pair, b: Pair): number {
  return b.score - a.score || a.decision + a.neighbour - (b.decision + b.neighbour);
}

const DECISIONS_PER_SLICE = 250;
const CHOICES_PER_SLICE = 2_000;

const SIMILARITIES =
  'SELECT decision, neighbour, score FROM similarities WHERE decision >= ? AND decision < ? AND score >= ?';

/** What each decision chose, by its words; what the words mean is for the caller to find out. Without demos. */
async function readChoices(database: Database, archived: ArchivedFilter): Promise<Map<number, string | null>> {
  const choices = new Map<number, string | null>();
  // The same few panels decide everything.
  const panels = new Map<string, boolean>();
  for (let last = 0; ; ) {
    const rows = await database.read((connection) =>
      connection.all<{ number: number; option: string | null; participants: string }>(
        `SELECT number, winning_option AS option, participants FROM decisions WHERE number > ? AND ${ARCHIVED[archived]}
         ORDER BY number LIMIT ?`,
        [last, CHOICES_PER_SLICE],
      ),
    );
    for (const { number, option, participants } of rows) {
      const isCounted = panels.get(participants) ?? !isDemoPanel(parseTexts(participants));
      panels.set(participants, isCounted);
      if (isCounted) choices.set(number, option?.trim().toLowerCase() ?? null);
    }
    last = rows.at(-1)?.number ?? last;
    if (rows.length < CHOICES_PER_SLICE) return choices;
    await nextTurn();
  }
}

/** Where the slices begin that hold these numbers, which come in order. */
function* getSlices(numbers: Iterable<number>): Generator<number> {
  let end = -1;
  for (const number of numbers) {
    if (number < end) continue;
    yield number;
    end = number + DECISIONS_PER_SLICE;
  }
}

/** The decisions of each pair, the earlier one first. Pairs with one that was deleted since are skipped. */
async function readPairs(database: Database, pairs: readonly Pair[]): Promise<Link[]> {
  const numbers = [...new Set(pairs.flatMap(({ decision, neighbour }) => [decision, neighbour]))];
  const decisions = new Map<number, Decision>();
  for (let start = 0; start < numbers.length; start += DECISIONS_PER_SLICE) {
    const slice = numbers.slice(start, start + DECISIONS_PER_SLICE);
    const read = await database.read((connection) => readByNumber(connection, slice));
    for (const [number, decision] of read) decisions.set(number, decision);
    await nextTurn();
  }
  return pairs.flatMap(({ decision, neighbour, score }) => {
    const [a, b] = [decisions.get(decision), decisions.get(neighbour)];
    if (a === undefined || b === undefined) return [];
    const [first, second] = a.decidedAt <= b.decidedAt ? [a, b] : [b, a];
    return { first, second, score };
  });
}
