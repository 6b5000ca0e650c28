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
  const { question, context, rounds, mode, participants, working_directory: folder } = asked;
  const isElsewhere = folder !== undefined && (await realpath(folder).catch(() => '')) !== request.workingDirectory;
  if (isElsewhere) throw different('working_directory');
  if (question !== undefined && (await redact(question.trim())) !== request.question) throw different('question');
  if (asked.options !== undefined) {
    const ballot = await Promise.all(asked.options.map((option) => redact(plainLine(option))));
    if (ballot.join('\n') !== request.ballot.join('\n')) throw different('options');
  }
  if (context !== undefined && (await redact(context.trim())) !== (request.context ?? '')) throw different('context');
  if (mode !== undefined && mode !== request.mode) throw different('mode');
  // A quick one has one round, whatever number was asked for.
  if (rounds !== undefined && request.mode !== 'quick' && rounds !== request.rounds) throw different('rounds');
  const { cheapest_first: cheapestFirst = request.cheapestFirst } = asked;
  if (cheapestFirst !== request.cheapestFirst) throw different('cheapest_first');
  if ((asked.challenge ?? request.challenge) !== request.challenge) throw different('challenge');
  if (participants === undefined) return;
  const isSame =
    participants.length === seats.length &&
    participants.every((participant, index) => isSeatOf(participant, seats[index]));
  if (!isSame) throw different('participants');
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

function different(field: string): UserError {
  return new UserError(
    'validation_error',
    `${field}: differs from that of the deliberation to be continued; leave it out, or begin a new one without --resume or deliberation_id`,
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
  if (!(await isFolder(request.workingDirectory))) {
    throw new UserError(
      'not_found',
      `the project of this deliberation, ${request.workingDirectory}, is not there any more; put it back first`,
    );
  }
  return checkWorkingDirectory(request.workingDirectory);
}

async function isFolder(folder: string): Promise<boolean> {
  return stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
