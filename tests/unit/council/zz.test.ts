import { readFileSync } from 'node:fs';
import { it } from 'vitest';
import { readBallot } from '../../../src/council/ballot/read-ballot.js';

const more = [
  'Should we use server-side or client-side rendering?',
  'Is SQLite or PostgreSQL better for the queue?',
  'Do we need an index or is the query fast enough?',
  'Should we allow users to edit or delete comments?',
  'Should we store images or videos in S3?',
  'Which is better for us, SQLite or PostgreSQL?',
  'Which database should we use: SQLite or PostgreSQL?',
  'What should we use for caching, Redis or Memcached?',
  'Should we migrate to pnpm or stay on npm?',
  'Where do the build artefacts go: S3, EC2 instance disk or Artifactory 7?',
  'HTTP 2 or 3 for the public gateway?',
  'Sollen wir die bestehende Tabelle erweitern oder eine neue Tabelle anlegen?',
  'Should the job runner keep its state in SQLite or PostgreSQL?',
  'Should the API return 404 or 403 for hidden resources?',
  'Tabs or spaces?',
  'Monorepo or polyrepo for our four services?',
  'Should we build our own auth or buy Auth0?',
  'Would it be better to shard by tenant or by region?',
  'Do you prefer REST or GraphQL?',
  'Should errors be logged or thrown?',
  'Should we delete stale branches after 30 or 60 days?',
  'Can we remove the feature flag?',
  'Could you review src/a.ts?',
  'Does the retry loop handle timeouts or cancellations?',
  'Should we ship on Friday or wait until Monday?',
  'Our team of two or three people maintains this. Should we drop IE11?',
  'Should we use Kafka?',
  "Shouldn't we use Kafka?",
  'Should we use TypeScript or not?',
  'We need a queue. Kafka, RabbitMQ, or SQS?',
  'Pick one: Kafka, RabbitMQ, SQS',
  'Choose between Vue and React',
  'Which should we choose, A or B?',
  'Option A: rewrite, option B: patch. Which one?',
  'Should we (a) rewrite the parser, (b) patch it or (c) leave it alone?',
  'How should we deploy: blue-green or canary?',
  'Ist es besser, Redis oder Memcached zu nehmen?',
  'Should the CLI be written in Go or Rust?',
  'Should we fix one or more of these bugs now?',
  'Should the retry limit be 3 or 5?',
  'Should new hires get a Mac or a Linux laptop?',
  'Do we want strict or loose validation?',
  'Is it worth it?',
  'What are the pros and cons of A or B?',
  'Should we add rate limiting or caching to the API first?',
  'Should we support MySQL or MariaDB?',
  'Should the tests run on every push or nightly?',
  'Postgres vs. MySQL',
  'Should we pay for support or the enterprise license, and when?',
  'Should we deprecate v1, or keep it for another year?',
  'Should I refactor this before or after the release?',
  'Should we let admins or owners approve refunds?',
  'Should we use feature flags to test or roll back changes?',
  'Should we use one or two replicas?',
  'Should we use JWT or session cookies or both?',
];
it('x', () => {
  for (const e of JSON.parse(readFileSync('tests/data/ballot-questions.json', 'utf8')).filter(
    (e: any) => e.half === 'tuning',
  )) {
    const got = readBallot(e.question);
    const ok =
      e.ballot === null
        ? got === undefined
        : got !== undefined &&
          got.length === e.ballot.length &&
          e.ballot.every((b: string, i: number) =>
            e.yes_no ? got[i].toLowerCase().startsWith(b.toLowerCase()) : b.toLowerCase() === got[i].toLowerCase(),
          );
    if (!ok) console.log('T', e.id, JSON.stringify(e.question), JSON.stringify(e.ballot), JSON.stringify(got));
  }
  console.log(more.map((q) => `${JSON.stringify(readBallot(q))}  <- ${q}`).join('\n'));
});
