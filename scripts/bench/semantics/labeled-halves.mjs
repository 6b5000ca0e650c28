import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './load-sources.mjs';

export const HALVES = ['tune', 'held out'];

export function readLabeled(name) {
  return JSON.parse(readFileSync(path.join(ROOT, 'tests', 'data', `${name}.json`), 'utf8'));
}

/** The rule of tests/data/README.md. */
export function halfOf({ a, b }) {
  return halfFor(`${a}\n${b}`);
}

/** The fresh long answers are split by question, so that no answer occurs in both halves. */
export function halfOfQuestion(question) {
  return halfFor(question);
}

function halfFor(text) {
  const [first] = createHash('sha256').update(`witan-2026\n${text}`).digest();
  return HALVES[first % 2];
}
