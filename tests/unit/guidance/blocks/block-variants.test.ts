import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isKept, type LabeledBlock } from '../../../support/labeled-lessons.js';

const variants = JSON.parse(readFileSync('tests/data/block-variants.json', 'utf8')) as (LabeledBlock & {
  readonly style: string;
})[];

it.each(variants)('keeps texts, conditions and priority of a block: $style', (variant) => {
  expect(isKept(variant)).toBe(true);
});
