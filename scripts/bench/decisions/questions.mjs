// Questions as a team asks them over the years: subjects come back, in other words and with other choices.

const SUBJECTS = [
  'job queue',
  'session store',
  'search index',
  'event log',
  'user profile page',
  'billing service',
  'mobile client',
  'admin panel',
  'public API',
  'internal RPC layer',
  'build pipeline',
  'test suite',
  'feature flags',
  'audit trail',
  'image uploads',
  'notification service',
  'rate limiter',
  'data warehouse',
  'onboarding flow',
  'password reset',
  'report export',
  'webhook delivery',
  'order history',
  'recommendation engine',
  'cache layer',
  'config loader',
  'migration scripts',
  'error tracking',
  'deployment process',
  'design system',
  'currency conversion',
  'chat widget',
  'invoice numbering',
  'access control',
  'backup schedule',
  'log retention',
  'email templates',
  'plugin interface',
  'time zone handling',
  'payment retries',
];

const CHOICES = [
  ['PostgreSQL', 'SQLite'],
  ['Redis', 'Memcached'],
  ['REST', 'GraphQL'],
  ['Go', 'Rust'],
  ['Kafka', 'RabbitMQ'],
  ['React', 'Svelte'],
  ['a monorepo', 'separate repositories'],
  ['feature branches', 'trunk based development'],
  ['Docker Compose', 'Kubernetes'],
  ['JSON', 'Protocol Buffers'],
  ['a background worker', 'a scheduled task'],
  ['server rendering', 'a single page application'],
  ['soft deletes', 'hard deletes'],
  ['UUIDs', 'sequential numbers'],
  ['optimistic locking', 'row locks'],
  ['cookies', 'bearer tokens'],
  ['S3', 'the local disk'],
  ['Vitest', 'Jest'],
  ['OpenTelemetry', 'plain logs'],
  ['a managed service', 'our own cluster'],
  ['TypeScript', 'plain JavaScript'],
  ['polling', 'websockets'],
  ['one database per tenant', 'a shared schema'],
  ['cron', 'a workflow engine'],
  ['Terraform', 'shell scripts'],
];

const FRAMES = [
  (subject, [a, b], reason) => `Should the ${subject} use ${a} or ${b} ${reason}?`,
  (subject, [a, b], reason) => `Which is better for our ${subject} ${reason}: ${a} or ${b}?`,
  (subject, [a, b], reason) => `Do we move the ${subject} from ${b} to ${a} ${reason}?`,
  (subject, [a], reason) => `Is ${a} the right choice for the ${subject} ${reason}?`,
  (subject, [a, b], reason) =>
    `We need to decide between ${a} and ${b} for the ${subject} ${reason}. What do you recommend?`,
  (subject, [a, b], reason) => `What speaks against ${a} instead of ${b} in the ${subject} ${reason}?`,
];

const REASONS = [
  'now that traffic has doubled',
  'before the next release',
  'given a team of four',
  'to cut costs',
  'for European customers',
  'after the last outage',
  'while we support offline use',
  'if latency matters most',
  'with strict compliance rules',
  'during the rewrite',
  'to make testing easier',
  'when several regions write at once',
  'for the first prototype',
  'to get rid of manual steps',
  'with ten thousand tenants',
  'on machines with little memory',
  'without downtime',
  'because the vendor raised prices',
  'since the old library is unmaintained',
  'to shorten build times',
];

/** The number says which: up to 120,000 different ones. */
export function questionAt(number) {
  // Steps without a common factor visit every combination, and consecutive numbers have different subjects.
  let rest = (number * 48_271) % MAX_QUESTIONS;
  const take = (list) => {
    const item = list[rest % list.length];
    rest = Math.floor(rest / list.length);
    return item;
  };
  const [frame, subject, choice, reason] = [take(FRAMES), take(SUBJECTS), take(CHOICES), take(REASONS)];
  return { question: frame(subject, choice, reason), subject, choice };
}

const MAX_QUESTIONS = FRAMES.length * SUBJECTS.length * CHOICES.length * REASONS.length;

const FIRST_DAY = Date.UTC(2024, 0, 1);

/** What a council of three hands over; texts as long as they usually are. */
export function recordAt(number) {
  const { question, subject, choice } = questionAt(number);
  const winner = choice[number % 3 === 0 ? 1 : 0];
  const loser = choice[number % 3 === 0 ? 0 : 1];
  const timestamp = new Date(FIRST_DAY + number * 300_000).toISOString();
  const participants = ['claude-sonnet-5-5@claude', 'gpt-6@codex', 'gemini-3-pro@gemini'];
  const rationale = `${winner} fits the ${subject} because the team already runs it and ${loser} would add a part that the team has never operated; the cost of changing later is small.`;
  const response = `On the ${subject}: ${`${rationale} I looked at the present load and at what the change would cost us in the first quarter. `.repeat(5)}`;
  return {
    deliberation_id: `bench-${String(number).padStart(7, '0')}`,
    status: 'complete',
    question,
    working_directory: `/projects/${subject.replaceAll(' ', '-')}`,
    participants,
    summary: {
      consensus: `${winner} was chosen for the ${subject}. ${rationale} Open: who moves the existing data, and when the old way is switched off. Two participants would revisit this within a year.`,
      final_recommendation: `Use ${winner}.`,
    },
    voting_result: {
      winning_option: winner,
      options: [],
      votes_by_round: [1, 2].flatMap((round) =>
        participants.map((participant, at) => ({
          round,
          participant,
          vote: { option: round === 1 && at === 2 ? loser : winner, confidence: 0.7 + at / 10, rationale },
          timestamp,
        })),
      ),
    },
    convergence_info: { status: 'unanimous_consensus' },
    counterfactual: { first_round_winner: winner },
    transcript_path: `transcripts/bench_${number}.md`,
    full_debate: participants.map((participant) => ({ round: 2, participant, response, timestamp })),
    cost: { usd: 0.04 },
  };
}
