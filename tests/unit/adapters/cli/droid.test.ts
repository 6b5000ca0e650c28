import { describe, expect, it } from 'vitest';
import { createDroidAdapter } from '../../../../adapters/cli/droid.js';
import { askFixture, type Situation } from '../../../support/ask-fixture.js';

const ask = (situation: Situation = {}) => askFixture(createDroidAdapter, 'droid.mjs', situation);
const levelsOf = (calls: readonly { argv: readonly string[] }[]) =>
  calls.map(({ argv }) => (argv.includes('--auto') ? argv[argv.indexOf('--auto') + 1] : 'read-only'));

describe('the droid adapter', () => {
  it('starts read-only and stays there when that is enough', async () => {
    const { calls, answer } = await ask();
    expect(answer.ok).toBe(true);
    expect(levelsOf(calls)).toEqual(['read-only']);
  });

  it('rises one level at a time, only as far as it must', async () => {
    const { calls, answer } = await ask({ behaviour: 'needs autonomy medium' });
    expect(levelsOf(calls)).toEqual(['read-only', 'low', 'medium']);
    expect(answer).toMatchObject({ ok: true, value: { text: 'Answered at level medium.' } });
  });

  it('adds up what all levels consumed', async () => {
    const { answer } = await ask({ behaviour: 'needs autonomy low' });
    expect(answer).toMatchObject({ ok: true, value: { usage: { inputTokens: 120, outputTokens: 10 } } });
  });

  it('says of a level that told nothing that the sum is incomplete', async () => {
    const { answer } = await ask({ behaviour: 'needs autonomy low, silently' });
    expect(answer).toMatchObject({
      ok: true,
      value: { usage: { inputTokens: 60, outputTokens: 5, requests: 2, isIncomplete: true } },
    });
  });

  it('gives up after the highest level', async () => {
    const denied = await ask({ behaviour: 'insufficient permission to proceed' });
    expect(levelsOf(denied.calls)).toEqual(['read-only', 'low', 'medium', 'high']);
    expect(denied.answer).toMatchObject({ ok: false, error: { failure: { kind: 'exited' } } });
  });

  it.each([
    'Error: insufficient permission to proceed',
    'insufficient permission to proceed. Re-run with --auto medium\nError: run failed',
    'Error: insufficient permission: unauthorized action; use --auto',
    `Exec ended early: insufficient permission to proceed.\n${'Error: a long list of what it wanted. '.repeat(40)}`,
  ])('rises for its own error, whatever follows: %j', async (behaviour) => {
    const { calls } = await ask({ behaviour });
    expect(calls).toHaveLength(4);
  });

  it.each([
    'the disk is full',
    'Error: tool said: insufficient permission to read /etc/shadow (api error)',
    'The participant wrote "insufficient permission to proceed"',
  ])('does not rise for other words: %j', async (behaviour) => {
    const { calls } = await ask({ behaviour });
    expect(calls).toHaveLength(1);
  });

  it('names the whole time it had when that is up', async () => {
    const { answer } = await ask({ behaviour: 'hang', settings: { timeoutMs: 700 } });
    expect(answer).toMatchObject({ ok: false, error: { failure: { kind: 'timeout', afterMs: 700 } } });
  });
});
