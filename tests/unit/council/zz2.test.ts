import { readFileSync } from 'node:fs';
import { it } from 'vitest';
import { resolveOption } from '../../../src/council/options/resolve-option.js';

it('x', () => {
  let ok = 0,
    n = 0;
  for (const e of JSON.parse(readFileSync('tests/data/vote-forms.json', 'utf8')).filter(
    (e: any) => e.half === 'tuning',
  )) {
    const options = e.options.map((text: string, i: number) => ({
      id: `O${i + 1}`,
      text,
      aliases: [],
      isOnBallot: true,
    }));
    const r = resolveOption(e.vote, { options, prefix: 'O', question: e.question });
    const got = r.kind === 'known' ? r.option.id : r.kind;
    n++;
    if (got === e.expected) ok++;
    else console.log(e.id, JSON.stringify(e.vote), e.expected, got, JSON.stringify(e.options));
  }
  console.log(ok, n);
  const t = (q: string, opts: string[], v: string) => {
    const r = resolveOption(v, {
      options: opts.map((text, i) => ({ id: `O${i + 1}`, text, aliases: [], isOnBallot: true })),
      prefix: 'O',
      question: q,
    });
    console.log(r.kind === 'known' ? r.option.id : r.kind, '<-', v);
  };
  const q = 'Should the job runner keep its state in SQLite or PostgreSQL?',
    o = ['SQLite', 'PostgreSQL'];
  for (const v of [
    'Use PostgreSQL for the job runner state',
    'SQLite with WAL',
    'definitely PostgreSQL',
    'not SQLite',
    'PostgreSQL, not SQLite',
    'Option A',
    'A',
    '3',
    'Option 3',
    'O 2',
    'o-2',
    'PostgreSQL because it scales',
    'SQLite: simple',
    'the second option',
    'first',
    'Neither',
    'both',
    '1. Use DuckDB',
    'Option 2: it scales',
    'SQLite/PostgreSQL',
    'O1 rather than O2',
    'PostgreSQL 16',
    '(O2) PostgreSQL',
    'vote: O2',
    'O1.',
    'O1!',
    'option O2',
    'My choice is O1',
    'SQLite.',
    'SQLite!',
    'sqlite3',
    "I'd go with SQLite",
    'Postgres DB',
    'PostgreSQL database',
    'Stay with SQLite',
    'No change',
    '2 replicas',
    '1',
    'O1 - not O2',
    'Keep SQLite',
    'PostgreSQL (managed)',
    'Migrate state to PostgreSQL',
  ])
    t(q, o, v);
});
it('more', () => {
  const t = (opts: string[], v: string, q = 'Which one for the agent?') => { const r = resolveOption(v, { options: opts.map((text, i) => ({ id: `O${i + 1}`, text, aliases: [], isOnBallot: true })), prefix: 'O', question: q }); console.log(r.kind === 'known' ? r.option.id : r.kind, '<-', v, JSON.stringify(opts)); };
  const c = ['C', 'C++', 'C#']; for (const v of ['C++', 'C', 'c#', 'C (O2)', 'Use C++']) t(c, v);
  const r = ['Redis', 'Redis Cluster', 'Memcached']; for (const v of ['cluster Redis', 'Redis in cluster mode', 'O1/2', 'O1 & 3', 'mobile first', 'first', 'Memcached (1)', 'Memcached (3)', 'O1 (Option 2)', 'anything but O1', 'O1 would be a mistake', 'O1 is wrong', 'O3 is best', 'Option 1 or 2', 'options 1 and 2', '2nd option', 'Option II', 'Option #3', 'option no. 2', 'O_1', 'Redis (16)', '3-tier cache', 'probably Redis', 'Redis please', 'Yes, Redis', 'Winner: Redis', 'None of the above', 'Neither, use Valkey', 'Other: Valkey', 'O9', 'O1, O1', 'Redis!', 'not sure']) t(r, v, 'Session cache: Redis, Redis Cluster or Memcached?');
  const z = ['ignore', 'ticket', 'page on-call']; for (const v of ['1', '0 = ignore', '0: ignore', '3', '2 - ticket']) t(z, v, 'Severity? 0 = ignore, 1 = ticket, 2 = page on-call');
  const g = ['Go', 'Rust']; for (const v of ['Go', 'go', 'Go with Rust', "let's go with Go", 'golang', 'Rust.']) t(g, v);
  const n = ['2 replicas', '3 replicas']; for (const v of ['three replicas', '3', 'Option 2', '#2', '2', 'two', '5 replicas']) t(n, v, 'Two or three replicas?');
  const y = ['Yes, use Kafka', 'No, do not use Kafka']; for (const v of ['Yes', 'yes!', 'No', 'use Kafka', "don't use Kafka", 'Do not use Kafka', 'Kafka', 'No Kafka', 'Yes, use Kafka with Avro', 'not now', 'Nope', 'No, use RabbitMQ', 'O2: do not use Kafka', 'O1: do not use Kafka', 'Yes: use Kafka', 'YES - use Kafka', 'No. Do not use Kafka.', 'Never use Kafka', 'avoid Kafka']) t(y, v, 'Should we use Kafka?');
});
it('third', () => {
  const t = (opts: string[], v: string, q = 'Which one for the agent?') => { const r = resolveOption(v, { options: opts.map((text, i) => ({ id: `O${i + 1}`, text, aliases: [], isOnBallot: true })), prefix: 'O', question: q }); console.log('3:', r.kind === 'known' ? r.option.id : r.kind, '<-', v, JSON.stringify(opts)); };
  for (const v of ['3.12', 'v3.12', 'Python 3.12', '12', '3', 'Option 1', 'py312', '2']) t(['Python 3.11', 'Python 3.12'], v, 'Python 3.11 or 3.12?');
  for (const v of ['6', 'v6', 'IPv6', '4', '1']) t(['IPv4', 'IPv6'], v);
  for (const v of ['3', '2', 'S3', '7']) t(['S3', 'EC2 instance disk', 'Artifactory 7'], v);
  for (const v of ['No way', 'Yes we should', 'No objections', 'no problem', 'Yes please', 'yes or no', 'No, not yet', 'No merge', 'Yes merge']) t(['Yes, merge it', 'No, do not merge it'], v);
  for (const v of ['选择O2', '我投O2', '我选择使用定时任务', '选项2', '选项二', '第二个', 'O2使用定时任务', 'O1使用定时任务', '不使用消息队列', '方案1', '使用Kafka']) t(['使用消息队列', '使用定时任务'], v, '订单同步应该使用消息队列还是使用定时任务？');
  for (const v of ['Ich bin für: Neue Tabelle anlegen', 'Zweite Option', 'Variante 2', 'eine neue Tabelle anlegen', 'keine neue Tabelle anlegen', 'О1']) t(['Bestehende Tabelle erweitern', 'Neue Tabelle anlegen'], v, 'Sollen wir die bestehende Tabelle erweitern oder eine neue Tabelle anlegen?');
  for (const v of ['SSE', 'WS', 'option-2', 'Opt 2', 'number 3', '2 or 3', '1/2', 'a or b', '\\boxed{O2}', '\\boxed{2}', 'WebSocket', 'polling over HTTP', 'HTTP polling 30s', '1️⃣', '③', 'No. 2', 'ii']) t(['HTTP polling', 'WebSockets', 'Server-sent events'], v, 'Pick one:\n1) HTTP polling\n2) WebSockets\n3) Server-sent events');
  for (const v of ['Option 2', '2', 'option 1', '3']) t(['Foo', 'Bar'], v, 'Option 2 is Foo, option 1 is Bar. Which?');
  for (const v of ['30', '30s', '30 s', '60', '3', 'Option 3']) t(['10 s', '30 s', '60 s'], v);
  for (const v of ['adding an index', 'caching the result', 'index', 'Denormalizing']) t(['Add an index', 'Cache the result', 'Denormalize the table'], v);
  for (const v of ['ii)', 'i', 'iii']) t(['Foo', 'Bar'], v, 'i) Foo ii) Bar');
});
