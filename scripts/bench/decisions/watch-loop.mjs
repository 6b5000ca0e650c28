/**
 * The longest time between two turns of the event loop, by the clock and by the processor. On a machine with much else
 * to do the clock also counts the time in which this process was not let run; the processor's time does not, but it
 * leaves out waits for the disk. The truth lies between them.
 */
export function watchLoop() {
  let clock = performance.now();
  let processor = processorTime();
  const longest = { byClock: 0, byProcessor: 0 };
  const timer = setInterval(() => {
    const [now, used] = [performance.now(), processorTime()];
    longest.byClock = Math.max(longest.byClock, now - clock);
    // Other threads of this process count too: at most what the clock says can have been this one's.
    longest.byProcessor = Math.max(longest.byProcessor, Math.min(now - clock, used - processor));
    [clock, processor] = [now, used];
  }, 1);
  return () => {
    clearInterval(timer);
    return longest;
  };
}

/** Milliseconds. */
function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
