import { failure, success } from '../../kernel/result.js';
import type { ModelAnswer } from '../../models/index.js';
import { answerPrivately, type Habits, type PrivateAnswer, sureOfItself } from './private-answer.js';
import type { SimulatedQuestion } from './question.js';
import { randomStream } from './random.js';
import { type ReadPrompt, readPrompt } from './read-prompt.js';

/** One model at one question, in one method. What it did is kept for the figures. */
export interface ScriptedModel {
  readonly privately: PrivateAnswer;
  /** Everything it knows of the others it reads from the prompt. */
  answer(prompt: string): ModelAnswer;
  readonly deeds: Deeds;
}

export interface Deeds {
  calls: number;
  /** The option it named last; undefined while every call has failed. */
  last: number | undefined;
  /** Turns in which it met a majority against it and was not convinced by an argument. */
  pressed: number;
  /** Of those, the turns in which it gave in. */
  gaveIn: number;
  /** Why it could not read a prompt; a fault of the simulation, never of the engine under test. */
  fault: Error | undefined;
}

export function createScriptedModel(question: SimulatedQuestion, habits: Habits): ScriptedModel {
  const privately = answerPrivately(question, habits);
  const deeds: Deeds = { calls: 0, last: undefined, pressed: 0, gaveIn: 0, fault: undefined };
  return {
    privately,
    deeds,
    answer: (prompt) => {
      deeds.calls++;
      try {
        const read = readPrompt(prompt, question);
        // All four are drawn in every turn, used or not: a turn means the same to every method.
        const random = randomStream(habits.seed, 'turn', question.number, habits.seat, read.round);
        const draws = { failure: random(), argument: random(), pressure: random(), confidence: sureOfItself(random) };
        if (draws.failure < habits.failures) return unavailable();
        const mind = makeUpMind(read, question, privately, habits, draws);
        deeds.last = mind.option;
        if (mind.isPressed) deeds.pressed++;
        if (mind.change === 'gave in') deeds.gaveIn++;
        return success({ text: reply(mind, read, privately), usage: {} });
      } catch (error) {
        // Thrown on, the engine would take it for a model's failure and hide it in the figures.
        deeds.fault = error instanceof Error ? error : new Error(String(error));
        return unavailable();
      }
    },
  };
}

function unavailable(): ModelAnswer {
  return failure({ failure: { kind: 'server_error', status: 503, detail: 'scripted to fail' }, usage: {} });
}

interface Mind {
  readonly option: number;
  readonly confidence: number;
  readonly isPressed: boolean;
  readonly change: 'none' | 'convinced' | 'gave in';
  /** Whose answer it was that convinced it. */
  readonly by?: string;
}

/** An argument is weighed first; only who is not convinced by one feels the number of the others. */
function makeUpMind(
  read: ReadPrompt,
  question: SimulatedQuestion,
  privately: PrivateAnswer,
  habits: Habits,
  draws: { readonly argument: number; readonly pressure: number; readonly confidence: number },
): Mind {
  const own = read.own ?? privately.option;
  const changed = (toCalibrated: number) => (habits.calibrated ? toCalibrated : draws.confidence);
  const argued = read.others.find(({ option }) => option === question.right);
  if (own !== question.right && argued !== undefined && draws.argument < habits.correction) {
    const option = question.right;
    return { option, confidence: changed(0.8), isPressed: false, change: 'convinced', by: argued.label };
  }
  const majority = majorityAgainst(own, read);
  if (majority !== undefined && draws.pressure < habits.conformity) {
    return { option: majority, confidence: changed(0.5), isPressed: true, change: 'gave in' };
  }
  // Whoever has changed before is as sure of its new answer as it said then.
  const confidence = own === privately.option ? privately.confidence : changed(0.8);
  return { option: own, confidence, isPressed: majority !== undefined, change: 'none' };
}

/** The option that more than half of the others it reads agree on, if that is not its own. */
function majorityAgainst(own: number, { others }: ReadPrompt): number | undefined {
  const found = others.find(
    ({ option }) => others.filter((other) => other.option === option).length * 2 > others.length,
  );
  return found === undefined || found.option === own ? undefined : found.option;
}

function reply(mind: Mind, { ids }: ReadPrompt, { wordings }: PrivateAnswer): string {
  const words = wordings[mind.option] ?? '';
  const vote = {
    option: ids.get(mind.option) ?? words,
    confidence: mind.confidence,
    rationale: `${words} holds up best`,
    continue_debate: mind.confidence < UNSURE_BELOW,
    ...(mind.change === 'none' ? {} : { changed_because: reasonOf(mind, words) }),
  };
  return `I have weighed the options against each other. ${words} holds up best.\n\nVOTE: ${JSON.stringify(vote)}`;
}

const UNSURE_BELOW = 0.8;

/** Honest, so that an engine could tell an argument from mere pressure. */
function reasonOf({ change, by }: Mind, words: string): string {
  if (change === 'convinced') return `I had missed the point that ${by ?? 'another'} makes for ${words}`;
  return `most of the others chose ${words}`;
}
