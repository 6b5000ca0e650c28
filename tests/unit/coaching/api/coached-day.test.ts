import { expect, it } from 'vitest';
import { coachedDay, type Learner } from '../../../support/coached-day.js';
import { expectDayWithinItsMoney } from '../../../support/expect-day.js';

// The whole day is in tests/faults/coach/coached-day.test.ts.
it.each<Learner>(['types all day', 'asks all day'])(
  'A quarter of an hour of a person who %s stays in its purses, blocks no explanation and no wrap-up, and is billed as the API has it.',
  async (learner) => {
    const day = await coachedDay(learner, 0.25, 0.3);
    expectDayWithinItsMoney(day);
    expect(day.rows.length).toBeGreaterThan(15);
  },
);
