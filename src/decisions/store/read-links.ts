import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDemoPanel } from '../../kernel/demo-names.js';
import type { Database, ReadConnection } from '../../storage/index.js';
import { type Neighbor, OUTCOMES } from '../model/decision.js';
import type { ArchivedFilter, Link, LinkEnd, LinkOptions } from '../model/decision-graph.js';
import { createBestPairs, type SimilarityRow } from './best-pairs.js';
import { ARCHIVED } from './find-decisions.js';
import { type NoteDamaged, participantsIn, textsIn, timeIn } from './read-decisions.js';

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
export async function readLinks(database: Database, options: LinkOptions, noteDamaged: NoteDamaged): Promise<Link[]> {
  const { atLeast = 0, limit = 1_000, archived = 'without', differing = false } = options;
  const isLeftOut = createMemo((stored) => {
    const participants = participantsIn(stored);
    return participants === undefined || isDemoPanel(participants);
  });
  const choices = await readChoices(database, archived, isLeftOut);
  const isWanted = ({ decision, neighbour }: SimilarityRow): boolean => {
    const [one, other] = [choices.get(decision), choices.get(neighbour)];
    if (one === undefined || other === undefined) return false;
    return !differing || (one !== null && other !== null && one !== other);
  };
  const best = createBestPairs(limit, atLeast);
  for (const from of slicesOf(choices.keys())) {
    const rows = await database.read((connection) =>
      connection.all<SimilarityRow>(SIMILARITIES, [from, from + DECISIONS_PER_SLICE, best.minScore]),
    );
    for (const row of rows) if (isWanted(row)) best.add(row);
    best.trim();
    await nextTurn();
  }
  const pairs = best.all();
  const numbers = [...new Set(pairs.flatMap(({ one, other }) => [one, other]))];
  const ends = await database.read((connection) => readEnds(connection, numbers, noteDamaged));
  return pairs.flatMap(({ one, other, score }) => {
    const [a, b] = [ends.get(one), ends.get(other)];
    // Deleted since, or damaged.
    if (a === undefined || b === undefined) return [];
    const [first, second] = a.decidedAt <= b.decidedAt ? [a, b] : [b, a];
    return { first, second, score };
  });
}

const DECISIONS_PER_SLICE = 250;
const CHOICES_PER_SLICE = 2_000;

const SIMILARITIES =
  'SELECT decision, neighbour, score FROM similarities WHERE decision >= ? AND decision < ? AND score >= ?';

/** What each decision chose, by its words; what the words mean is for the caller to find out. */
async function readChoices(
  database: Database,
  archived: ArchivedFilter,
  isLeftOut: (participants: string) => boolean,
): Promise<Map<number, string | null>> {
  const choices = new Map<number, string | null>();
  for (let last = 0; ; ) {
    const rows = await database.read((connection) =>
      connection.all<ChoiceRow>(
        `SELECT number, winning_option AS option, participants FROM decisions WHERE number > ? AND ${ARCHIVED[archived]}
         ORDER BY number LIMIT ?`,
        [last, CHOICES_PER_SLICE],
      ),
    );
    for (const { number, option, participants } of rows) {
      if (!isLeftOut(participants)) choices.set(number, option?.trim().toLowerCase() ?? null);
    }
    last = rows.at(-1)?.number ?? last;
    if (rows.length < CHOICES_PER_SLICE) return choices;
    await nextTurn();
  }
}

interface ChoiceRow {
  readonly number: number;
  readonly option: string | null;
  readonly participants: string;
}

/** The same few panels decide everything. */
function createMemo(test: (text: string) => boolean): (text: string) => boolean {
  const known = new Map<string, boolean>();
  return (text) => {
    const result = known.get(text) ?? test(text);
    known.set(text, result);
    return result;
  };
}

/** Where the slices begin that hold these numbers, which come in order. */
function* slicesOf(numbers: Iterable<number>): Generator<number> {
  let end = -1;
  for (const number of numbers) {
    if (number < end) continue;
    yield number;
    end = number + DECISIONS_PER_SLICE;
  }
}

function readEnds(
  connection: ReadConnection,
  numbers: readonly number[],
  noteDamaged: NoteDamaged,
): Map<number, LinkEnd> {
  const rows = connection.all<EndRow>(
    `SELECT d.number, d.id, d.question, d.winning_option, d.options, d.decided_at, o.outcome, successor.id AS superseded_by
     FROM decisions d LEFT JOIN outcomes o ON o.decision = d.number
     LEFT JOIN decisions successor ON successor.number = o.superseded_by
     WHERE d.number IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(numbers)],
  );
  const votesOf = readVotes(connection, numbers);
  const ends = new Map<number, LinkEnd>();
  for (const { number, id, question, winning_option: winningOption, ...row } of rows) {
    const options = [...(textsIn(row.options) ?? []), ...(votesOf.get(number) ?? [])];
    const decidedAt = timeIn(row.decided_at);
    const outcome = OUTCOMES.find((known) => known === row.outcome) ?? null;
    if (decidedAt === undefined || outcome !== row.outcome) noteDamaged(id);
    else
      ends.set(number, { id, question, winningOption, options, decidedAt, outcome, supersededBy: row.superseded_by });
  }
  return ends;
}

/** The options that were voted for in each decision. */
function readVotes(connection: ReadConnection, numbers: readonly number[]): Map<number, string[]> {
  const votes = new Map<number, string[]>();
  const rows = connection.all<{ decision: number; option: string | null; first_option: string | null }>(
    'SELECT decision, option, first_option FROM stances WHERE decision IN (SELECT value FROM json_each(?))',
    [JSON.stringify(numbers)],
  );
  for (const { decision, option, first_option } of rows) {
    const known = votes.get(decision) ?? [];
    votes.set(decision, [...known, ...[option, first_option].filter((each) => each !== null)]);
  }
  return votes;
}

interface EndRow {
  readonly number: number;
  readonly id: string;
  readonly question: string;
  readonly winning_option: string | null;
  readonly options: string;
  readonly decided_at: string;
  readonly outcome: string | null;
  readonly superseded_by: string | null;
}
