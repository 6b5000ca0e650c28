import { readFileSync } from 'node:fs';

const DIMENSIONS = 100;

/** All words of the file, the most frequent first. */
export function readWordList(bytes) {
  const start = bytes.indexOf('"words":[') + 8;
  return JSON.parse(bytes.subarray(start, bytes.indexOf('"],"', start) + 2).toString());
}

export function openWordVectors(file) {
  return readFileSync(file);
}

/** Vectors of the wanted words. The file is 300 MB: it is scanned, not parsed, to stay within a small machine's memory. */
export function readWordVectors(bytes, wanted) {
  const vectors = new Map();
  let at = bytes.indexOf('"vectors":{') + 11;
  while (bytes[at] === QUOTE) {
    const open = bytes.indexOf('":[', at);
    const close = bytes.indexOf(']', open);
    const word = JSON.parse(bytes.subarray(at, open + 1).toString());
    if (wanted.has(word)) {
      const numbers = bytes
        .subarray(open + 3, close)
        .toString()
        .split(',');
      vectors.set(word, Float32Array.from(numbers.slice(0, DIMENSIONS), Number));
    }
    at = close + 2;
  }
  return vectors;
}

const QUOTE = 0x22;
