import { expect, it } from 'vitest';
import { doctor } from '../../../../src/cli/commands/doctor.js';
import { checkPart } from '../../../../src/cli/doctor/check-part.js';
import { UserError } from '../../../../src/kernel/user-error.js';
import { fakePorts, fakeProgram } from '../fake-ports.js';

it('shows the decision graph and the driver of its database', async () => {
  const ports = fakePorts();
  expect(await doctor({}, ports)).toBe(0);
  expect(ports.stdout.text()).toMatch(/^ok +SQLite +node:sqlite$/m);
  expect(ports.stdout.text()).toMatch(/^ok +decision graph +3 decisions, intact$/m);
});

it('ends with 1 when the graph is damaged, and says how to repair it', async () => {
  const decisionGraph = async () => ({ state: 'broken' as const, text: 'damaged; import the transcripts' });
  const ports = fakePorts({ openProgram: async () => fakeProgram({ decisionGraph }) });
  expect(await doctor({}, ports)).toBe(1);
  expect(ports.stdout.text()).toMatch(/^broken +decision graph +damaged; import the transcripts$/m);
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
