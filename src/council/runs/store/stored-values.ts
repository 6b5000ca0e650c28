import { z } from 'zod';
import { isRecord } from '../../../kernel/is-record.js';
import { type ModelFailure, type Price, toUsage, type Usage } from '../../../models/index.js';
import { priceSchema } from '../../../models/price-schema.js';
import type { DeliberationResult } from '../../contract/result.js';
import type { CallState, RunStatus } from './run-record.js';

/** Values of a record as they are stored. Any program may have written the file: each throws if it is something else. */

const STATUSES = ['running', 'interrupted', 'finished', 'failed'] as const;
const STATES = ['asked', 'answered', 'failed', 'late', 'interrupted'] as const;

export function knownStatus(stored: string): RunStatus | undefined {
  return STATUSES.find((status) => status === stored);
}

export function statusIn(stored: string): RunStatus {
  return read(z.enum(STATUSES), stored, `the status "${stored.slice(0, 40)}"`);
}

export function stateIn(stored: string): CallState {
  return read(z.enum(STATES), stored, `a call with the state "${stored.slice(0, 40)}"`);
}

export function phaseIn(stored: string): 'turn' | 'summary' {
  return read(z.enum(['turn', 'summary']), stored, `a call in the phase "${stored.slice(0, 40)}"`);
}

const TEXT = z.string();
const RECORD = z.looseObject({});
const FIGURE = z.number().min(0);
const SEATS = z.array(z.object({ participant: TEXT, price: priceSchema.optional() }));

/** The parts of the seats that a list shows. */
export function seatsIn(json: string): readonly { readonly participant: string; readonly price?: Price | undefined }[] {
  return read(SEATS, JSON.parse(json), 'who took part');
}

// An early version did not record the number of rounds.
const REQUEST = z.object({ rounds: FIGURE.default(0), workingDirectory: TEXT });

/** The parts of the request that a list shows. */
export function requestIn(json: string): { readonly rounds: number; readonly workingDirectory: string } {
  return read(REQUEST, JSON.parse(json), 'the request');
}

export function answerIn(json: string): string {
  return read(TEXT, JSON.parse(json), 'an answer');
}

export function usageIn(json: string): Usage {
  return toUsage(read(RECORD, JSON.parse(json), 'the usage of a call'));
}

const NUMBER = z.number();

/** The fields without which a failure of that kind cannot be described. */
const FAILURE_FIELDS: Readonly<Record<ModelFailure['kind'], z.ZodRawShape>> = {
  not_installed: { command: TEXT, remedy: TEXT },
  not_logged_in: { remedy: TEXT },
  unreachable: { address: TEXT, detail: TEXT, remedy: TEXT },
  unknown_model: { model: TEXT, detail: TEXT },
  prompt_too_long: { length: NUMBER, limit: NUMBER },
  timeout: { afterMs: NUMBER },
  cancelled: {},
  not_asked: { detail: TEXT },
  rate_limited: { detail: TEXT },
  refused: { detail: TEXT },
  empty_answer: { detail: TEXT },
  truncated: { detail: TEXT },
  invalid_answer: { detail: TEXT },
  rejected: { status: NUMBER, detail: TEXT },
  server_error: { status: NUMBER, detail: TEXT },
  exited: { detail: TEXT },
  unreadable_answer: { detail: TEXT },
};

export function failureIn(json: string): ModelFailure {
  const failure: unknown = JSON.parse(json);
  const fields = Object.entries(FAILURE_FIELDS).find(([kind]) => isRecord(failure) && kind === failure.kind)?.[1];
  return read(
    fields === undefined ? z.never() : z.looseObject(fields),
    failure,
    'the failure of a call',
  ) as ModelFailure;
}

const INTEGRITY = z.looseObject({ quorum: RECORD, missing: z.array(RECORD), warnings: z.array(TEXT) });
const COST = z.looseObject({ by_participant: z.array(z.unknown()), estimate: RECORD });
const RESULT = z.looseObject({
  verdict: TEXT,
  status: TEXT,
  deliberation_id: TEXT,
  question: TEXT,
  working_directory: TEXT,
  mode: TEXT,
  rounds_completed: FIGURE,
  participants: z.array(TEXT),
  because: z.array(RECORD),
  against: z.array(RECORD),
  integrity: INTEGRITY,
  summary: RECORD,
  voting_result: RECORD.nullable(),
  convergence_info: RECORD.nullable(),
  transcript_path: TEXT.nullable(),
  full_debate: z.array(RECORD),
  tool_executions: RECORD,
  cost: COST,
});
/** An earlier version may have known fewer fields. */
const PARTIAL_RESULT = RESULT.extend({ integrity: INTEGRITY.partial(), cost: COST.partial() }).partial();

export function resultIn(json: string): DeliberationResult {
  const result: unknown = JSON.parse(json);
  read(PARTIAL_RESULT, result, 'the result');
  // Versions before these fields said the same in the summary.
  const known = result as Partial<DeliberationResult>;
  return {
    ...(result as DeliberationResult),
    verdict: known.verdict ?? known.summary?.consensus ?? '',
    because: known.because ?? [],
    against: known.against ?? [],
  };
}

/** Whether it has all that is read of every result; what is deeper inside is only ever shown. */
export function isWholeResult(result: unknown): boolean {
  return RESULT.safeParse(result).success;
}

function read<Schema extends z.ZodType>(schema: Schema, stored: unknown, what: string): z.infer<Schema> {
  const { success, data } = schema.safeParse(stored);
  if (success) return data;
  throw new Error(`${what} is not what it should be`);
}
