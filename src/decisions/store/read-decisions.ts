import type { ReadConnection } from '../../storage/index.js';
import { type Decision, OUTCOMES, type Outcome, type Stance } from '../model/decision.js';
import type { DecisionRow, OutcomeRow, StanceRow } from './tables.js';

/** Called with the id of each decision that a reader skips because its rows cannot be read. */
export type NoteDamaged = (id: string) => void;

/** The decisions with these numbers, in this order; missing and damaged ones are skipped. */
export function readDecisions(
  connection: ReadConnection,
  numbers: readonly number[],
  noteDamaged: NoteDamaged,
): Decision[] {
  return [...readByNumber(connection, numbers, noteDamaged).values()];
}

/** The same under their numbers. */
export function readByNumber(
  connection: ReadConnection,
  numbers: readonly number[],
  noteDamaged: NoteDamaged,
): Map<number, Decision> {
  const wanted = JSON.stringify(numbers);
  const rows = new Map(connection.all<JoinedRow>(DECISIONS, [wanted]).map((row) => [row.number, row]));
  const stances = byDecision(connection.all<StanceRow>(STANCES, [wanted]));
  const found = new Map<number, Decision>();
  for (const number of numbers) {
    const row = rows.get(number);
    if (row === undefined) continue;
    const decision = toDecision(row, stances.get(number) ?? []);
    // One damaged row must not keep the others from being read.
    if (decision === undefined) noteDamaged(String(row.id));
    else found.set(number, decision);
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

/** Undefined where something in it is not what it should be. */
function toDecision(row: JoinedRow, stances: readonly StanceRow[]): Decision | undefined {
  const participants = participantsIn(row.participants);
  const options = textsIn(row.options);
  const decidedAt = timeIn(row.decided_at);
  const archivedAt = row.archived_at === null ? null : timeIn(row.archived_at);
  const outcome = row.outcome === null ? null : toOutcome(row);
  const resultStatus = RESULT_STATUSES.find((status) => status === row.result_status);
  const texts = [row.id, row.question, row.consensus, row.status, row.working_directory, row.question_hash];
  const optionalTexts = [row.winning_option, row.transcript_path, row.first_round_winner];
  if (participants === undefined || options === undefined) return undefined;
  if (decidedAt === undefined || archivedAt === undefined) return undefined;
  if (outcome === undefined || resultStatus === undefined || !stances.every(isSoundStance)) return undefined;
  if (!texts.every(isText) || !optionalTexts.every(isTextOrNull) || !isNumberOrNull(row.cost_usd)) return undefined;
  return {
    id: row.id,
    question: row.question,
    consensus: row.consensus,
    winningOption: row.winning_option,
    options,
    status: row.status,
    resultStatus,
    participants,
    decidedAt,
    transcriptPath: row.transcript_path,
    workingDirectory: row.working_directory,
    costUsd: row.cost_usd,
    questionHash: row.question_hash,
    duplicateOf: row.duplicate_id,
    firstRoundWinner: row.first_round_winner,
    stances: stances.map(toStance),
    outcome,
    archivedAt,
  };
}

const RESULT_STATUSES: readonly Decision['resultStatus'][] = ['complete', 'partial', 'failed'];

const isText = (value: unknown) => typeof value === 'string';
const isTextOrNull = (value: unknown) => value === null || typeof value === 'string';
const isNumberOrNull = (value: unknown) => value === null || Number.isFinite(value);

function isSoundStance(row: StanceRow): boolean {
  const texts = [row.participant, row.model, row.rationale, row.final_position];
  return texts.every(isText) && [row.option, row.first_option].every(isTextOrNull) && isNumberOrNull(row.confidence);
}

/** The participants of a stored decision; undefined where they cannot be read. */
export const participantsIn = textsIn;

/** The texts of a stored list; undefined where they cannot be read. */
export function textsIn(json: unknown): string[] | undefined {
  try {
    const parsed: unknown = typeof json === 'string' ? JSON.parse(json) : undefined;
    const isSound = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
    return isSound(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

export function timeIn(stored: unknown): Date | undefined {
  const time = typeof stored === 'string' ? new Date(stored) : undefined;
  return time === undefined || Number.isNaN(time.getTime()) ? undefined : time;
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

function toOutcome({ outcome: stored, note, recorded_at, superseded_by_id }: JoinedRow): Outcome | undefined {
  const outcome = OUTCOMES.find((known) => known === stored);
  const recordedAt = timeIn(recorded_at);
  if (outcome === undefined || recordedAt === undefined || !isTextOrNull(note)) return undefined;
  return { outcome, note, supersededBy: superseded_by_id, recordedAt };
}
