import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeRun } from '../../../../src/journal/outcomes/read-tool-event.js';
import { ROOT } from '../../../support/source-files.js';

interface LabeledRun {
  readonly command: string;
  readonly output: string;
  readonly exit_code: number;
  readonly result: 'pass' | 'fail' | 'none';
  readonly half: 'tuning' | 'held-out';
}

const RUNS = JSON.parse(
  readFileSync(join(ROOT, 'tests/data/second/test-outputs.json'), 'utf8'),
) as readonly LabeledRun[];

function judged({ command, output, exit_code }: LabeledRun): LabeledRun['result'] {
  const verdict = judgeRun({ command, output, exitCode: exit_code });
  if (verdict?.kind !== 'test') return 'none';
  return verdict.passed ? 'pass' : 'fail';
}

describe('the labeled outputs of test commands', () => {
  it.each([
    ['tuning', 30, 0],
    ['held-out', 29, 0],
  ] as const)('are judged as labeled in the %s half, and a verdict is rarely wrong', (half, minRight, maxWrong) => {
    const runs = RUNS.filter((run) => run.half === half);
    const right = runs.filter((run) => judged(run) === run.result).length;
    const wrong = runs.filter((run) => judged(run) !== 'none' && judged(run) !== run.result).length;
    console.log(`${half}: ${right} of ${runs.length} right, ${wrong} wrong verdicts`);
    expect(right).toBeGreaterThanOrEqual(minRight);
    expect(wrong).toBeLessThanOrEqual(maxWrong);
  });
});
