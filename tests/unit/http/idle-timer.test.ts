import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createIdleTimer } from '../../../src/http/start-pages.js';

const HOUR = 3_600_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('ends after the time without a request or a page', async () => {
  const { hasEnded } = watch();
  await vi.advanceTimersByTimeAsync(2 * HOUR - 1);
  expect(hasEnded()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(hasEnded()).toBe(true);
});

it('begins again with every request', async () => {
  const { timer, hasEnded } = watch();
  for (let hour = 0; hour < 5; hour++) {
    await vi.advanceTimersByTimeAsync(HOUR);
    timer.touch();
  }
  expect(hasEnded()).toBe(false);
  await vi.advanceTimersByTimeAsync(2 * HOUR);
  expect(hasEnded()).toBe(true);
});

it('does not end while one of two pages is open, however long', async () => {
  const { timer, hasEnded } = watch();
  const [first, second] = [timer.begin(), timer.begin()];
  timer.touch();
  await vi.advanceTimersByTimeAsync(100 * HOUR);
  first();
  await vi.advanceTimersByTimeAsync(100 * HOUR);
  expect(hasEnded()).toBe(false);
  second();
  await vi.advanceTimersByTimeAsync(2 * HOUR);
  expect(hasEnded()).toBe(true);
});

it('never ends after it was stopped', async () => {
  const { timer, hasEnded } = watch();
  timer.stop();
  await vi.advanceTimersByTimeAsync(100 * HOUR);
  expect(hasEnded()).toBe(false);
});

function watch() {
  const timer = createIdleTimer(2 * HOUR);
  let ended = false;
  void timer.ended.then(() => {
    ended = true;
  });
  return { timer, hasEnded: () => ended };
}
