import { afterEach, expect, it, vi } from 'vitest';
import { serveCoach } from '../../../support/coach-fixture.js';

const HOUR = 3_600_000;
const SESSION = { id: 'session-1', isPaused: false, phase: null };

afterEach(() => void vi.useRealTimers());

it('does not end without a page while a session is active, and counts two hours from its end', async () => {
  const { own } = await serveCoach();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let hasEnded = false;
  void own?.idle.then(() => {
    hasEnded = true;
  });
  await own?.noteSession(SESSION);
  await own?.noteSession(undefined);
  await vi.advanceTimersByTimeAsync(HOUR);
  await own?.noteSession(SESSION);
  await own?.noteSession({ ...SESSION, isPaused: true });
  await vi.advanceTimersByTimeAsync(10 * HOUR);
  expect(hasEnded).toBe(false);
  await own?.noteSession(undefined);
  await vi.advanceTimersByTimeAsync(2 * HOUR - 1);
  expect(hasEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(hasEnded).toBe(true);
});
