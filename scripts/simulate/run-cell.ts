import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accuraciesOf, type Cell, checkCell, invalid, type NamedCell } from './cell.js';
import { openEngine } from './engine.js';
import { askOnce, debateInOpenRounds, debateNaively } from './methods.js';
import { makeQuestion } from './question.js';
import { createScriptedModel, type Habits } from './scripted-model.js';
import { type CellFigures, createTally } from './tally.js';

export interface CellRequest extends NamedCell {
  readonly questions: number;
  readonly seed: number;
  /** The limit on the engine's rounds; undefined for the default: two, and four with `challenge`. */
  readonly rounds?: number | undefined;
}

export interface CellReport extends CellFigures {
  readonly name: string;
  readonly cell: Cell;
  readonly seed: number;
}

/** Every method at every question of a cell. */
export async function runCell(request: CellRequest): Promise<CellReport> {
  checkRequest(request);
  const folder = await mkdtemp(path.join(tmpdir(), 'witan-simulation-'));
  try {
    return await runQuestions(request, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runQuestions({ name, cell, questions, seed, rounds }: CellRequest, folder: string): Promise<CellReport> {
  const runEngine = openEngine(cell.models, folder);
  const tally = createTally(cell);
  const habits = habitsOf(cell, seed);
  for (let number = 1; number <= questions; number++) {
    const question = makeQuestion(seed, number);
    // Each method gets new models with the same beliefs and the same luck.
    const newPanel = () => habits.map((each) => createScriptedModel(question, each));
    tally.add({
      first: askOnce(question, newPanel()),
      naive: debateNaively(question, newPanel()),
      openRounds: debateInOpenRounds(question, newPanel()),
      engine: await runEngine(question, newPanel(), { challenge: false, rounds }),
      challenge: await runEngine(question, newPanel(), { challenge: true, rounds }),
    });
  }
  return { name, cell, seed, ...tally.figures() };
}

const MAX_QUESTIONS = 1_000_000;

function checkRequest({ cell, questions, seed }: CellRequest): void {
  checkCell(cell);
  if (!Number.isInteger(questions) || questions < 1 || questions > MAX_QUESTIONS) {
    throw invalid('questions', questions, `a whole number from 1 to ${MAX_QUESTIONS}`);
  }
  if (!Number.isSafeInteger(seed)) throw invalid('seed', seed, 'a whole number');
}

function habitsOf(cell: Cell, seed: number): Habits[] {
  const { conformity, correction, calibrated, failures } = cell;
  return accuraciesOf(cell).map((accuracy, seat) => {
    return { seed, seat, accuracy, conformity, correction, calibrated, failures };
  });
}
