import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The two halves of a labeled set, by the rule of tests/data/README.md. */
export function halvesOf(file) {
  const entries = JSON.parse(readFileSync(file, 'utf8'));
  const isTune = ({ a, b }) => createHash('sha256').update(`witan-2026\n${a}\n${b}`).digest()[0] % 2 === 0;
  return { tune: entries.filter(isTune), heldOut: entries.filter((entry) => !isTune(entry)) };
}

/** How often a pair is more alike than a crossing of two pairs; ties count half. */
export function crossedAuc(pairs, embed) {
  const left = pairs.map(({ a }) => embed(a));
  const right = pairs.map(({ b }) => embed(b));
  const matches = left.map((vector, index) => dot(vector, right[index]));
  let wins = 0;
  let comparisons = 0;
  for (const [one, vector] of left.entries()) {
    for (const [other, against] of right.entries()) {
      if (one === other) continue;
      const mismatch = dot(vector, against);
      for (const match of matches) wins += match > mismatch ? 1 : match === mismatch ? 0.5 : 0;
      comparisons += matches.length;
    }
  }
  return wins / comparisons;
}

/** Spearman's rank correlation; equal values share their mean rank. */
export function spearman(one, other) {
  const [x, y] = [ranksOf(one), ranksOf(other)];
  const mean = (x.length - 1) / 2;
  let [both, xx, yy] = [0, 0, 0];
  for (let index = 0; index < x.length; index += 1) {
    both += (x[index] - mean) * (y[index] - mean);
    xx += (x[index] - mean) ** 2;
    yy += (y[index] - mean) ** 2;
  }
  return both / Math.sqrt(xx * yy);
}

export function dot(one, other) {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += one[index] * other[index];
  return sum;
}

function ranksOf(values) {
  const order = values.map((value, index) => ({ value, index })).sort((one, other) => one.value - other.value);
  const ranks = new Array(values.length);
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (end + 1 < order.length && order[end + 1].value === order[start].value) end += 1;
    for (let position = start; position <= end; position += 1) ranks[order[position].index] = (start + end) / 2;
    start = end + 1;
  }
  return ranks;
}
