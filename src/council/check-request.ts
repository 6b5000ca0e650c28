import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { plainLine } from '../kernel/plain-text.js';
import { UserError } from '../kernel/user-error.js';
import { nameIfTooWide } from '../project/check-working-directory.js';
import { sameOption } from '../semantics/index.js';
import type { CheckedRequest, DeliberationRequest, Mode } from './contract/request.js';
import type { CouncilSettings } from './contract/settings.js';
import { MAX_OPTIONS, readBallot } from './options/read-ballot.js';

/** All entry points call this, so that a mistake gets the same message in the shell and in Claude Code. */
export async function checkRequest(request: DeliberationRequest, settings: CouncilSettings): Promise<CheckedRequest> {
  checkQuestion(request.question);
  checkLength('question', request.question, MAX_QUESTION_LENGTH);
  checkLength('context', request.context, MAX_CONTEXT_LENGTH);
  const options = checkOptions(request.options);
  checkParticipants(request.participants);
  const mode = checkMode(request.mode ?? settings.defaultMode);
  const challenge = request.challenge ?? settings.challenge;
  const defaultRounds = Math.min(challenge ? CHALLENGE_ROUNDS : settings.defaultRounds, settings.maxRounds);
  const rounds = checkRounds(request.rounds ?? defaultRounds, settings.maxRounds);
  const context = request.context?.trim();
  return {
    question: request.question.trim(),
    ballot: options ?? readBallot(request.question) ?? [],
    context: context === '' ? undefined : context,
    mode,
    rounds: mode === 'quick' ? 1 : rounds,
    workingDirectory: await checkWorkingDirectory(request.working_directory),
    maxCostUsd: checkCap('max_cost_usd', request.max_cost_usd, MAX_COST_USD),
    maxSeconds: checkCap('max_seconds', request.max_seconds, MAX_RUN_SECONDS),
    cheapestFirst: request.cheapest_first ?? settings.cheapestFirst,
    challenge,
  };
}

/** A blind one, one for votes that are missing and two challenges; most end before, and the later ones ask few. */
const CHALLENGE_ROUNDS = 4;
const MIN_QUESTION_LENGTH = 5;
const MAX_QUESTION_LENGTH = 10_000;
const MAX_CONTEXT_LENGTH = 1_000_000;
const MIN_OPTIONS = 2;
const MAX_OPTION_LENGTH = 120;
const MIN_PARTICIPANTS = 2;
const MAX_PARTICIPANTS = 20;
/** A day, in seconds. */
export const MAX_RUN_SECONDS = 86_400;
export const MAX_COST_USD = 1_000_000;

function invalid(message: string): UserError {
  return new UserError('validation_error', message);
}

function checkQuestion(question: string): void {
  const length = question.trim().length;
  if (length < MIN_QUESTION_LENGTH) {
    throw invalid(
      `question: "${question.trim()}" has ${length} characters; ask in ${MIN_QUESTION_LENGTH} or more, for example "Should our job queue use PostgreSQL or SQLite?"`,
    );
  }
}

function checkLength(field: string, text: string | undefined, maxLength: number): void {
  if (text !== undefined && text.length > maxLength) {
    throw invalid(
      `${field}: ${text.length} characters are more than the ${maxLength} allowed; shorten it to what the decision needs`,
    );
  }
}

function checkOptions(given: DeliberationRequest['options']): string[] | undefined {
  if (given === undefined) return undefined;
  const options = given.map((option) => plainLine(option));
  if (options.length < MIN_OPTIONS || options.length > MAX_OPTIONS) {
    throw invalid(`options: ${options.length} given; name ${MIN_OPTIONS} to ${MAX_OPTIONS}, or leave them out`);
  }
  for (const [index, option] of options.entries()) {
    if (!/[\p{Letter}\p{Number}]/u.test(option))
      throw invalid(`options: "${option}" names nothing; give each a few words`);
    if (option.length > MAX_OPTION_LENGTH) {
      throw invalid(
        `options: "${option.slice(0, 40)}…" has ${option.length} characters; use at most ${MAX_OPTION_LENGTH}`,
      );
    }
    const twin = options.slice(0, index).find((other) => sameOption(other, option));
    if (twin !== undefined) throw invalid(`options: "${twin}" and "${option}" are the same option; name it once`);
  }
  return options;
}

function checkParticipants(participants: DeliberationRequest['participants']): void {
  if (participants === undefined) return;
  if (participants.length < MIN_PARTICIPANTS || participants.length > MAX_PARTICIPANTS) {
    throw invalid(
      `participants: ${participants.length} given; name ${MIN_PARTICIPANTS} to ${MAX_PARTICIPANTS} (the same model may sit twice), or leave them out and a panel is chosen`,
    );
  }
}

function checkMode(mode: string): Mode {
  if (mode !== 'conference' && mode !== 'quick') {
    throw invalid(`mode: "${mode}" is unknown; use conference (rounds of debate) or quick (one round)`);
  }
  return mode;
}

function checkRounds(rounds: number, max: number): number {
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > max) {
    throw invalid(`rounds: ${rounds} is not allowed; use a whole number from 1 to ${max}`);
  }
  return rounds;
}

export function checkCap(field: string, value: number | undefined, highest: number): number | undefined {
  if (value !== undefined && !(value > 0 && value <= highest)) {
    throw invalid(`${field}: ${value} is not allowed; use a number above 0 and up to ${highest}, or leave it out`);
  }
  return value;
}

export async function checkWorkingDirectory(folder: string): Promise<string> {
  const resolved = await realpath(folder).catch(() => undefined);
  if (resolved === undefined || !(await stat(resolved)).isDirectory()) {
    throw invalid(`working_directory: "${folder}" is not a folder; give the path of the project`);
  }
  // Participants may read everything below it: never the whole disk or a home folder.
  const tooWide = nameIfTooWide(resolved, await realpath(homedir()).catch(() => homedir()));
  if (tooWide !== undefined)
    throw invalid(`working_directory: "${folder}" is ${tooWide}; give the path of one project`);
  return resolved;
}
