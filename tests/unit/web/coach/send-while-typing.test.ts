import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendWhileTyping } from '../../../../src/web/coach/model/send-while-typing.js';

describe('text that is typed', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is sent half a second after the last key', () => {
    const send = vi.fn();
    const timer = sendWhileTyping(send);
    timer.typed();
    vi.advanceTimersByTime(499);
    expect(send).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(send).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(10_000);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('is sent every two seconds while keys do not stop', () => {
    const send = vi.fn();
    const timer = sendWhileTyping(send);
    for (let count = 0; count < 50; count++) {
      timer.typed();
      vi.advanceTimersByTime(100);
    }
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('is sent at once before the page is closed, and only if something waits', () => {
    const send = vi.fn();
    const timer = sendWhileTyping(send);
    timer.flush();
    timer.typed();
    timer.flush();
    timer.typed();
    timer.cancel();
    vi.advanceTimersByTime(10_000);
    expect(send).toHaveBeenCalledTimes(1);
  });
});
