import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deliberationRecord } from '../../support/deliberation-record.js';
import { type ServeSession, sameUser, startServeSession } from '../../support/serve-session.js';
import { createEmptyMachine } from '../cli-program.js';

// More than can be grouped by looking at each pair: these are clustered, in a thread of the program's own.
const STORED = [
  'audit log',
  'billing ledger',
  'search index',
  'user profiles',
  'metrics',
  'job queue',
  'chat',
  'carts',
];
const PARTS = ['header', 'footer', 'button', 'banner', 'sidebar', 'menu', 'table', 'dialog'];
const TEAMS = ['web', 'mobile', 'payments', 'search'];
const QUESTIONS = TEAMS.flatMap((team) => [
  ...STORED.map((folders) => `Which database should store the ${folders} of the ${team} team, PostgreSQL or SQLite?`),
  ...PARTS.map((part) => `What color should the ${part} of the ${team} page have?`),
]).map((question, at) => ({ question, id: `20260101-000000-${String(at).padStart(6, '0')}` }));

const ADAPTERS = `
adapters:
  claude: { type: cli, command: no-such-program, output: text }
model_registry:
  claude: [{ id: sonnet }]
`;

let session: ServeSession;
beforeAll(async () => {
  session = await startServeSession(ADAPTERS);
  const folder = path.join(session.project, 'transcripts');
  mkdirSync(folder);
  for (const { question, id } of QUESTIONS) {
    writeFileSync(path.join(folder, `${id}.json`), JSON.stringify(deliberationRecord({ id, question })));
  }
  const machine = createEmptyMachine();
  await machine.witan(['decisions', 'import', 'transcripts', '--config', session.configFile], {
    cwd: session.project,
    environment: sameUser(),
  });
  machine.remove();
});
afterAll(() => session.client.close());

it('finds topics among them', async () => {
  const { isError, content } = await session.call('query_decisions', { analyze_patterns: true });
  expect({ isError, total: content.total }).toEqual({ isError: false, total: QUESTIONS.length });
  const names = (content.topics as { name: string }[]).map(({ name }) => name.toLowerCase());
  expect(names.some((name) => /database|postgresql|sqlite|store/.test(name))).toBe(true);
  expect(names.some((name) => /color|page/.test(name))).toBe(true);
});

it('shows the record of a model also by topic', async () => {
  for (const { id } of QUESTIONS.slice(0, 10)) {
    expect(await session.call('record_outcome', { decision_id: id, outcome: 'right' })).toMatchObject({
      isError: false,
    });
  }
  const { content } = await session.call('list_models', {});
  const adapters = content.adapters as {
    adapter: string;
    models: { id: string; record?: Record<string, unknown> }[];
  }[];
  const model = adapters.find(({ adapter }) => adapter === 'claude')?.models.find(({ id }) => id === 'sonnet');
  expect(model?.record).toMatchObject({ hits: 10, misses: 0, brier: 0.04 });
  const topics = model?.record?.topics as { topic: string; outcomes: number; brier: number }[];
  expect(topics.length).toBeGreaterThan(0);
  expect(topics.every(({ topic, brier }) => topic !== '' && brier === 0.04)).toBe(true);
});
