/** The scorecard's seed, where one is given; else the test's own, so that every day's run is the same. */
export function seedOr(own: number): number {
  const given = Number(process.env.WITAN_SEED);
  return Number.isSafeInteger(given) && given > 0 ? given : own;
}

/** Pseudo-random numbers from 0 up to 1 (mulberry32): the same seed gives the same sequence. */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
