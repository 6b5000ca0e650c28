import { expect, it } from 'vitest';
import { createBreaker } from '../../../src/kernel/create-breaker.js';

const hangs = () => new Promise<never>(() => undefined);

it('lets work in the background through after a call that took too long, and ends the pause when it succeeds', async () => {
  const breaker = createBreaker({ maxMs: 1, pauseMs: 3_600_000 });
  const answers = async () => 'answer';
  await expect(breaker.attempt(hangs)).rejects.toThrow('no answer');
  await expect(breaker.attempt(answers)).rejects.toThrow('no answer');
  expect(await breaker.attemptInBackground(answers)).toBe('answer');
  expect(await breaker.attempt(answers)).toBe('answer');
});

it('keeps answering calls when work in the background takes too long', async () => {
  const breaker = createBreaker({ maxMs: 1_000, pauseMs: 3_600_000, backgroundMs: 1 });
  await expect(breaker.attemptInBackground(hangs)).rejects.toThrow('no answer');
  expect(await breaker.attempt(async () => 'answer')).toBe('answer');
});

it('does not count a caller that gives up as a failure of the service', async () => {
  const breaker = createBreaker({ maxMs: 3_600_000, pauseMs: 3_600_000 });
  const caller = new AbortController();
  const given = breaker.attempt(hangs, caller.signal);
  caller.abort(new Error('the user pressed Escape'));
  await expect(given).rejects.toThrow('the user pressed Escape');
  expect(await breaker.attempt(async () => 'answer')).toBe('answer');
});

it('calls the service again after a failure that came in time', async () => {
  const breaker = createBreaker({ maxMs: 1_000, pauseMs: 3_600_000 });
  const fails = () => Promise.reject(new Error('connection refused'));
  await expect(breaker.attempt(fails)).rejects.toThrow('connection refused');
  expect(await breaker.attempt(async () => 'answer')).toBe('answer');
});
