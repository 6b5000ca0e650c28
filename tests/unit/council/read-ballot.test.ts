import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readBallot } from '../../../src/council/ballot/read-ballot.js';

interface LabelledQuestion {
  readonly half: 'tuning' | 'held-out';
  readonly question: string;
  readonly ballot: readonly string[] | null;
  readonly yes_no?: boolean;
}

const list = new URL('../../data/ballot-questions.json', import.meta.url);
const questions = JSON.parse(readFileSync(list, 'utf8')) as LabelledQuestion[];

// Failures show counts only: what is in the held-out half is never read for tuning.
describe.each(['tuning', 'held-out'] as const)('the ballot read from the labelled questions, %s half', (half) => {
  const members = questions.filter((entry) => entry.half === half);
  const judged = members.map((entry) => judge(entry, readBallot(entry.question)));

  it('is never a wrong one', () => {
    expect(judged.filter((judgement) => judgement === 'wrong').length).toBe(0);
  });

  it('is right for at least 90 % of the questions', () => {
    expect(members.length).toBeGreaterThan(20);
    const right = judged.filter((judgement) => judgement === 'right').length;
    expect(right / members.length).toBeGreaterThanOrEqual(0.9);
  });
});

/** No ballot where there could be one is a miss, not a fault. */
function judge({ ballot, yes_no: isYesNo }: LabelledQuestion, read: string[] | undefined) {
  if (read === undefined) return ballot === null ? 'right' : 'missed';
  if (ballot === null || read.length !== ballot.length) return 'wrong';
  const isSame = ballot.every((option, index) => {
    const found = (read[index] ?? '').toLowerCase();
    return isYesNo === true ? found.split(/\W/)[0] === option.toLowerCase() : found === option.toLowerCase();
  });
  return isSame ? 'right' : 'wrong';
}
