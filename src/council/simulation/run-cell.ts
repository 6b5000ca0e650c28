import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import type { CouncilSettings } from '../settings.js';
import { accuraciesOf, type Cell, checkCell, invalid } from './cell.js';
import type { CellReport } from './cell-report.js';
import { askOnce, type FirstAnswers } from './methods/first-answers.js';
import { holdCouncil } from './methods/hold-council.js';
import type { MethodRun } from './methods/method-run.js';
import { debateNaively } from './methods/naive-debate.js';
import { debateInOpenRounds } from './methods/open-rounds.js';
import type { Habits } from './private-answer.js';
import { makeQuestion } from './question.js';
import { createScriptedModel, type ScriptedModel } from './scripted-model.js';
import { createTally } from './tally.js';

export interface CellRequest {
  readonly cell: Cell;
  readonly questions: number;
  readonly seed: number;
  /** The most rounds of this engine; undefined for the usual number, and four where it challenges the lead. */
  readonly rounds?: number | undefined;
}

export interface CellWork {
  /** The engine's usual settings. */
  readonly settings: CouncilSettings;
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number) => void;
}

/** What every method came to on one question. */
export interface QuestionRun {
  readonly first: FirstAnswers;
  readonly naive: MethodRun;
  readonly openRounds: MethodRun;
  readonly engine: MethodRun;
  readonly challenge: MethodRun;
}

/** Every method at every question of a cell. Rejects with the signal's reason when it is cancelled. */
export async function runCell(request: CellRequest, work: CellWork): Promise<CellReport> {
  checkRequest(request, work.settings);
  // The engine wants a project; nobody looks into this one.
  const folder = await mkdtemp(path.join(tmpdir(), 'witan-simulation-'));
  try {
    return await runQuestions(request, work, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runQuestions(
  request: CellRequest,
  { settings, signal, onProgress }: CellWork,
  workingDirectory: string,
): Promise<CellReport> {
  const { cell, questions, seed, rounds } = request;
  const most = { engine: rounds ?? settings.defaultRounds, challenge: rounds ?? CHALLENGE_ROUNDS };
  const table = { settings: { ...settings, challenge: false }, rounds: most.engine, workingDirectory, signal };
  const challenged = { ...table, settings: { ...settings, challenge: true }, rounds: most.challenge };
  const tally = createTally(request, most);
  const habits = habitsOf(cell, seed);
  for (let number = 1; number <= questions; number++) {
    signal.throwIfAborted();
    const question = makeQuestion(seed, number);
    // Each method has models of its own, with the same beliefs and the same luck.
    const newPanel = () => habits.map((each) => createScriptedModel(question, each));
    const [asked, debating, open, seated, tested] = [newPanel(), newPanel(), newPanel(), newPanel(), newPanel()];
    tally.add({
      first: askOnce(question, asked),
      naive: debateNaively(question, debating),
      openRounds: debateInOpenRounds(question, open),
      engine: await holdCouncil(question, seated, table),
      challenge: await holdCouncil(question, tested, challenged),
    });
    refuseFaults([...asked, ...debating, ...open, ...seated, ...tested]);
    onProgress?.(number);
    // Little here waits for anything: without this, a request to stop would hardly be heard.
    if (number % QUESTIONS_AT_A_STRETCH === 0) await breathe();
  }
  return tally.report();
}

const QUESTIONS_AT_A_STRETCH = 16;

/** A blind one, one for the votes that are missing and two challenges; with fewer the targets are not all met. */
const CHALLENGE_ROUNDS = 4;

function checkRequest({ cell, questions, seed, rounds }: CellRequest, { maxRounds }: CouncilSettings): void {
  checkCell(cell);
  if (!Number.isInteger(questions) || questions < 1 || questions > MOST_QUESTIONS) {
    throw invalid('questions', questions, `a whole number from 1 to ${MOST_QUESTIONS}`);
  }
  if (!Number.isSafeInteger(seed)) throw invalid('seed', seed, 'a whole number');
  if (rounds !== undefined && (!Number.isInteger(rounds) || rounds < 1 || rounds > maxRounds)) {
    throw invalid('rounds', rounds, `a whole number from 1 to ${maxRounds}`);
  }
}

const MOST_QUESTIONS = 1_000_000;

function habitsOf(cell: Cell, seed: number): Habits[] {
  const { conformity, correction, calibrated, failures } = cell;
  return accuraciesOf(cell).map((accuracy, seat) => {
    return { seed, seat, accuracy, conformity, correction, calibrated, failures };
  });
}

/** A prompt that a scripted model cannot read would pass for a failed call and spoil the figures unseen. */
function refuseFaults(models: readonly ScriptedModel[]): void {
  for (const { deeds } of models) if (deeds.fault !== undefined) throw deeds.fault;
}
