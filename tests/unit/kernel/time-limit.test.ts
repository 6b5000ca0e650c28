import { describe, expect, it } from 'vitest';
import { settleWithin, withinTime } from '../../../src/kernel/time-limit.js';

const never = () => new Promise<never>(() => undefined);
const { signal: quiet } = new AbortController();

describe('settleWithin', () => {
  it('returns what the work returns, and rejects as it does', async () => {
    expect(await settleWithin({ maxMs: 3e9, signal: quiet }, async () => 'done')).toEqual({ ok: true, value: 'done' });
    await expect(settleWithin({ maxMs: 1000 }, () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
    const throwing = () => {
      throw new Error('no driver');
    };
    await expect(settleWithin({}, throwing)).rejects.toThrow('no driver');
  });

  it('does not begin when it is cancelled already', async () => {
    let begun = false;
    const work = async () => {
      begun = true;
    };
    expect(await settleWithin({ signal: AbortSignal.abort() }, work)).toEqual({ ok: false, error: 'cancelled' });
    expect(begun).toBe(false);
  });

  it('distinguishes a timeout from a cancellation, and tells the work to stop', async () => {
    let told: AbortSignal | undefined;
    const work = (signal: AbortSignal) => {
      told = signal;
      return never();
    };
    expect(await settleWithin({ maxMs: 1, signal: quiet }, work)).toEqual({ ok: false, error: 'timeout' });
    expect(told?.aborted).toBe(true);
    const controller = new AbortController();
    const pending = settleWithin({ maxMs: 60_000, signal: controller.signal }, work);
    controller.abort();
    expect(await pending).toEqual({ ok: false, error: 'cancelled' });
    expect(told?.aborted).toBe(true);
  });

  it('takes what the work delivers in the grace after its end', async () => {
    const work = (signal: AbortSignal) =>
      new Promise<string>((resolve) => signal.addEventListener('abort', () => setImmediate(resolve, 'a part')));
    expect(await settleWithin({ maxMs: 1, graceMs: 60_000 }, work)).toEqual({ ok: true, value: 'a part' });
  });

  it('ignores a failure that comes after the end', async () => {
    let fail: (error: Error) => void = () => undefined;
    const work = () => new Promise<never>((_, reject) => (fail = reject));
    expect(await settleWithin({ maxMs: 1 }, work)).toEqual({ ok: false, error: 'timeout' });
    fail(new Error('too late'));
    await new Promise(setImmediate);
  });
});

describe('withinTime', () => {
  it("rejects with the caller's reason, or says how long it waited", async () => {
    await expect(withinTime({ signal: AbortSignal.abort(new Error('enough')) }, never)).rejects.toThrow('enough');
    await expect(withinTime({ maxMs: 2 }, never)).rejects.toThrow('no answer within 0.002 s');
  });
});
