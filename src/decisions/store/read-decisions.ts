import type { ReadConnection } from '../../storage/index.js';
import type { Decision, Outcome, Stance } from '../decision.js';
import type { DecisionRow, OutcomeRow, StanceRow } from '../tables.js';

/** The decisions with these numbers, in this order; numbers that do not exist are passed over. */
export function readDecisions(connection: ReadConnection, numbers: readonly number[]): Decision[] {
  return [...readByNumber(connection, numbers).values()];
}

/** The same under their numbers. */
export function readByNumber(connection: ReadConnection, numbers: readonly number[]): Map<number, Decision> {
  const wanted = JSON.stringify(numbers);
  const rows = new Map(connection.all<JoinedRow>(DECISIONS, [wanted]).map((row) => [row.number, row]));
  const stances = byDecision(connection.all<StanceRow>(STANCES, [wanted]));
  const found = numbers.flatMap((number) => rows.get(number) ?? []);
  return new Map(found.map((row) => [row.number, toDecision(row, stances.get(row.number) ?? [])]));
}

/** A list of numbers is handed over as one JSON text: so there is one statement to compile, however many they are. */
const DECISIONS = `
  SELECT d.*, original.id AS duplicate_id, o.outcome, o.note, o.recorded_at, successor.id AS superseded_by_id
  FROM decisions d
  LEFT JOIN decisions original ON original.number = d.duplicate_of
  LEFT JOIN outcomes o ON o.decision = d.number
  LEFT JOIN decisions successor ON successor.number = o.superseded_by
  WHERE d.number IN (SELECT value FROM json_each(?))`;

const STANCES = 'SELECT * FROM stances WHERE decision IN (SELECT value FROM json_each(?)) ORDER BY decision, place';

function byDecision(rows: readonly StanceRow[]): Map<number, StanceRow[]> {
  const groups = new Map<number, StanceRow[]>();
  for (const row of rows) {
    const group = groups.get(row.decision);
    if (group === undefined) groups.set(row.decision, [row]);
    else group.push(row);
  }
  return groups;
}

type JoinedRow = DecisionRow &
  Pick<OutcomeRow, 'note'> & {
    readonly duplicate_id: string | null;
    readonly outcome: string | null;
    readonly recorded_at: string | null;
    readonly superseded_by_id: string | null;
  };

function toDecision(row: JoinedRow, stances: readonly StanceRow[]): Decision {
  return {
    id: row.id,
    question: row.question,
    consensus: row.consensus,
    winningOption: row.winning_option,
    status: row.status,
    resultStatus: row.result_status as Decision['resultStatus'],
    participants: JSON.parse(row.participants) as string[],
    decidedAt: new Date(row.decided_at),
    transcriptPath: row.transcript_path,
    workingDirectory: row.working_directory,
    costUsd: row.cost_usd,
    questionHash: row.question_hash,
    duplicateOf: row.duplicate_id,
    firstRoundWinner: row.first_round_winner,
    stances: stances.map(toStance),
    outcome: toOutcome(row),
    archivedAt: row.archived_at === null ? null : new Date(row.archived_at),
  };
}

function toStance(row: StanceRow): Stance {
  return {
    participant: row.participant,
    model: row.model,
    option: row.option,
    confidence: row.confidence,
    rationale: row.rationale,
    finalPosition: row.final_position,
    firstOption: row.first_option,
  };
}

function toOutcome({ outcome, note, recorded_at, superseded_by_id }: JoinedRow): Outcome | null {
  if (outcome === null || recorded_at === null) return null;
  return {
    outcome: outcome as Outcome['outcome'],
    note,
    supersededBy: superseded_by_id,
    recordedAt: new Date(recorded_at),
  };
}
