import { pick, type Random, randomStream } from './random.js';

/** A question whose answer is known. Options are known by their index in `options`. */
export interface SimulatedQuestion {
  readonly number: number;
  readonly text: string;
  readonly options: readonly string[];
  readonly right: number;
  /** The wrong options, the most tempting one first. */
  readonly wrong: readonly number[];
}

export function makeQuestion(seed: number, number: number): SimulatedQuestion {
  const random = randomStream(seed, 'question', number);
  const { asks, options } = pick(random, TOPICS);
  const [right = 0, ...wrong] = shuffle([...options.keys()], random);
  const text = `${asks} of project ${number}: ${options.slice(0, -1).join(', ')} or ${options.at(-1)}?`;
  return { number, text, options, right, wrong };
}

function shuffle(values: readonly number[], random: Random): number[] {
  const rest = [...values];
  return values.flatMap(() => rest.splice(Math.floor(random() * rest.length), 1));
}

interface Topic {
  readonly asks: string;
  readonly options: readonly string[];
}

/** The options are plainly different: the simulation measures the debate, not the grouping of wordings. */
const TOPICS: readonly [Topic, ...Topic[]] = [
  { asks: 'Which database should keep the orders', options: ['PostgreSQL', 'SQLite', 'MongoDB', 'DynamoDB'] },
  { asks: 'Which broker should carry the events', options: ['Kafka', 'RabbitMQ', 'ActiveMQ', 'Pulsar'] },
  { asks: 'Which language should the importer use', options: ['TypeScript', 'Python', 'Rust', 'Kotlin'] },
  { asks: 'Which format should the export have', options: ['JSON', 'CSV', 'Parquet', 'XML'] },
];
