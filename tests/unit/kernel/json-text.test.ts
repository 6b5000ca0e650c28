import { describe, expect, it } from 'vitest';
import {
  appendElements,
  findMember,
  readArray,
  readObject,
  removeElement,
  removeMember,
  replaceElement,
  setMember,
} from '../../../src/kernel/json-text.js';

const FILE = '{\n    "a":1,\n\n    "list": [ {"x":  1},\n      2 ]\n}\n';

describe('a JSON text', () => {
  it('keeps every byte but those of the member that is set', () => {
    const object = readObject(FILE);
    expect(setMember(FILE, object, ['a', { b: 1 }])).toBe(
      '{\n    "a":{\n        "b": 1\n    },\n\n    "list": [ {"x":  1},\n      2 ]\n}\n',
    );
    expect(setMember(FILE, object, ['c', [1]])).toBe(
      '{\n    "a":1,\n\n    "list": [ {"x":  1},\n      2 ],\n    "c": [\n        1\n    ]\n}\n',
    );
  });

  it('gets its first member on its own line, and members on one line stay there', () => {
    expect(setMember('{}', readObject('{}'), ['a', 1])).toBe('{\n  "a": 1\n}');
    expect(setMember('{ "a": 1 }', readObject('{ "a": 1 }'), ['b', { c: 2 }])).toBe('{ "a": 1, "b": {"c":2} }');
  });

  it('keeps the line ends of the file', () => {
    const text = '{\r\n\t"a": 1\r\n}';
    expect(setMember(text, readObject(text), ['b', [2]])).toBe('{\r\n\t"a": 1,\r\n\t"b": [\r\n\t\t2\r\n\t]\r\n}');
  });

  it('loses a member or an element with its comma', () => {
    const text = '{ "a": [1, 2, 3], "b": {} }';
    expect(removeMember(text, readObject(text), 'a')).toBe('{ "b": {} }');
    expect(removeMember(text, readObject(text), 'b')).toBe('{ "a": [1, 2, 3] }');
    const list = readArray(text, findMember(readObject(text), 'a')?.valueStart ?? 0);
    expect([0, 1, 2].map((index) => JSON.parse(removeElement(text, list, index)).a)).toEqual([
      [2, 3],
      [1, 3],
      [1, 2],
    ]);
    expect(removeElement('[ 1 ]', readArray('[ 1 ]', 0), 0)).toBe('[]');
  });

  it('takes new elements at the end of a list, and replaces one', () => {
    const text = '[\n  1\n]';
    expect(appendElements(text, readArray(text, 0), [2, { a: 3 }])).toBe('[\n  1,\n  2,\n  {\n    "a": 3\n  }\n]');
    expect(appendElements('[]', readArray('[]', 0), [1])).toBe('[\n  1\n]');
    const first = readArray(text, 0).elements[0] ?? { start: 0, end: 0 };
    expect(replaceElement(text, first, { b: 1 })).toBe('[\n  {"b":1}\n]');
  });

  it('is read to its end however deep it is nested', () => {
    const deep = `{"a":${'['.repeat(100_000)}"]}"${']'.repeat(100_000)},"b":"\\""}`;
    expect(readObject(deep).members.map(({ key }) => key)).toEqual(['a', 'b']);
  });
});
