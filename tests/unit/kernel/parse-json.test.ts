import { expect, it } from 'vitest';
import { parseJson, parseRecord } from '../../../src/kernel/parse-json.js';

it('reads any JSON value and gives undefined for text that is not JSON', () => {
  expect(['[1]', 'null', '{"a":1}', '', '{'].map(parseJson)).toEqual([[1], null, { a: 1 }, undefined, undefined]);
});

it('reads an object and gives undefined for every other JSON value', () => {
  expect(['{"a":1}', '[1]', 'null', '"text"', '{'].map(parseRecord)).toEqual([{ a: 1 }, ...Array(4).fill(undefined)]);
});
