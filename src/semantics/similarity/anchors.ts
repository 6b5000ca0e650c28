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
