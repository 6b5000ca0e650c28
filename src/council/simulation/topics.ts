/** What questions are made of: a question and four options, each in several wordings that name the same thing. */
export interface Topic {
  readonly asks: string;
  readonly options: readonly [Wordings, Wordings, Wordings, Wordings];
}

export type Wordings = readonly [string, ...string[]];

const product = (name: string, alias: string): Wordings => [
  name,
  alias,
  `use ${name}`,
  `go with ${alias}`,
  `We should use ${name}`,
];

const amount = (number: number, unit: string): Wordings => [
  `${number} ${unit}`,
  `use ${number} ${unit}`,
  `go with ${number} ${unit}`,
  `We should choose ${number} ${unit}`,
];

/**
 * Telling the wordings of one option from those of another is work for the grouping of options, but never in doubt:
 * a simulation that hung on borderline wordings would measure the wordings.
 */
export const TOPICS: readonly [Topic, ...Topic[]] = [
  {
    asks: 'Which database should keep the orders',
    options: [
      product('PostgreSQL', 'Postgres'),
      product('SQLite', 'SQLite3'),
      product('MongoDB', 'Mongo'),
      product('DynamoDB', 'Dynamo'),
    ],
  },
  {
    asks: 'Which broker should carry the events',
    options: [
      product('Kafka', 'Apache Kafka'),
      product('RabbitMQ', 'Rabbit MQ'),
      product('ActiveMQ', 'Active MQ'),
      product('Pulsar', 'Apache Pulsar'),
    ],
  },
  {
    asks: 'Which language should the importer be written in',
    options: [
      product('TypeScript', 'Type Script'),
      product('Python', 'Py'),
      product('Rust', 'Rust lang'),
      product('Kotlin', 'Kt'),
    ],
  },
  {
    asks: 'How long should a session live without activity',
    options: [amount(15, 'minutes'), amount(30, 'minutes'), amount(60, 'minutes'), amount(90, 'minutes')],
  },
  {
    asks: 'How many workers should drain the queue',
    options: [amount(2, 'workers'), amount(4, 'workers'), amount(8, 'workers'), amount(16, 'workers')],
  },
];
