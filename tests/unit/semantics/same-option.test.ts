import { describe, expect, it } from 'vitest';
import { sameOption } from '../../../src/semantics/index.js';
import { contradicts } from '../../../src/semantics/options/contradicts.js';
import { NEAR_MISSES } from './options/near-misses.js';

describe('sameOption', () => {
  it.each([
    ['Option A', 'option_a'],
    ['PostgreSQL', 'Use PostgreSQL'],
    ['PostgreSQL', 'We should use PostgreSQL.'],
    ['PostgreSQL', 'I would go with the Postgres option'],
    ['feature flags', '**Feature-Flags**'],
    ["Don't migrate", 'do not migrate'],
    ['k8s', 'Kubernetes'],
    ['PostgreSQL v15', 'Postgres 15'],
    ['blue/green deployment', 'Blue-green deployment'],
    ['Add an index', '"add index"'],
  ])('merges %s and %s', (a, b) => {
    expect(sameOption(a, b)).toBe(true);
    expect(sameOption(b, a)).toBe(true);
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
    ['optimize for speed', 'optimize for safety'],
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
    expect(sameOption(a, b)).toBe(false);
    expect(sameOption(b, a)).toBe(false);
  });

  it('keeps options apart that are near by their words', () => {
    const pairs = NEAR_MISSES.trim()
      .split('\n')
      .map((line) => line.split(' | '));
    expect(pairs.length).toBeGreaterThan(150);
    expect(pairs.filter(([a = '', b = '']) => sameOption(a, b))).toEqual([]);
  });

  it('stays quick on texts that are far too long for an option', () => {
    const started = process.cpuUsage();
    for (const part of ['use redis ', 'a (', '   ', 'for ', 'to avoid ']) {
      const long = part.repeat(20_000);
      expect(sameOption(`${long}x`, `${long}y`)).toBe(false);
    }
    expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
  });
});

describe('two options that voters call the same', () => {
  it.each([
    ['Node 20', 'Node 22', /numbers/],
    ['timeout of 5 ms', 'timeout of 5 s', /numbers/],
    ['five retries', '3 retries', /numbers/],
    ['IPv4 only', 'IPv6 only', /numbers/],
    ['plan A', 'plan B', /letters/],
    ['cache responses', 'do not cache responses', /negates/],
    ['with a queue', 'without a queue', /negates/],
    ['缓存结果', '不缓存结果', /negates/],
    ['Tabelle erweitern', 'Tabelle nicht erweitern', /negates/],
    ['enable telemetry', 'disable telemetry', /opposites/],
    ['synchronous replication', 'asynchronous replication', /opposites/],
    ['Yes', 'No', /negates|opposites/],
  ])('are vetoed if they exclude each other: %s, %s', (a, b, reason) => {
    expect(contradicts(a, b)).toMatch(reason);
    expect(contradicts(b, a)).toMatch(reason);
  });

  it.each([
    ['keyset pagination', 'keyset pagination by id'],
    ['yes', 'Yes, switch'],
    ['use a message queue', '使用消息队列'],
    ['PostgreSQL', 'PostgreSQL 16'],
    ['schema per tenant', 'separate schema for each tenant'],
  ])('are not vetoed if they can be the same: %s, %s', (a, b) => {
    expect(contradicts(a, b)).toBeUndefined();
  });
});
