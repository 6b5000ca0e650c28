import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { doctor } from '../../../../src/cli/commands/doctor.js';
import { checkPart } from '../../../../src/cli/doctor/check-part.js';
import { UserError } from '../../../../src/kernel/user-error.js';
import { memoryOf } from '../../../support/project-memory.js';
import { testShell } from '../test-shell.js';

it('shows the decision graph and the driver of its database', async () => {
  const shell = testShell();
  expect(await doctor({}, shell)).toBe(0);
  expect(shell.stdout.text()).toMatch(/^ok +SQLite +\S+ \(SQLite [\d.]+\)$/m);
  expect(shell.stdout.text()).toMatch(/^ok +decision graph +nothing decided yet/m);
});

it('ends with 1 when the graph is damaged, and says how to repair it', async () => {
  const shell = testShell();
  writeFileSync(join(memoryOf(shell.currentFolder), 'decisions.db'), 'no database');
  expect(await doctor({}, shell)).toBe(1);
  expect(shell.stdout.text().replace(/\n +/g, ' ')).toMatch(/^broken +decision graph .*witan decisions import/m);
});

it('does not wait for a database that hangs', async () => {
  expect(await checkPart('decision graph', () => new Promise(() => undefined), 5)).toEqual({
    subject: 'decision graph',
    state: 'note',
    text: 'could not be determined in time',
  });
});

it('says in one line why a part cannot be checked', async () => {
  const look = () => Promise.reject(new UserError('conflict', 'decisions.db is of a newer version; update witan'));
  expect(await checkPart('decision graph', look, 1_000)).toEqual({
    subject: 'decision graph',
    state: 'broken',
    text: 'decisions.db is of a newer version; update witan',
  });
});
