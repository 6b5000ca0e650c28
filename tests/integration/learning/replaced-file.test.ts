import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Settings } from '../../../src/config/index.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { createCatchUp } from '../../../src/learning/catch-up.js';
import { DEFAULT_LEARNING_SETTINGS } from '../../../src/learning/index.js';
import { lazyLearning } from '../../../src/program/open-learning.js';
import type { Redactor } from '../../../src/redaction/index.js';
import { BELIEF, expectValue, journalIn } from '../../support/journal-fixture.js';
import { knownDatabases } from '../../support/known-databases.js';
import { useSemantics } from '../../support/learning-fixture.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const semantics = useSemantics();

function desk() {
  const dataFolder = scratchFolder('replaced');
  const { journal } = journalIn();
  const open = () => {
    const learning = lazyLearning({
      settings: { learning: DEFAULT_LEARNING_SETTINGS, storage: { dataFolder } } as unknown as Settings,
      semantics,
      journal,
      redactor: { redact: async (text: string) => text } as unknown as Redactor,
      known: knownDatabases(),
      storeValues: async () => undefined,
      logger: silentLogger,
    });
    onTestFinished(() => learning.close());
    return learning;
  };
  const resolve = async (goal: string) => {
    expectValue(await journal.create({ ...BELIEF, goal }));
    return expectValue(await journal.resolve({ status: 'confirmed', result: 'held' })).entry;
  };
  const lose = () => {
    for (const end of ['', '-wal', '-shm']) rmSync(path.join(dataFolder, `experiences.db${end}`), { force: true });
  };
  return { journal, open, resolve, lose };
}

it('makes experiences of everything in the journal again when the database is gone at a start', async () => {
  const { journal, open, resolve, lose } = desk();
  const first = open();
  const catchUp = createCatchUp({ journal, learning: first, logger: silentLogger });
  await catchUp.save(await resolve('before'));
  expectValue(await journal.endSession());
  await catchUp.begin();
  await first.close();
  lose();
  const second = open();
  await createCatchUp({ journal, learning: second, logger: silentLogger }).begin();
  expect(await (await second.open()).listExperiences({ limit: 5 })).toMatchObject([{ goal: 'before' }]);
});

it('continues with a new database, and fills it, when the file is removed while a server runs', async () => {
  const { journal, open, resolve, lose } = desk();
  const learning = open();
  const catchUp = createCatchUp({ journal, learning, logger: silentLogger });
  await catchUp.begin();
  await catchUp.save(await resolve('before'));
  lose();
  await catchUp.save(await resolve('after'));
  const goals = async () => {
    const found = await (await learning.open()).listExperiences({ limit: 5 });
    return found.map(({ goal }) => goal).sort();
  };
  await expect.poll(goals, { timeout: 5_000 }).toEqual(['after', 'before']);
});

it('stores what waited while the database could not be opened after the next success', async () => {
  const { journal, open, resolve } = desk();
  const learning = open();
  let isBroken = true;
  const openIfSound = async () => (isBroken ? Promise.reject(new Error('damaged')) : learning.open());
  const catchUp = createCatchUp({
    journal,
    learning: { ...learning, open: openIfSound },
    logger: silentLogger,
    wait: async () => undefined,
  });
  expect(await catchUp.save(await resolve('waited'))).toMatchObject({ ok: false });
  isBroken = false;
  await catchUp.save(await resolve('stored'));
  const count = async () => (await (await learning.open()).stats()).experiences;
  await expect.poll(count, { timeout: 5_000 }).toBe(2);
});
