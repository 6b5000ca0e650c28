import { z } from 'zod';
import type { ReadConnection } from '../../storage/index.js';
import { type Decision, OUTCOMES } from '../model/decision.js';

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
  const rows = new Map(
    connection
      .all<{ number: number; id: string }>(DECISIONS, [wanted])
      .map((row) => [row.number, { ...row, stances: [] as unknown[] }]),
  );
  for (const stance of connection.all<{ decision: number }>(STANCES, [wanted])) {
    rows.get(stance.decision)?.stances.push(stance);
  }
  const found = new Map<number, Decision>();
  for (const number of numbers) {
    const row = rows.get(number);
    if (row === undefined) continue;
    const decision = decisionRow.safeParse(row);
    // One damaged row must not keep the others from being read.
    if (decision.success) found.set(number, decision.data);
    else noteDamaged(String(row.id));
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

const text = z.string();
const textOrNull = text.nullable();
const time = z.unknown().transform(timeIn).pipe(z.date());
/** Stored as JSON. */
export const storedTexts = z.string().transform(parseJson).pipe(z.array(text));

const stanceRow = z
  .object({
    participant: text,
    model: text,
    option: textOrNull,
    confidence: z.number().nullable(),
    rationale: text,
    final_position: text,
    first_option: textOrNull,
  })
  .transform(({ final_position, first_option, ...stance }) => ({
    ...stance,
    finalPosition: final_position,
    firstOption: first_option,
  }));

const decisionRow = z
  .object({
    id: text,
    question: text,
    consensus: text,
    winning_option: textOrNull,
    options: storedTexts,
    status: text,
    result_status: z.enum(['complete', 'partial', 'failed']),
    participants: storedTexts,
    decided_at: time,
    transcript_path: textOrNull,
    working_directory: text,
    cost_usd: z.number().nullable(),
    question_hash: text,
    duplicate_id: textOrNull,
    first_round_winner: textOrNull,
    stances: z.array(stanceRow),
    outcome: z.enum(OUTCOMES).nullable(),
    note: textOrNull,
    superseded_by_id: textOrNull,
    recorded_at: z.union([z.null(), time]),
    archived_at: z.union([z.null(), time]),
  })
  .refine(({ outcome, recorded_at }) => outcome === null || recorded_at !== null)
  .transform(
    (row): Decision => ({
      id: row.id,
      question: row.question,
      consensus: row.consensus,
      winningOption: row.winning_option,
      options: row.options,
      status: row.status,
      resultStatus: row.result_status,
      participants: row.participants,
      decidedAt: row.decided_at,
      transcriptPath: row.transcript_path,
      workingDirectory: row.working_directory,
      costUsd: row.cost_usd,
      questionHash: row.question_hash,
      duplicateOf: row.duplicate_id,
      firstRoundWinner: row.first_round_winner,
      stances: row.stances,
      outcome:
        row.outcome === null || row.recorded_at === null
          ? null
          : { outcome: row.outcome, note: row.note, supersededBy: row.superseded_by_id, recordedAt: row.recorded_at },
      archivedAt: row.archived_at,
    }),
  );

export function timeIn(stored: unknown): Date | undefined {
  const time = typeof stored === 'string' ? new Date(stored) : undefined;
  return time === undefined || Number.isNaN(time.getTime()) ? undefined : time;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
