import { realpath, stat } from 'node:fs/promises';
import { plainLine } from '../../kernel/plain-text.js';
import { UserError } from '../../kernel/user-error.js';
import { checkWorkingDirectory } from '../check-request.js';
import type { ParticipantRequest, ResumeRequest } from '../contract/request.js';
import type { RecordedSeat } from '../panel/seat.js';
import type { Redact } from '../redact.js';
import { expectInProject } from './in-project.js';
import type { DeliberationSetup } from './setup.js';

/** A client may repeat what it asked; another question is another deliberation. What is not given stays as it was. */
export async function expectSame(
  asked: ResumeRequest,
  { request, seats }: DeliberationSetup,
  redact: Redact,
): Promise<void> {
  const { question, options, context, participants, working_directory: folder } = asked;
  const safe = (text: string | undefined) => (text === undefined ? undefined : redact(text.trim()));
  const ballot = options && (await Promise.all(options.map((option) => redact(plainLine(option))))).join('\n');
  const compared: Readonly<Record<string, readonly [asked: unknown, recorded: unknown]>> = {
    working_directory: [folder && (await realpath(folder).catch(() => '')), request.workingDirectory],
    question: [await safe(question), request.question],
    options: [ballot, request.ballot.join('\n')],
    context: [await safe(context), request.context ?? ''],
    mode: [asked.mode, request.mode],
    // A quick one has one round, whatever number was asked for.
    rounds: [request.mode === 'quick' ? undefined : asked.rounds, request.rounds],
    cheapest_first: [asked.cheapest_first, request.cheapestFirst],
    challenge: [asked.challenge, request.challenge],
    participants: [participants && isPanel(participants, seats), true],
  };
  const different = Object.entries(compared).find(([, [given, known]]) => given !== undefined && given !== known);
  if (different === undefined) return;
  throw new UserError(
    'validation_error',
    `${different[0]}: differs from that of the deliberation to be continued; leave it out, or begin a new one without --resume or deliberation_id`,
  );
}

function isPanel(asked: readonly ParticipantRequest[], seats: readonly RecordedSeat[]): boolean {
  return asked.length === seats.length && asked.every((participant, index) => isSeatOf(participant, seats[index]));
}

function isSeatOf(asked: ParticipantRequest, seat: RecordedSeat | undefined): boolean {
  if (seat === undefined) return false;
  const { cli, model = seat.model, stance = seat.stance, reasoning_effort: effort = seat.reasoningEffort } = asked;
  return cli === seat.cli && model === seat.model && stance === seat.stance && effort === seat.reasoningEffort;
}

/** The caps of a running deliberation cannot be changed by joining it. */
export function expectSameCaps(
  { max_cost_usd: cost, max_seconds: seconds }: ResumeRequest,
  setup: DeliberationSetup,
): void {
  const { maxCostUsd, maxSeconds } = setup.request;
  const field =
    (cost ?? maxCostUsd) !== maxCostUsd
      ? 'max_cost_usd'
      : (seconds ?? maxSeconds) !== maxSeconds
        ? 'max_seconds'
        : null;
  if (field === null) return;
  throw new UserError(
    'conflict',
    `${field}: deliberation ${setup.deliberationId} is running, and its caps cannot change before it is finished; leave it out to wait for its result`,
  );
}

/**
 * A record can come with a project from elsewhere: neither may its result be shown for another folder, nor may it lead
 * participants into a folder that the caller did not open.
 */
export async function expectOwnProject(
  { working_directory: named, within }: ResumeRequest,
  { deliberationId, request }: DeliberationSetup,
): Promise<void> {
  // A named folder was compared with the recorded one already.
  if (named !== undefined || within === undefined) return;
  await expectInProject(deliberationId, request.workingDirectory, within);
}

/** The folder that a record names, if participants can work in it. */
export async function expectFolder({ request }: Pick<DeliberationSetup, 'request'>): Promise<string> {
  const found = await stat(request.workingDirectory).catch(() => undefined);
  if (found?.isDirectory() !== true) {
    throw new UserError(
      'not_found',
      `the project of this deliberation, ${request.workingDirectory}, is not there any more; put it back first`,
    );
  }
  return checkWorkingDirectory(request.workingDirectory);
}
