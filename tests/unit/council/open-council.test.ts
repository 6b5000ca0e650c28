import { describe, expect, it } from 'vitest';
import { loadDuringFirstRound, projectWarnings } from '../../../src/council/open-council.js';
import { scriptedCouncil, vote } from '../../support/scripted-council.js';

const SOURCES = [{ path: '/projects/app/.witan/config.yaml', layer: 'project', trusted: false }] as const;
const warn = (projectChanges: readonly { key: string; value: string | undefined }[]) =>
  projectWarnings({ projectChanges, sources: SOURCES }, '/projects/app', (text) =>
    text.replaceAll('hunter2', '[secret]'),
  );

it('warns in one line of the project file, every key it sets and the values of single settings', () => {
  expect(
    warn([
      { key: 'evidence.deny', value: undefined },
      { key: 'council.quorum', value: '0.9' },
    ]),
  ).toEqual(["this project's .witan/config.yaml sets evidence.deny, council.quorum (0.9)"]);
  expect(warn([])).toEqual([]);
});

it('redacts a value of the project before it cuts it and makes it plain', () => {
  const [line = ''] = warn([{ key: 'a', value: `hunter2\u001b[2J\n\u202e${'x'.repeat(500)}` }]);
  expect(line).toContain('a ([secret] xxx');
  expect(line).not.toMatch(/[\p{Control}\u202e]/u);
  expect(line.length).toBeLessThan(100);
});

it('cuts a long list of keys and says how many are left', () => {
  const [line] = warn(Array.from({ length: 40 }, (_, at) => ({ key: `k${at}`, value: undefined })));
  expect(line).toMatch(/k11 and 28 more$/);
});

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
