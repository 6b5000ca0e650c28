import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe('hostile requests', () => {
  let fixture: HostileProject;
  let rows: readonly HostileRequest[];
  beforeAll(async () => {
    fixture = await hostileProject();
    rows = [
      ...findRows(),
      ...flagRows(),
      ...pathRows(fixture.outside, fixture.project.root),
      ...textRows(),
      ...shapeRows(),
      ...fragmentRows(),
    ];
  });
  afterAll(() => fixture.close());

  it('reach nothing, change nothing and hang nowhere', async () => {
    const before = fixture.fingerprint();
    const report = await attack(rows, fixture);
    reportCases(report.requests, report.faults.length);
    expect(report.faults).toEqual([]);
    expect(report.requests).toBeGreaterThanOrEqual(2000);
    expect(fixture.fingerprint()).toBe(before);
    if (isFull)
      console.info(
        `${report.requests} requests, ${report.succeeded} answered, slowest ${Math.round(report.slowestMs)} ms`,
      );
  }, 300_000);
});
