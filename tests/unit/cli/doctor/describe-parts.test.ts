import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeDecisions, describeJournal } from '../../../../src/cli/doctor/describe-parts.js';
import { MIGRATIONS } from '../../../../src/decisions/store/tables.js';
import { createJournal } from '../../../../src/journal/index.js';
import { silentLogger } from '../../../../src/kernel/logger.js';
import { lazyLearning } from '../../../../src/program/open-learning.js';
import { openProgram } from '../../../../src/program/open-program.js';
import { sendEmbeddingRequest } from '../../../../src/program/send-embedding-request.js';
import { createRedactor } from '../../../../src/redaction/index.js';
import { openSimilarities } from '../../../../src/semantics/open-similarities.js';
import { openDatabase } from '../../../../src/storage/index.js';
import { BELIEF, deadProcess, expectValue, journalIn } from '../../../support/journal-fixture.js';
import { projectMemory } from '../../../support/project-memory.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

it('calls a database of an earlier version no fault, and leaves it as it is', async () => {
  const projectFolder = scratchFolder('project');
  const program = await openProgram({ projectFolder, environment: {}, logger: silentLogger });
  const file = path.join(program.memory.make(), 'decisions.db');
  const earlier = await openDatabase(file, { migrations: MIGRATIONS.slice(0, -1) });
  await earlier.close();
  const expected = { state: 'ok', text: 'of an earlier version; brought up to date by its next use' };
  expect(await describeDecisions(program)).toEqual(expected);
  expect(await describeDecisions(program)).toEqual(expected);
  await program.decisions({ create: true });
  expect(await describeDecisions(program)).toMatchObject({ state: 'ok', text: expect.stringContaining('intact') });
  await program.close();
});

describe('the journal in doctor', () => {
  it('is shown as empty, then with what waits to be stored, then with what was stored', async () => {
    const { journal, folder } = journalIn({ claudeSessionId: 'here' });
    const similarities = openSimilarities({ embedding: 'builtin' }, sendEmbeddingRequest, silentLogger);
    const learning = lazyLearning({
      settings: { learning: { minExperiences: 20, minClusterSize: 'auto', minSamples: 'auto' } },
      semantics: similarities.semantics,
      journal,
      redactor: createRedactor({ secretValues: [] }),
      memory: projectMemory(scratchFolder('project')),
      storeValues: async () => undefined,
      logger: silentLogger,
    });
    const state = () => describeJournal({ entries: learning.entries });
    expect(await state()).toMatchObject({ state: 'ok', text: expect.stringContaining('nothing written down yet') });

    const gone = createJournal({ folder, owner: await deadProcess(), claudeSessionId: 'gone' });
    expectValue(await gone.create(BELIEF));
    expectValue(await journal.create(BELIEF));
    const { entry } = expectValue(await journal.resolve({ status: 'confirmed', result: 'It did' }));
    expect(await state()).toEqual({
      state: 'note',
      text: '0 experiences, 0 values; 1 left open by earlier sessions; 1 resolved but not stored yet',
      remedy: '`witan journal adopt` or `witan journal abandon`',
    });

    expectValue(await journal.abandonOrphan('dropped'));
    const opened = await learning.open();
    await opened.save(entry);
    await opened.savePending();
    expect(await state()).toEqual({ state: 'ok', text: '2 experiences, 0 values' });
    await Promise.all([learning.close(), similarities.close()]);
  });
});
