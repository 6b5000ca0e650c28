import { pick, randomStream } from './random.js';
import { TOPICS, type Wordings } from './topics.js';

/** A question whose answer is known. Options are known by their number, whatever words name them. */
export interface SimulatedQuestion {
  readonly number: number;
  readonly text: string;
  readonly options: readonly Wordings[];
  readonly right: number;
  /** The wrong options, the one that tempts most first. */
  readonly wrong: readonly number[];
  /** Which option a wording names; undefined for words of nobody's. */
  readonly optionNamed: (wording: string) => number | undefined;
}

export function makeQuestion(seed: number, number: number): SimulatedQuestion {
  const random = randomStream(seed, 'question', number);
  const topic = pick(random, TOPICS);
  const [right = 0, ...wrong] = shuffled([...topic.options.keys()], random);
  const named = new Map(topic.options.flatMap((wordings, option) => wordings.map((wording) => [wording, option])));
  const offered = topic.options.map(([wording]) => wording);
  return {
    number,
    text: `${topic.asks} of project ${number}: ${offered.slice(0, -1).join(', ')} or ${offered.at(-1)}?`,
    options: topic.options,
    right,
    wrong,
    optionNamed: (wording) => named.get(wording),
  };
}

function shuffled(values: readonly number[], random: () => number): number[] {
  const rest = [...values];
  return values.flatMap(() => rest.splice(Math.floor(random() * rest.length), 1));
}
