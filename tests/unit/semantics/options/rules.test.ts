import { describe, expect, it } from 'vitest';
import { sameOption } from '../../../../src/semantics/index.js';

/** Each rule that merges, with what it must merge and the near misses that it must not. */
const RULES: Readonly<Record<string, { same: readonly Pair[]; apart: readonly Pair[] }>> = {
  'a verb and the noun made from it': {
    same: [
      ['rotate keys every 90 days', 'key rotation every 90 days'],
      ['archive logs after 90 days', 'log archival after 90 days'],
      ['freeze code before the release', 'code freeze before the release'],
      ['load modules lazily', 'lazy module loading'],
      ['track errors with Sentry', 'error tracking with Sentry'],
    ],
    apart: [
      ['rotate keys every 90 days', 'rotation key every 90 days'],
      ['load testing', 'test loading'],
      ['client-side retries', 'retry the client'],
      ['Prometheus monitoring', 'monitor Prometheus'],
      ['log the audits', 'audit logs'],
      ['deploy tests', 'deployment tests'],
      ['tests run migrations', 'migrations run tests'],
      ['data migration', 'migration data'],
    ],
  },
  'the means named first': {
    same: [
      ['validate webhooks with HMAC', 'HMAC validation for webhooks'],
      ['encrypt traffic with TLS', 'TLS encryption of traffic'],
      ['discover services via DNS', 'DNS-based service discovery'],
      ['caching with Redis', 'Redis as a cache'],
      ['linting and formatting with Biome', 'Biome for formatting and linting'],
    ],
    apart: [
      ['validate webhooks with HMAC', 'webhook validation for HMAC'],
      ['encrypt traffic with TLS', 'traffic encryption of TLS'],
      ['token-based auth', 'auth-based tokens'],
      ['Redis caching', 'a cache for Redis'],
      ['Redis as a cache', 'cache Redis'],
      ['Biome for linting and Prettier for formatting', 'Prettier for linting and Biome for formatting'],
    ],
  },
  'a preposition that is left out': {
    same: [
      ['encryption of backups', 'encrypt backups'],
      ['an index on the email column', 'index the email column'],
    ],
    apart: [
      ['deploy with Helm', 'deploy Helm'],
      ['test in production', 'test production'],
      ['sign with the release key', 'sign the release key'],
      ['authentication at the gateway', 'authentication of the gateway'],
      ['authentication gateway', 'authentication of the gateway'],
      ['approval by two maintainers', 'approval of two maintainers'],
      ['a database per service', 'the service database'],
      ['raise coverage to 90%', 'raise coverage by 90%'],
    ],
  },
  'who does it': {
    same: [
      ['two people review every change', 'every change is reviewed by two people'],
      ['let the gateway handle authentication', 'authentication at the gateway'],
      ['each module has one owner', 'one owner per module'],
      ['all tenants share one database', 'one database for all tenants'],
    ],
    apart: [
      ['the client is tested by the server', 'the client tests the server'],
      ['let the gateway handle retries', 'let the client handle retries'],
      ['each module has one owner', 'one module per owner'],
      ['all teams share one pipeline', 'each team has its own pipeline'],
      ['two people review every change', 'two people write every change'],
    ],
  },
  'what is missing': {
    same: [
      ['deploy without downtime', 'zero-downtime deployment'],
      ['passwordless login', 'login without passwords'],
      ['framework-free', 'no framework'],
      ['plain SQL, no ORM', 'plain SQL without an ORM'],
      ['never deploy on Fridays', 'no Friday deployments'],
      ['do not add new dependencies', 'no new dependencies'],
    ],
    apart: [
      ['passwordless login', 'password login'],
      ['zero-trust network', 'no network'],
      ['tests without mocks', 'mocks without tests'],
      ['Kafka, no Redis', 'Redis, no Kafka'],
      ['zero-downtime migration', 'zero-copy migration'],
      ['stateless service', 'state service'],
    ],
  },
  'when it may be done': {
    same: [
      ['no merge until tests pass', 'merge only after tests pass'],
      ['write integration tests first', 'start with integration tests'],
    ],
    apart: [
      ['no merge until tests pass', 'merge until tests pass'],
      ['merge only after review', 'merge only before review'],
      ['start with Rust', 'Rust'],
      ['tests first', 'tests first, then code'],
    ],
  },
  'making what is named': {
    same: [
      ['create a shared component library', 'shared component library'],
      ['add feature flags', 'feature flags'],
      ['hold a retrospective', 'retrospective'],
      ['store sessions in Redis', 'sessions in Redis'],
    ],
    apart: [
      ['add Redis', 'Redis'],
      ['build tools', 'tools'],
      ['create a shared library', 'use the shared library'],
      ['hold the release', 'release'],
      ['write-through cache', 'cache'],
      ['store secrets in Vault', 'rotate secrets in Vault'],
    ],
  },
  'verbs that mean the same with some objects': {
    same: [
      ['delete old logs after 30 days', 'purge old logs after 30 days'],
      ['hire a contractor', 'bring in a contractor'],
      ['watch the queue depth', 'monitor the queue depth'],
      ['write our own parser', 'build a custom parser'],
    ],
    apart: [
      ['purge the cache', 'delete the cache'],
      ['purge old logs', 'archive old logs'],
      ['bring in Redis', 'hire Redis'],
      ['save memory', 'store in memory'],
      ['user page', 'notify the user'],
      ['write our own parser', 'use an existing parser'],
    ],
  },
  'a remark that restricts nothing': {
    same: [
      ['Monorepo: one place for all packages', 'monorepo'],
      ['keep the monolith - splitting costs too much', 'keep the monolith'],
      ['Nx; the team knows it', 'Nx'],
      ['Monorepo, simpler tooling', 'monorepo'],
      ['blue-green deployment for safe rollbacks', 'blue-green deployment'],
      ['SSE - simpler than WebSockets', 'SSE'],
      ['feature flags (easy rollback)', 'feature flags'],
      ['a managed queue - no servers to patch', 'a managed queue'],
    ],
    apart: [
      ['Monorepo: split by team', 'monorepo'],
      ['Redis: one cluster', 'Redis'],
      ['Kafka; Redis later', 'Kafka'],
      ['weekly releases, smaller batches', 'weekly releases'],
      ['caching for slow endpoints', 'caching'],
      ['read replicas to serve reports', 'read replicas'],
      ['retries: fewer than five', 'retries'],
      ['queues (cheap tier)', 'queues'],
      ['cache (server)', 'cache'],
      ['deploy (no downtime)', 'deploy'],
    ],
  },
  'a word for how': {
    same: [
      ['cache results locally', 'local caching of results'],
      ['schedule jobs centrally', 'central job scheduling'],
      ['strict mode by default', 'default to strict mode'],
    ],
    apart: [
      ['test daily and release', 'test and release daily'],
      ['locally cache reads and store writes', 'cache reads and locally store writes'],
      ['strict mode by default', 'strict mode'],
    ],
  },
  'words around a choice': {
    same: [
      ['yes, use Kafka', 'Kafka'],
      ['I am voting for Kafka', 'Kafka'],
      ['upgrade to Java 21', 'Java 21'],
      ['follow the outbox pattern', 'outbox pattern'],
      ['cron is enough', 'cron'],
      ['deploy using Helm', 'deploy with Helm'],
    ],
    apart: [
      ['yes, use Kafka', 'no, use Kafka'],
      ['deploy using Helm', 'deploy Helm'],
      ['changes to the API', 'the API'],
      ['switch over to Kafka', 'switch over from Kafka'],
      ['deploy tests', 'tests'],
    ],
  },
  'spelling and names': {
    same: [
      ['re-use the pool', 'reuse the pool'],
      ['APIGateway', 'API gateway'],
      ['UUIDv7 ids', 'UUID v7 identifiers'],
      ['config in env vars', 'configuration in environment variables'],
      ['max 3 retries', 'at most three retries'],
      ['substitute Redis for Memcached', 'replace Memcached with Redis'],
    ],
    apart: [
      ['re-deploy the service', 'deploy the service'],
      ['UUIDv4', 'UUIDv7'],
      ['max 3 retries', 'min 3 retries'],
      ['npm', 'npm packages'],
      ['split both services', 'split the service'],
      ['JSON Lines', 'JSON'],
      ['auth service', 'authorization service'],
      ['Azure Functions', 'Azure DevOps'],
    ],
  },
};

type Pair = readonly [string, string];

describe.each(Object.entries(RULES))('the rule of %s', (_, { same, apart }) => {
  it.each(same)('merges "%s" and "%s"', (a, b) => {
    expect([sameOption(a, b, 0.85), sameOption(b, a, 0.85)]).toEqual([true, true]);
  });

  it.each(apart)('keeps "%s" and "%s" apart', (a, b) => {
    expect([sameOption(a, b, 0.85), sameOption(b, a, 0.85)]).toEqual([false, false]);
  });
});
