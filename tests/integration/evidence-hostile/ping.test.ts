import { afterAll, beforeAll, expect, it } from 'vitest';
import { reportCases } from '../../support/report-cases.js';
import { type HostileProject, hostileProject } from './hostile-project.js';
import { pingWhileAttacked } from './ping-while-attacked.js';

let fixture: HostileProject;
beforeAll(async () => {
  fixture = await hostileProject();
});
afterAll(() => fixture.close());

it('a server answers every ping while hostile requests run in its process', async () => {
  const { report, waits } = await pingWhileAttacked(fixture);
  expect(report.faults).toEqual([]);
  expect(waits.length).toBeGreaterThan(50);
  reportCases(report.requests);
}, 120_000);
