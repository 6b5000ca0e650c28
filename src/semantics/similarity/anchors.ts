/**
 * Labeled texts that calibrate an unknown model at its first use. Few, because the model has to embed them then.
 */
export interface AnchorPair {
  readonly a: string;
  readonly b: string;
  readonly label: string;
}

const SUBJECTS: readonly (readonly [question: string, same: string, related: string])[] = [
  [
    'Should sessions be kept in Redis or in the database?',
    'Where do we store user sessions, Redis or the SQL database?',
    'How long may a user session live before it expires?',
  ],
  [
    'Do we write the new service in Go or in Rust?',
    'Which language shall the new service be in: Rust or Go?',
    'How do we test the new Go service?',
  ],
  [
    'Is it worth moving from REST to GraphQL?',
    'Would replacing our REST endpoints by GraphQL pay off?',
    'How should the REST endpoints be versioned?',
  ],
  [
    'How do we roll out schema migrations without downtime?',
    'What lets us change the database schema while the site stays up?',
    'Which tool should generate our schema migrations?',
  ],
  [
    'Should error messages be translated?',
    'Do we localize the messages that users see on errors?',
    'Where are error messages logged?',
  ],
  [
    'Who is on call during the holidays?',
    'Which people take the pager over the holiday season?',
    'How are on-call hours paid?',
  ],
  [
    'Do we sign our container images?',
    'Should the images of our containers carry a signature?',
    'How do we make container images smaller?',
  ],
  [
    'Which colors does the design system need for dark mode?',
    'What palette do we give the design system for its dark theme?',
    'Who maintains the design system?',
  ],
];

const ON_ONE_SUBJECT: readonly AnchorPair[] = SUBJECTS.flatMap(([question, same, related]) => [
  { a: question, b: same, label: 'same' },
  { a: question, b: related, label: 'related' },
]);

/** Every crossing of two subjects is an unrelated pair. */
export const QUESTION_ANCHORS: readonly AnchorPair[] = [
  ...ON_ONE_SUBJECT,
  ...SUBJECTS.flatMap((subject, index) =>
    SUBJECTS.slice(index + 1).flatMap((other) =>
      subject.flatMap((a) => other.map((b) => ({ a, b, label: 'different' }))),
    ),
  ),
];

export const EXPERIENCE_ANCHORS: readonly AnchorPair[] = [
  ...ON_ONE_SUBJECT,
  ...SUBJECTS.flatMap(([question, , related], index) => {
    const [other = '', otherSame = ''] = SUBJECTS[(index + 1) % SUBJECTS.length] ?? [];
    return [
      { a: question, b: other, label: 'different' },
      { a: related, b: otherSame, label: 'different' },
    ];
  }),
];

export const OPTION_ANCHORS: readonly AnchorPair[] = [
  { a: 'release every week', b: 'release every day', label: 'different' },
  { a: 'cache in memory on each node', b: 'cache on disk on each node', label: 'different' },
  { a: 'retry failed jobs with backoff', b: 'retry failed jobs at once', label: 'different' },
  { a: 'host the registry ourselves', b: 'rent a hosted registry', label: 'different' },
  { a: 'encrypt backups on the client', b: 'encrypt backups on the server', label: 'different' },
];

const QUEUE = [
  'A queue between the shop and the mailer is the better choice. The shop must never wait for a mail server, and a mail',
  'that fails has to be tried again without a customer noticing. With a queue both come for free: the order is stored,',
  'a message is put down, and the worker takes its time. We lose nothing when the worker is restarted, and at the end of',
  'the month we can simply start a second one. The price is one more part to run and to watch, which we can afford.',
].join(' ');

const NO_QUEUE = [
  'I advise against a queue between the shop and the mailer. It is one more part to run and to watch, and for forty',
  'orders an hour it buys nothing. Send the mail in the request, with a timeout of two seconds, and note a failure in a',
  'column of the order, so that a job can try again at night. Everything stays in one database, a restart loses nothing,',
  'and whoever is called at three in the morning has a single place to look at.',
].join(' ');

const QUEUE_REWORDED = [
  'Decouple the two. Customers should not sit in front of a spinner because some SMTP host is having a bad day, so hand',
  'notifications over asynchronously and let a consumer deliver them. Retries, back-pressure and scaling out are then',
  'solved problems rather than code of our own. Operating a broker does cost effort, yet that is modest compared with the',
  'incidents it prevents.',
].join(' ');

const TYPES = [
  'We should turn on strict type checking now and not wait for the rewrite. Most of the defects of the last quarter were',
  'values that could be missing and were not checked; the compiler would have shown every one of them. The change can be',
  'made folder by folder, with a list of files that are still exempt, and the list may only get shorter. It will slow us',
  'down for some weeks. After that reviews are quicker, because nobody has to ask what a function may return.',
].join(' ');

const TYPES_EDITED = TYPES.replace(
  'It will slow us down for some weeks.',
  'It will cost us three weeks, perhaps four.',
);

const NO_TYPES = [
  'Strict type checking should wait for the rewrite. The code base has two hundred files that will be thrown away within',
  'the year, and annotating them now is work for the bin. The defects of the last quarter came from two modules; tests',
  'for those cost days, not weeks. Once the new services exist they can be strict from their first line, and reviews get',
  'quicker where it matters.',
].join(' ');

export const ANSWER_ANCHORS: readonly AnchorPair[] = [
  { a: QUEUE, b: QUEUE.replace('which we can afford', 'and that is little'), label: 'same_edited' },
  { a: TYPES, b: TYPES_EDITED, label: 'same_edited' },
  { a: QUEUE, b: QUEUE_REWORDED, label: 'reworded' },
  { a: QUEUE, b: NO_QUEUE, label: 'opposite' },
  { a: TYPES, b: NO_TYPES, label: 'opposite' },
  { a: QUEUE, b: TYPES, label: 'other_question' },
  { a: NO_QUEUE, b: NO_TYPES, label: 'other_question' },
  { a: QUEUE_REWORDED, b: TYPES_EDITED, label: 'other_question' },
];
