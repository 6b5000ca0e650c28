import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSandbox } from '../../../src/council/evidence/sandbox/find-sandbox.js';
import { reportCases } from '../../support/report-cases.js';
import { attack } from './attack.js';
import { findRows } from './find-rows.js';
import { flagRows } from './flag-rows.js';
import { fragmentRows } from './fragment-rows.js';
import { type HostileProject, hostileProject } from './hostile-project.js';
import { pathRows } from './path-rows.js';
import type { HostileRequest } from './request.js';
import { shapeRows } from './shape-rows.js';
import { textRows } from './text-rows.js';

const isFull = process.env.WITAN_HOSTILE === 'full';
const sandbox = await findSandbox();
if (!sandbox.ok) console.warn(`the half with bwrap is skipped: ${sandbox.error}`);

describe('hostile requests', () => {
  let place: HostileProject;
  let rows: readonly HostileRequest[];
  beforeAll(async () => {
    place = await hostileProject();
    rows = [
      ...findRows(),
      ...flagRows(),
      ...pathRows(place.outside, place.project.root),
      ...textRows(),
      ...shapeRows(),
      ...fragmentRows(),
    ];
  });
  afterAll(() => place.close());

  it('reach nothing, change nothing and hang nowhere when our own code does the work', async () => {
    const before = place.fingerprint();
    const report = await attack(rows, place, 'off');
    reportCases(report.requests, report.faults.length);
    expect(report.faults).toEqual([]);
    expect(report.requests).toBeGreaterThanOrEqual(2000);
    expect(place.fingerprint()).toBe(before);
    if (isFull)
      console.info(
        `${report.requests} requests, ${report.succeeded} answered, slowest ${Math.round(report.slowestMs)} ms`,
      );
  }, 300_000);

  it.skipIf(!sandbox.ok)(
    'reach nothing, change nothing and hang nowhere with commands under bwrap',
    async () => {
      const commands = rows.filter(({ tool }) => tool === 'run_command');
      // What is refused is refused before anything is started, so a part of the rows stands for all of them.
      const always = new Set(['parts of secrets', 'names like arguments']);
      const chosen = isFull ? rows : commands.filter(({ tries }, index) => index % 4 === 0 || always.has(tries));
      const before = place.fingerprint();
      const report = await attack(chosen, place, 'require');
      reportCases(report.requests, report.faults.length);
      expect(report.faults).toEqual([]);
      expect(report.succeeded).toBeGreaterThan(10);
      expect(place.fingerprint()).toBe(before);
      if (isFull)
        console.info(
          `${report.requests} requests, ${report.succeeded} answered, slowest ${Math.round(report.slowestMs)} ms`,
        );
    },
    900_000,
  );
});
