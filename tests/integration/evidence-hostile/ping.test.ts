import { afterAll, beforeAll, expect, it } from 'vitest';
import { reportCases } from '../../support/report-cases.js';
import { type HostileProject, hostileProject } from './hostile-project.js';
import { pingWhileAttacked } from './ping-while-attacked.js';

let place: HostileProject;
beforeAll(async () => {
  place = await hostileProject();
});
afterAll(() => place.close());

it('a server answers every ping while hostile requests run in its process', async () => {
  const { report, waits } = await pingWhileAttacked(place);
  expect(report.faults).toEqual([]);
  expect(waits.length).toBeGreaterThan(50);
  reportCases(report.requests);
}, 120_000);
