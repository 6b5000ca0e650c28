/** Numbers from 0 up to, not including, 1. */
export type Random = () => number;

/** An independent stream for every name, so that draws of one method never shift those of another. */
export function randomStream(...names: readonly (string | number)[]): Random {
  const next = hashOf(names.join('\u0000'));
  let [a, b, c, d] = [next(), next(), next(), next()];
  // A small fast counter generator: 128 bits of state, good enough for millions of draws.
  return () => {
    const sum = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
}

/** A sequence of 32-bit numbers that depends on the whole text. */
function hashOf(text: string): () => number {
  let state = 0x9e3779b9 ^ text.length;
  for (let index = 0; index < text.length; index++) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x85ebca6b);
    state = (state << 13) | (state >>> 19);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 16), 0xc2b2ae35);
    word = Math.imul(word ^ (word >>> 13), 0x27d4eb2f);
    return word ^ (word >>> 16);
  };
}

export function pick<Value>(random: Random, values: readonly [Value, ...Value[]]): Value {
  return values[Math.floor(random() * values.length)] ?? values[0];
}
