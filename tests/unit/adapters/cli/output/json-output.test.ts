import { describe, expect, it } from 'vitest';
import { lastObject, objectLines } from '../../../../../adapters/cli/output/json-output.js';

describe('lastObject', () => {
  it('finds the result after warnings, pretty-printed or not', () => {
    expect(lastObject('Warning {x}\n{"a": 1}')).toEqual({ a: 1 });
    expect(lastObject('Warning\n{\n  "a": {\n    "b": 1\n  }\n}\n')).toEqual({ a: { b: 1 } });
  });

  it('takes the last of several', () => {
    expect(lastObject('{"a": 1}\n{"b": 2}')).toEqual({ b: 2 });
  });

  it('reads a result that is full of braces', () => {
    const text = '{\n'.repeat(3000);
    expect(lastObject(JSON.stringify({ result: text }))).toEqual({ result: text });
  });

  it.each(['', '{"half": ', '[1]', 'null', '{\n'.repeat(200_000)])('finds nothing in %j', (text) => {
    expect(lastObject(text)).toBeUndefined();
  });
});

describe('objectLines', () => {
  it('skips lines that are not JSON', () => {
    expect(objectLines('noise\n{"a":1}\n{"half\n{"b":2}\n')).toEqual([{ a: 1 }, { b: 2 }]);
  });

  it('reads lines that are indented or end as on Windows', () => {
    expect(objectLines('  {"a":1}\r\n\t{"b":2} \r\n')).toEqual([{ a: 1 }, { b: 2 }]);
  });
});
