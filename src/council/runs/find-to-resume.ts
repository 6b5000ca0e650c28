import { realpath, stat } from 'node:fs/promises';
import { UserError } from '../../kernel/user-error.js';
import { type CheckedRequest, checkCap, HIGHEST_COST, LONGEST_RUN } from '../check-request.js';
import type { Redact } from '../redact.js';
import type { ResumeRequest } from '../request.js';
import type { DeliberationResult } from '../result.js';
import type { RecordedSeat } from './sitting.js';
import type { RunRecord } from './store/run-record.js';
import type { RunStore } from './store/run-store.js';

export type Resumable =
  | { readonly kind: 'finished'; readonly result: DeliberationResult }
  | { readonly kind: 'open'; readonly record: RunRecord; readonly request: CheckedRequest };

/** What is to be continued, with the caps that hold from now on. Rejects with a `UserError` for what does not fit to it. */
export async function findToResume(asked: ResumeRequest, store: RunStore, redact: Redact): Promise<Resumable> {
  const record = await store.read(await store.resolve(asked.deliberation_id));
  const { request, seats } = record.sitting;
  await expectSame(asked, request, seats, redact);
  const maxCostUsd = checkCap('max_cost_usd', asked.max_cost_usd, HIGHEST_COST);
  const maxSeconds = checkCap('max_seconds', asked.max_seconds, LONGEST_RUN);
  const isOver = record.status === 'finished' || record.status === 'failed';
  const isGivenMore = record.endedBy !== null && (maxCostUsd !== undefined || maxSeconds !== undefined);
  // One that a cap ended goes on when it is given another cap; any other ending stands.
  if (isOver && record.result !== null && !isGivenMore) return { kind: 'finished', result: record.result };
  await expectFolder(request.workingDirectory);
  return {
    kind: 'open',
    record,
    request: {
      ...request,
      maxCostUsd: maxCostUsd ?? request.maxCostUsd,
      maxSeconds: maxSeconds ?? request.maxSeconds,
    },
  };
}

/** A client may repeat what it asked; another question is another deliberation. */
async function expectSame(
  asked: ResumeRequest,
  request: CheckedRequest,
  seats: readonly RecordedSeat[],
  redact: Redact,
): Promise<void> {
  const { question, context, rounds, mode, participants, working_directory: folder } = asked;
  const isElsewhere = folder !== undefined && (await realpath(folder).catch(() => '')) !== request.workingDirectory;
  if (isElsewhere) throw different('working_directory');
  if (question !== undefined && (await redact(question.trim())) !== request.question) throw different('question');
  if (context !== undefined && (await redact(context.trim())) !== (request.context ?? '')) throw different('context');
  if (mode !== undefined && mode !== request.mode) throw different('mode');
  if (rounds !== undefined && mode !== 'quick' && rounds !== request.rounds) throw different('rounds');
  if (participants === undefined) return;
  const isSame =
    participants.length === seats.length &&
    participants.every(({ cli, model }, index) => {
      const seat = seats[index];
      return seat?.cli === cli && (model === undefined || model === seat.model);
    });
  if (!isSame) throw different('participants');
}

function different(field: string): UserError {
  return new UserError(
    'validation_error',
    `${field}: differs from that of the deliberation to be continued; leave it out, or leave out deliberation_id to begin a new one`,
  );
}

async function expectFolder(folder: string): Promise<void> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) return;
  throw new UserError(
    'not_found',
    `the project of this deliberation, ${folder}, is not there any more; put it back first`,
  );
}
