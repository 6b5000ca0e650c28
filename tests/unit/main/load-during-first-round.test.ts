import { describe, expect, it } from 'vitest';
import { loadDuringFirstRound } from '../../../src/main/open-council.js';
import { scriptedCouncil, vote } from '../../support/scripted-council.js';

/** A council whose participants answer only after `answerAfter`. */
async function councilThatLoads(answerAfter: Promise<unknown>, load: () => Promise<unknown>) {
  const script = (option: string) => async () => {
    await answerAfter;
    return vote(option);
  };
  const { council, folder } = await scriptedCouncil({ one: script('A'), two: script('B') });
  const deliberate = (rounds: number) =>
    loading.deliberate({
      question: 'Which letter comes first, A or B?',
      participants: [
        { cli: 'one', model: 'm' },
        { cli: 'two', model: 'm' },
      ],
      working_directory: folder,
      rounds,
    });
  const loading = loadDuringFirstRound(council, load);
  return { deliberate };
}

describe('loading during the first round', () => {
  it('happens once, while the participants think', async () => {
    let loads = 0;
    let answer: () => void = () => undefined;
    const loaded = new Promise<void>((resolve) => {
      answer = resolve;
    });
    // The participants wait for the load: if it came later, no answer would ever come.
    const { deliberate } = await councilThatLoads(loaded, async () => {
      loads++;
      answer();
    });
    expect((await deliberate(2)).rounds_completed).toBe(2);
    expect((await deliberate(2)).rounds_completed).toBe(2);
    expect(loads).toBe(1);
  });

  it('leaves the deliberation alone when it fails', async () => {
    let fail: () => void = () => undefined;
    const failed = new Promise<void>((resolve) => {
      fail = resolve;
    });
    const { deliberate } = await councilThatLoads(failed, async () => {
      fail();
      throw new Error('no embedding');
    });
    expect((await deliberate(2)).status).toBe('complete');
  });
});
