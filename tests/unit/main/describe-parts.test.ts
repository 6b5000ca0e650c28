import path from 'node:path';
import { expect, it } from 'vitest';
import { MIGRATIONS } from '../../../src/decisions/store/tables.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { composeProgram } from '../../../src/main/compose.js';
import { describeDecisions } from '../../../src/main/describe-parts.js';
import { openDatabase } from '../../../src/storage/index.js';
import { registerDatabase } from '../../support/known-databases.js';
import { scratchFolder } from '../../support/scratch-folder.js';

it('calls a database of an earlier version no fault, and leaves it as it is', async () => {
  const projectFolder = scratchFolder('project');
  const program = await composeProgram({ projectFolder, environment: {}, logger: silentLogger });
  const file = path.join(program.settings.storage.dataFolder, 'decisions.db');
  const earlier = await openDatabase(file, { migrations: MIGRATIONS.slice(0, -1) });
  await earlier.close();
  await registerDatabase(file);
  const expected = { state: 'ok', text: 'of an earlier version; brought up to date by its next use' };
  expect(await describeDecisions(program)).toEqual(expected);
  expect(await describeDecisions(program)).toEqual(expected);
  await program.decisions?.open();
  expect(await describeDecisions(program)).toMatchObject({ state: 'ok', text: expect.stringContaining('intact') });
  await program.close();
});
