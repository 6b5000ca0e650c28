import { describe, expect, it } from 'vitest';
import { sameOption } from '../../../src/semantics/index.js';

describe('sameOption', () => {
  it.each([
    ['Option A', 'option_a'],
    ['Option A', 'optionA'],
    ['PostgreSQL', 'Use PostgreSQL'],
    ['PostgreSQL', 'We should use PostgreSQL.'],
    ['feature flags', 'Feature-Flags'],
    ['featureFlags', 'feature_flags'],
    ["Don't migrate", 'do not migrate'],
    ['Café', 'cafe'],
    ['k8s', 'Kubernetes (k8s)'],
    ['SPA', 'single-page application'],
    ['FPGA cards', 'field programmable gate array cards'],
    ['PostgreSQL version 15', 'Postgres v15'],
    ['timeout 30s', 'timeout of thirty seconds'],
    ['at least 2 approvals', 'two or more approvals'],
    ['the second option', 'option 2'],
    ['SQLite', 'SQLite (embedded)'],
    ['Kafka', 'Kafka, as it scales well'],
    ['Redis', 'My vote: Redis because we know it'],
    ['avoid Redis', 'do not use Redis'],
    ['turn telemetry off', 'do not enable telemetry'],
    ['leave everything as it is', 'no change'],
    ['rotate the keys every month', 'monthly key rotation'],
    ['rate limiting at the gateway', 'gateway rate limiting'],
    ['switch from Jest to Vitest', 'replace Jest with Vitest'],
    ['Kafka, not RabbitMQ', 'prefer Kafka to RabbitMQ'],
    ['Redis for caching', 'cache with Redis'],
    ['each service has its own database', 'one database per service'],
    ['add logging and tracing', 'add tracing and logging'],
  ])('merges %s and %s', (a, b) => {
    expect(sameOption(a, b, 0.85)).toBe(true);
    expect(sameOption(b, a, 0.85)).toBe(true);
  });

  it.each([
    ['Option A', 'Option D'],
    ['use X', 'do not use X'],
    ['PostgreSQL 15', 'PostgreSQL 16'],
    ['REST', 'GraphQL'],
    ['C', 'C++'],
    ['keep the monolith', 'split the monolith'],
    ['prefer speed over safety', 'prefer safety over speed'],
    ['Move all billing jobs to the new queue this quarter', 'Move no billing jobs to the new queue this quarter'],
    ['Yes', 'No'],
    ['Pool size > 100', 'Pool size < 100'],
    ['Timeout +5s', 'Timeout -5s'],
    ['काम', 'कम'],
    ['バス', 'ハス'],
    ['MySQL', 'SQL'],
    ['no SQL', 'NoSQL'],
    ['10% rollout', '10 rollouts'],
    ['$100', '€100'],
    ['Option I', 'Option II'],
    ['Team A owns it', 'the team owns it'],
    ['keep AWS', 'leave AWS'],
    ['Go for the backend', 'the backend'],
    ['Redis or Memcached', 'Redis and Memcached'],
    ['React and Native', 'React Native'],
    ['PostgreSQL (with Redis)', 'PostgreSQL'],
    ['encrypt (at rest)', 'encrypt (in transit)'],
    ['tests (unit)', 'tests'],
    ['optimise for speed', 'optimise for safety'],
    ['we want to reduce latency', 'we want to avoid downtime'],
    ['Redis on Kubernetes', 'Kubernetes in Redis'],
    ['backend calling frontend', 'frontend calls backend'],
    ['developers reviewed by team leads', 'developers review team leads'],
    ['migrate from MySQL to Postgres', 'migrate from Postgres to MySQL'],
    ['not Redis but Kafka', 'Redis, not Kafka'],
    ['cache the query', 'query the cache'],
    ['encrypt before compressing', 'compress before encrypting'],
    ['build on Linux', 'build for Linux'],
    ['copy to staging', 'copy from staging'],
    ['daily tests and weekly releases', 'weekly tests and daily releases'],
    ['only admins can deploy', 'admins can only deploy'],
    [
      'Store the session state for all tenants in one shared PostgreSQL cluster behind the gateway with nightly backups',
      'Store the session state for all tenants in one shared MySQL cluster behind the gateway with nightly backups',
    ],
  ])('keeps %s and %s apart', (a, b) => {
    expect(sameOption(a, b, 0.85)).toBe(false);
    expect(sameOption(b, a, 0.85)).toBe(false);
  });

  it('asks the similarity where the words alone decide nothing', () => {
    const asked: string[] = [];
    const similarity = (score: number) => (a: string, b: string) => {
      asked.push(`${a} | ${b}`);
      return score;
    };
    expect(sameOption('pay back technical debt', 'clean the messy code', 0.85, similarity(0.9))).toBe(true);
    expect(sameOption('pay back technical debt', 'clean the messy code', 0.85, similarity(0.8))).toBe(false);
    expect(sameOption('pay back technical debt', 'clean the messy code', 0.85)).toBe(false);
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['enable telemetry', 'disable telemetry'],
    ['use Redis for the session cache', 'use Memcached for a shared cache'],
    ['PostgreSQL', 'PostgreSQL and Redis'],
    ['daily backups in the first region', 'hourly backups in the second region'],
    ['ship every change to all users', 'release to some beta testers'],
    ['eager loading of rows', 'lazy fetch for every table'],
  ])('lets no similarity merge %s and %s', (a, b) => {
    expect(sameOption(a, b, 0.85, () => 1)).toBe(false);
    expect(sameOption(b, a, 0.85, () => 1)).toBe(false);
  });

  it('stays quick on texts that are far too long for an option', () => {
    const started = process.cpuUsage();
    for (const part of ['use redis ', 'a (', '   ', 'for ', 'to avoid ']) {
      const long = part.repeat(20_000);
      expect(sameOption(`${long}x`, `${long}y`, 0.85)).toBe(false);
    }
    expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
  });
});
