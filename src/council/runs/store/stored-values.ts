import type { ModelFailure, Price, Usage } from '../../../models/index.js';
import { soundUsage } from '../../budget/sound-usage.js';
import type { DeliberationResult } from '../../result.js';
import { isRecord } from '../record-reader.js';
import type { CallState, RunStatus } from './run-record.js';

/** Values of a record as they are stored. Anybody may have written the file: each throws where it holds something else. */

export function statusIn(stored: string): RunStatus {
  return knownStatus(stored) ?? wrong(`the status "${stored.slice(0, 40)}"`);
}

export function knownStatus(stored: string): RunStatus | undefined {
  return STATUSES.find((status) => status === stored);
}

/** The seats as far as a list tells of them. */
export function seatsIn(json: string): readonly { readonly participant: string; readonly price: Price | undefined }[] {
  const seats: unknown = JSON.parse(json);
  if (!Array.isArray(seats)) return wrong('who took part');
  return seats.map((seat: unknown) => {
    if (!isRecord(seat) || typeof seat.participant !== 'string') return wrong('who took part');
    return { participant: seat.participant, price: seat.price === undefined ? undefined : priceIn(seat.price) };
  });
}

function priceIn(price: unknown): Price {
  if (!isRecord(price)) return wrong('a price');
  const { inputPerMillion, outputPerMillion } = price;
  return isFigure(inputPerMillion) && isFigure(outputPerMillion)
    ? { inputPerMillion, outputPerMillion }
    : wrong('a price');
}

/** The request as far as a list shows it. */
export function requestIn(json: string): { readonly rounds: number; readonly workingDirectory: string } {
  const request: unknown = JSON.parse(json);
  if (!isRecord(request)) return wrong('the request');
  // A version that did not know the number leaves it out.
  const { rounds = 0, workingDirectory } = request;
  if (typeof workingDirectory !== 'string') return wrong('the working directory');
  return { rounds: isFigure(rounds) ? rounds : wrong('the number of rounds'), workingDirectory };
}

export function stateIn(stored: string): CallState {
  return STATES.find((state) => state === stored) ?? wrong(`a call with the state "${stored.slice(0, 40)}"`);
}

export function phaseIn(stored: string): 'turn' | 'summary' {
  return stored === 'turn' || stored === 'summary' ? stored : wrong(`a call in the phase "${stored.slice(0, 40)}"`);
}

const STATUSES: readonly RunStatus[] = ['running', 'interrupted', 'finished', 'failed'];
const STATES: readonly CallState[] = ['asked', 'answered', 'failed', 'late', 'interrupted'];

export function answerIn(json: string): string {
  const answer: unknown = JSON.parse(json);
  return typeof answer === 'string' ? answer : wrong('an answer');
}

export function usageIn(json: string): Usage {
  const usage: unknown = JSON.parse(json);
  if (!isRecord(usage)) return wrong('the usage of a call');
  const { inputTokens, outputTokens, costUsd, estimatedUsd, requests, isIncomplete } = usage;
  return soundUsage({ inputTokens, outputTokens, costUsd, estimatedUsd, requests, isIncomplete });
}

export function failureIn(json: string): ModelFailure {
  const failure: unknown = JSON.parse(json);
  if (!isRecord(failure)) return wrong('the failure of a call');
  const needed = Object.entries(FAILURE_FIELDS).find(([kind]) => kind === failure.kind)?.[1];
  const isWhole = needed?.every(([name, kind]) => typeof failure[name] === kind) ?? false;
  return isWhole ? (failure as ModelFailure) : wrong('the failure of a call');
}

type Field = readonly [name: string, kind: 'string' | 'number'];
const DETAIL: Field = ['detail', 'string'];
const REMEDY: Field = ['remedy', 'string'];
const STATUS: Field = ['status', 'number'];

/** What each kind cannot be told without. */
const FAILURE_FIELDS: Readonly<Record<ModelFailure['kind'], readonly Field[]>> = {
  not_installed: [['command', 'string'], REMEDY],
  not_logged_in: [REMEDY],
  unreachable: [['address', 'string'], DETAIL, REMEDY],
  unknown_model: [['model', 'string'], DETAIL],
  prompt_too_long: [
    ['length', 'number'],
    ['limit', 'number'],
  ],
  timeout: [['afterMs', 'number']],
  cancelled: [],
  not_asked: [DETAIL],
  rate_limited: [DETAIL],
  refused: [DETAIL],
  empty_answer: [DETAIL],
  rejected: [STATUS, DETAIL],
  server_error: [STATUS, DETAIL],
  exited: [DETAIL],
  unreadable_answer: [DETAIL],
};

/** An earlier version may have known fewer fields; those that are there are of the right kind, down to what is read here. */
export function resultIn(json: string): DeliberationResult {
  const result: unknown = JSON.parse(json);
  if (!isResult(result, 'as far as it goes')) return wrong('the result');
  // Versions before these fields said the same in the summary.
  const known: Partial<DeliberationResult> = result;
  return {
    ...result,
    verdict: known.verdict ?? known.summary?.consensus ?? '',
    because: known.because ?? [],
    against: known.against ?? [],
  };
}

/** With all that is read of every result; a guard, since what is deeper inside is only ever shown. */
export function isResult(result: unknown, extent: 'whole' | 'as far as it goes'): result is DeliberationResult {
  if (!isRecord(result)) return false;
  const isRight = (fields: Readonly<Record<string, unknown>>, shape: Shape): boolean =>
    Object.entries(shape).every(([name, isKind]) => {
      const value = fields[name];
      return value === undefined ? extent === 'as far as it goes' : isKind(value);
    });
  return (
    isRight(result, RESULT) &&
    (!isRecord(result.integrity) || isRight(result.integrity, INTEGRITY)) &&
    (!isRecord(result.cost) || isRight(result.cost, COST))
  );
}

type Shape = Readonly<Record<string, (value: unknown) => boolean>>;
const isText = (value: unknown) => typeof value === 'string';
const isList = (value: unknown) => Array.isArray(value);
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
const isRecords = (value: unknown) => Array.isArray(value) && value.every(isRecord);
const orNull = (isKind: (value: unknown) => boolean) => (value: unknown) => value === null || isKind(value);

const RESULT: Shape = {
  verdict: isText,
  status: isText,
  deliberation_id: isText,
  question: isText,
  working_directory: isText,
  mode: isText,
  rounds_completed: isFigure,
  participants: isTexts,
  because: isRecords,
  against: isRecords,
  integrity: isRecord,
  summary: isRecord,
  voting_result: orNull(isRecord),
  convergence_info: orNull(isRecord),
  transcript_path: orNull(isText),
  full_debate: isRecords,
  tool_executions: isRecord,
  cost: isRecord,
};
const INTEGRITY: Shape = { quorum: isRecord, missing: isRecords, warnings: isTexts };
const COST: Shape = { by_participant: isList, estimate: isRecord };

function isFigure(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function wrong(what: string): never {
  throw new Error(`${what} is not what it should be`);
}
