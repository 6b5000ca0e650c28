import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * For a long computation among others: call it often, and wait for what it returns, if anything. Every few milliseconds
 * it lets the event loop do what has piled up.
 */
export function takeTurns(maxMs = MAX_TURN_MS): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < maxMs) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}

const MAX_TURN_MS = 10;
