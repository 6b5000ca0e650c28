import type { ReadConnection } from '../../storage/index.js';
import type { Decision, Outcome, Stance } from '../model/decision.js';

/** The decisions with these numbers, in this order; missing ones are skipped. */
export function readDecisions(connection: ReadConnection, numbers: readonly number[]): Decision[] {
  return [...readByNumber(connection, numbers).values()];
}

/** The same under their numbers. */
export function readByNumber(connection: ReadConnection, numbers: readonly number[]): Map<number, Decision> {
  const wanted = JSON.stringify(numbers);
  const rows = new Map(connection.all<DecisionRow>(DECISIONS, [wanted]).map((row) => [row.number, row]));
  const stances = new Map<number, Stance[]>();
  for (const row of connection.all<StanceRow>(STANCES, [wanted])) {
    stances.set(row.decision, [...(stances.get(row.decision) ?? []), toStance(row)]);
  }
  const found = new Map<number, Decision>();
  for (const number of numbers) {
    const row = rows.get(number);
    if (row !== undefined) found.set(number, toDecision(row, stances.get(number) ?? []));
  }
  return found;
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

/** A row as SQL gives it; lists are stored as JSON. */
type DecisionRow = {
  readonly number: number;
  readonly id: string;
  readonly question: string;
  readonly consensus: string;
  readonly winning_option: string | null;
  readonly options: string;
  readonly status: string;
  readonly result_status: Decision['resultStatus'];
  readonly participants: string;
  readonly decided_at: string;
  readonly transcript_path: string | null;
  readonly working_directory: string;
  readonly cost_usd: number | null;
  readonly question_hash: string;
  readonly duplicate_id: string | null;
  readonly first_round_winner: string | null;
  readonly archived_at: string | null;
  readonly note: string | null;
  readonly superseded_by_id: string | null;
} & (
  | { readonly outcome: null; readonly recorded_at: null }
  | { readonly outcome: Outcome['outcome']; readonly recorded_at: string }
);

type StanceRow = Pick<Stance, 'participant' | 'model' | 'option' | 'confidence' | 'rationale'> & {
  readonly decision: number;
  readonly final_position: string;
  readonly first_option: string | null;
};

function toDecision(row: DecisionRow, stances: readonly Stance[]): Decision {
  return {
    id: row.id,
    question: row.question,
    consensus: row.consensus,
    winningOption: row.winning_option,
    options: parseTexts(row.options),
    status: row.status,
    resultStatus: row.result_status,
    participants: parseTexts(row.participants),
    decidedAt: new Date(row.decided_at),
    transcriptPath: row.transcript_path,
    workingDirectory: row.working_directory,
    costUsd: row.cost_usd,
    questionHash: row.question_hash,
    duplicateOf: row.duplicate_id,
    firstRoundWinner: row.first_round_winner,
    stances,
    outcome: row.outcome === null ? null : toOutcome(row),
    archivedAt: row.archived_at === null ? null : new Date(row.archived_at),
  };
}

function toOutcome(row: Extract<DecisionRow, { readonly recorded_at: string }>): Outcome {
  return {
    outcome: row.outcome,
    note: row.note,
    supersededBy: row.superseded_by_id,
    recordedAt: new Date(row.recorded_at),
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

/** Reads a list as it is stored. */
export function parseTexts(json: string): readonly string[] {
  return JSON.parse(json) as readonly string[];
}
