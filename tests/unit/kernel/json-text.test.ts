import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appendAt, findNode, isEmptyAt, parseJson, removeAt, setAt, valueAt } from '../../../src/kernel/json-text.js';

const nothingKept = () => false;

describe('a value at a path of a JSON text', () => {
  it('is set with the objects around it, and removed with those that are then empty', () => {
    const text = '{\n  "a": 1\n}\n';
    const after = setAt(text, ['projects', '/my project', 'servers', 'x'], { y: [2] });
    expect(JSON.parse(after)).toEqual({ a: 1, projects: { '/my project': { servers: { x: { y: [2] } } } } });
    expect(removeAt(after, ['projects', '/my project', 'servers', 'x'], nothingKept)).toBe(text);
    expect(removeAt(text, ['b', 'c'], nothingKept)).toBe(text);
  });

  it('leaves an empty object that was there before', () => {
    const text = '{"servers":{}}';
    const after = setAt(text, ['servers', 'x'], 1);
    const isKept = (path: readonly (string | number)[]) => path.join() === 'servers';
    expect(JSON.parse(removeAt(after, ['servers', 'x'], isKept))).toEqual({ servers: {} });
    expect([['servers'], ['other'], []].map((path) => isEmptyAt(text, path))).toEqual([true, false, false]);
  });

  it('is the last of two equal keys, as for JSON.parse', () => {
    const text = '{"a":{"b":1},"a":{"b":2}}';
    expect(findNode(text, ['a', 'b'])?.value).toBe(2);
    expect(valueAt(JSON.parse(text), ['a', 'b'])).toBe(2);
  });

  it('is found in any text, and setting and removing a new one gives the text back', () => {
    const key = fc.string({ maxLength: 3 });
    const content = fc.dictionary(key, fc.dictionary(key, fc.jsonValue(), { minKeys: 1 }), { minKeys: 1 });
    fc.assert(
      fc.property(content, fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const after = setAt(text, ['a new key', 'inside'], { some: 'thing' });
        expect(JSON.parse(after)).toEqual({ ...JSON.parse(text), 'a new key': { inside: { some: 'thing' } } });
        expect(removeAt(after, ['a new key', 'inside'], nothingKept)).toBe(text);
      }),
    );
  });
});

const FILE = '{\n    "a":1,\n\n    "list": [ {"x":  1},\n      2 ]\n}\n';

describe('a JSON text', () => {
  it('A text keeps every byte but those of the member that is set.', () => {
    expect(setAt(FILE, ['a'], { b: 1 })).toBe(
      '{\n    "a":{\n        "b": 1\n    },\n\n    "list": [ {"x":  1},\n      2 ]\n}\n',
    );
    expect(setAt(FILE, ['c'], [1])).toBe(
      '{\n    "a":1,\n\n    "list": [ {"x":  1},\n      2 ],\n    "c": [\n        1\n    ]\n}\n',
    );
  });

  it('A first member gets its own line, and members on one line stay there.', () => {
    expect(setAt('{}', ['a'], 1)).toBe('{\n  "a": 1\n}');
    expect(setAt('{ "a": 1 }', ['b'], { c: 2 })).toBe('{ "a": 1, "b": {"c":2} }');
  });

  it('The line ends of a file are kept.', () => {
    expect(setAt('{\r\n\t"a": 1\r\n}', ['b'], [2])).toBe('{\r\n\t"a": 1,\r\n\t"b": [\r\n\t\t2\r\n\t]\r\n}');
  });

  it('A member or an element is removed with its comma.', () => {
    const text = '{ "a": [1, 2, 3], "b": {} }';
    expect(removeAt(text, ['a'])).toBe('{ "b": {} }');
    expect(removeAt(text, ['b'])).toBe('{ "a": [1, 2, 3] }');
    expect([0, 1, 2].map((index) => JSON.parse(removeAt(text, ['a', index])).a)).toEqual([
      [2, 3],
      [1, 3],
      [1, 2],
    ]);
    expect(removeAt('[ 1 ]', [0])).toBe('[]');
  });

  it('New elements are added at the end of a list, and one is replaced.', () => {
    const text = '[\n  1\n]';
    expect(appendAt(text, [], [2, { a: 3 }])).toBe('[\n  1,\n  2,\n  {\n    "a": 3\n  }\n]');
    expect(appendAt('[]', [], [1])).toBe('[\n  1\n]');
    expect(setAt('[1, 2]', [0], { b: 1 })).toBe('[{"b":1}, 2]');
  });

  it('A text that is nested too deeply is refused with a clear message.', () => {
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(() => setAt(deep, ['b'], 1)).toThrow(/nested too deeply/);
  });
});

describe('comments in a JSON text', () => {
  const TEXTS = [
    '// head\n{\n  // before\n  "a": 1, // after a\n  /* between { */\n  "b": { // in b\n    "c": "// no comment" // after c\n  } // after b\n}\n// tail\n',
    '{ /* only */ }',
    '{\n  // only\n}\n',
    '{"a":"\\"/*","b":/* x */2/* y */}',
  ];

  it.each(TEXTS)('are kept when a value is added and removed: %j', (text) => {
    const parsed = parseJson(text) as object;
    const after = setAt(text, ['new', 'x'], 1);
    expect(parseJson(after)).toEqual({ ...parsed, new: { x: 1 } });
    for (const comment of text.match(/\/\/ [a-z ]+|\/\* [a-z]+/g) ?? []) expect(after).toContain(comment);
    const removed = removeAt(after, ['new', 'x'], nothingKept);
    expect(parseJson(removed)).toEqual(parsed);
    for (const comment of text.match(/\/\/ [a-z ]+|\/\* [a-z]+/g) ?? []) expect(removed).toContain(comment);
  });

  it('A string of any length beside a comment is read.', () => {
    const long = 'x'.repeat(9_000_000);
    expect(parseJson(`{"a": "${long}"} // a comment`)).toEqual({ a: long });
    const escaped = '\\n'.repeat(2_000_000);
    expect(parseJson(`{"a": "${escaped}"} /* ${'*'.repeat(2_000_000)}*/`)).toEqual({ a: '\n'.repeat(2_000_000) });
  });

  it.each(['{} /* without an end', '{} / 1', '{"a": "b}'])('A text that is not JSON is refused: %s', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });

  it.each(['a', 'b'])('beside a value that is removed stay, and the text stays valid: %s', (key) => {
    const [text = ''] = TEXTS;
    const removed = removeAt(text, [key], nothingKept);
    expect(parseJson(removed)).not.toHaveProperty(key);
    expect(removed).toContain('/* between { */');
  });
});
