import { expect, it } from 'vitest';
import { coachedDay, type Learner } from '../../support/coached-day.js';
import { expectDayWithinItsMoney } from '../../support/expect-day.js';
import { reportCases } from '../../support/report-cases.js';

const HOURS = 10;

it.each<Learner>(['types all day', 'asks all day'])(
  'Ten hours of a person who %s stay in their purses, block no explanation and no wrap-up, and are billed as the API has it.',
  { timeout: 600_000 },
  async (learner) => {
    const day = await coachedDay(learner, HOURS);
    expect(day.cap).toBe(2);
    const figures = expectDayWithinItsMoney(day);
    console.error(`${learner}: ${JSON.stringify(figures)}`);
    expect(day.rows.length).toBeGreaterThan(300);
    reportCases(day.rows.length);
  },
);
