import { readFileSync } from 'node:fs';
import { expect, expectTypeOf, test } from 'vitest';
import { loadSettings, type Settings } from '../../../src/config/index.js';
import type { CouncilSettings } from '../../../src/council/contract/settings.js';
import { scratch } from './scratch.js';

test('the council can be given the settings as they are', () => {
  expectTypeOf<Settings['council']>().toExtend<CouncilSettings>();
});

test('the shipped file states the same defaults as the program', async () => {
  const folders = await scratch();
  const shipped = await folders.load();
  const bare = await loadSettings({
    projectFolder: folders.project,
    homeFolder: folders.home,
    environment: {},
    packageConfigText:
      'adapters: { claude: { type: cli, command: claude }, codex: { type: cli, command: codex }, droid: { type: cli, command: droid }, gemini: { type: cli, command: gemini } }',
  });
  for (const section of ['council', 'evidence', 'storage', 'mcp'] as const) {
    expect(shipped[section]).toEqual(bare[section]);
  }
});

test('ships the defaults that users are promised', async () => {
  const { council, mcp } = await (await scratch()).load();
  expect(council).toMatchObject({
    defaultMode: 'conference',
    defaultRounds: 2,
    maxRounds: 5,
    roundTimeoutMs: 600_000,
    quorum: 0.5,
    anonymize: true,
    voteRetries: 1,
    convergence: {
      enabled: true,
      similarityThreshold: 0.85,
      divergenceThreshold: 0.4,
      minRoundsBeforeCheck: 1,
      consecutiveStableRounds: 2,
    },
    earlyStopping: { enabled: true, threshold: 0.66, respectMinRounds: true },
    summary: 'auto',
    summarizers: [
      { adapter: 'claude', model: 'sonnet' },
      { adapter: 'codex', model: undefined },
      { adapter: 'droid', model: undefined },
      { adapter: 'gemini', model: undefined },
    ],
  });
  expect(mcp).toEqual({ maxRoundsInResponse: 3, progressIntervalMs: 10_000 });
});

test('every shipped registry has one default, and local back ends allow any model', async () => {
  const { modelRegistry } = await (await scratch()).load();
  for (const models of Object.values(modelRegistry))
    expect(models.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  for (const name of ['ollama', 'lmstudio', 'llamacpp']) expect(modelRegistry[name] ?? []).toEqual([]);
  expect(modelRegistry.demo?.map(({ id }) => id)).toEqual(['steward', 'skeptic', 'builder']);
});

test('every shipped price has the date of its source', async () => {
  const lines = readFileSync(new URL('../../../config.yaml', import.meta.url), 'utf8').split('\n');
  const prices = lines.filter((line) => /^\s+[^#]*price: \{/.test(line));
  expect(prices.length).toBeGreaterThan(0);
  expect(prices.filter((line) => !/# \d{4}-\d{2}-\d{2}$/.test(line))).toEqual([]);
});
