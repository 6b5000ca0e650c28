import type { SimulatedQuestion } from './question.js';
import type { ScriptedModel } from './scripted-model.js';

/** What one method did on one question. */
export interface MethodRun {
  /** 1 for the right option, 0 for a wrong one or none; tied options share it. */
  readonly credit: number;
  readonly calls: number;
  readonly wrongToRight: number;
  readonly rightToWrong: number;
  readonly underPressure: number;
  readonly gaveIn: number;
}

/** The credit and what the models did. A flip is a last answer that differs from the private one. */
export function methodRun(credit: number, models: readonly ScriptedModel[], question: SimulatedQuestion): MethodRun {
  const sum = (numberOf: (model: ScriptedModel) => number) =>
    models.reduce((total, model) => total + numberOf(model), 0);
  const flipped = models.filter(
    ({ history, privateOption }) => history.lastOption !== undefined && history.lastOption !== privateOption,
  );
  return {
    credit,
    calls: sum(({ history }) => history.calls),
    wrongToRight: flipped.filter(({ history }) => history.lastOption === question.right).length,
    rightToWrong: flipped.filter(({ privateOption }) => privateOption === question.right).length,
    underPressure: sum(({ history }) => history.underPressure),
    gaveIn: sum(({ history }) => history.gaveIn),
  };
}

/** The options with the most votes share the credit. */
export function creditOf(votes: readonly (number | undefined)[], right: number): number {
  const counts = new Map<number, number>();
  for (const vote of votes) if (vote !== undefined) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  const highest = Math.max(0, ...counts.values());
  const leaders = [...counts].filter(([, count]) => count === highest).map(([option]) => option);
  return leaders.includes(right) ? 1 / leaders.length : 0;
}

export interface FirstAnswers {
  readonly majority: MethodRun;
  /** The share of models that answered and were right: the result of asking one of them. */
  readonly single: number;
  /** 1 if at least one was right: the best result of choosing among first answers. */
  readonly oracle: number;
}

/** Every model is asked once; the majority wins. */
export function askOnce(question: SimulatedQuestion, models: readonly ScriptedModel[]): FirstAnswers {
  for (const model of models) model.answer([]);
  const right = models.filter(({ history }) => history.lastOption === question.right).length;
  return { majority: countLast(question, models), single: right / models.length, oracle: right > 0 ? 1 : 0 };
}

/** How long a debate is that nothing ends early. */
const FIXED_ROUNDS = 3;

/**
 * The debate without safeguards: the models speak in turn and each reads everything said so far, in the first round
 * too. Always three rounds; the majority of the last answers wins.
 */
export function debateNaively(question: SimulatedQuestion, models: readonly ScriptedModel[]): MethodRun {
  // The first speaker influences the others: each model is first equally often.
  const start = question.number % models.length;
  const speakers = [...models.slice(start), ...models.slice(0, start)];
  for (let round = 1; round <= FIXED_ROUNDS; round++) {
    for (const speaker of speakers) speaker.answer(othersOf(speaker, models));
  }
  return countLast(question, models);
}

/** The naive debate with a blind first round: all answer at the same time, then all read all answers of the round before. */
export function debateInOpenRounds(question: SimulatedQuestion, models: readonly ScriptedModel[]): MethodRun {
  for (let round = 1; round <= FIXED_ROUNDS; round++) {
    const read = models.map((model) => othersOf(model, models));
    for (const [index, model] of models.entries()) model.answer(read[index] ?? []);
  }
  return countLast(question, models);
}

function othersOf(reader: ScriptedModel, models: readonly ScriptedModel[]): number[] {
  return models.flatMap(({ seat, history }) => (seat === reader.seat ? [] : (history.lastOption ?? [])));
}

function countLast(question: SimulatedQuestion, models: readonly ScriptedModel[]): MethodRun {
  const votes = models.map(({ history }) => history.lastOption);
  return methodRun(creditOf(votes, question.right), models, question);
}
