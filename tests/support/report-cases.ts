import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';

/**
 * Tells the scorecard how many cases a test has tried, where one test tries many. Without a scorecard around it, which
 * names its file in the environment, nothing is written; a test that says nothing counts as one case.
 */
export function reportCases(cases: number, failed = 0): void {
  const file = process.env.WITAN_SCORECARD_FILE;
  if (file === undefined) return;
  const { currentTestName = '' } = expect.getState();
  appendFileSync(file, `${JSON.stringify({ test: currentTestName, cases, failed })}\n`);
}
