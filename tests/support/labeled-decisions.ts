import { readFileSync } from 'node:fs';
import type { LabeledSet } from './measure-decisions.js';

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../data/second/${name}.json`, import.meta.url), 'utf8'));

/** 200 past decisions of 30 topics and 160 questions, described in tests/data/second/README.md. */
export const labeledSet: LabeledSet = { decisions: read('decisions'), questions: read('decision-questions') };
