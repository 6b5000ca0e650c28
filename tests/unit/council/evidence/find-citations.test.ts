import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containsQuote } from '../../../../src/council/evidence/citations/check-citations.js';
import { findCitations } from '../../../../src/council/evidence/citations/find-citations.js';

const found = (text: string) =>
  findCitations(text)
    .filter(({ isDoubtful }) => !isDoubtful)
    .map(({ path, startLine, endLine, quote }) => [path, startLine, endLine, quote]);

describe('findCitations', () => {
  it.each([
    ['a line', 'see src/queue.ts:41 for it', ['src/queue.ts', 41, 41, undefined]],
    ['a range', 'see src/queue.ts:41-48.', ['src/queue.ts', 41, 48, undefined]],
    ['a range with a dash', '(src/queue.ts:41–48)', ['src/queue.ts', 41, 48, undefined]],
    ['a line and a column', 'src/queue.ts:41:7 is odd', ['src/queue.ts', 41, 41, undefined]],
    ['Markdown code', '`src/queue.ts:41`, as said', ['src/queue.ts', 41, 41, undefined]],
    ['a quotation behind it', 'src/queue.ts:41 "one writer"', ['src/queue.ts', 41, 41, 'one writer']],
    ['a quotation behind code', '`src/queue.ts:41`: “one writer”', ['src/queue.ts', 41, 41, 'one writer']],
    ['a quotation in backticks', 'src/queue.ts:41: `one writer`', ['src/queue.ts', 41, 41, 'one writer']],
    ['backticks behind code', '`src/queue.ts:41` `one writer`', ['src/queue.ts', 41, 41, 'one writer']],
    ['single quotes', "src/queue.ts:41 'a writer's turn' ends", ['src/queue.ts', 41, 41, "a writer's turn"]],
    ['a quotation behind a column', 'src/queue.ts:41:7 "one"', ['src/queue.ts', 41, 41, 'one']],
    ['backslashes', 'see src\\queue.ts:41.', ['src/queue.ts', 41, 41, undefined]],
    ['no words before it', 'A "robust" (src/queue.ts:41) one', ['src/queue.ts', 41, 41, undefined]],
    ['a citation in quotes', '"src/queue.ts:41" and "others"', ['src/queue.ts', 41, 41, undefined]],
    ['a citation in code', '`src/queue.ts:41` and `others`', ['src/queue.ts', 41, 41, undefined]],
    ['a citation in single quotes', "'src/queue.ts:41' and 'others'", ['src/queue.ts', 41, 41, undefined]],
    ['a name of other letters', 'docs/größe.md:3', ['docs/größe.md', 3, 3, undefined]],
    ['the end of a sentence', 'It is in src/package.json:12.', ['src/package.json', 12, 12, undefined]],
  ])('reads %s', (_, text, citation) => {
    expect(found(text)).toEqual([citation]);
  });

  it.each([
    'http://localhost:8080/path',
    'https://example.com/src/a.ts:41',
    'http://example.com:443',
    'at 10:30 or 2026-11-16T10:15:02Z',
    '127.0.0.1:8080',
    'db.internal:5432 and api.example.com:443',
    'node:20 and postgres:16.2 and library/nginx:1.25',
    'a ratio of 2:1',
    '"confidence":0.7',
    'user@example.com:22',
    '> src/quoted.ts:3',
    'TOOL_REQUEST: {"name": "read_file", "arguments": {"path": "src/a.ts:3"}}',
    'kafka.kafka:9092, db.prod:5432 and redis-0.redis:6379',
    'Node.js:20',
    'at node:internal/process/task_queues.js:95:5',
    '```ts\n// src/new.ts:1\n```',
    '    ```\n    src/new.ts:1\n    ```',
    '- **TOOL_REQUEST:** {"name": "read_file", "arguments": {"path": "src/a.ts:3"}}',
    'src/a.ts: 41',
    'src/a.ts:41.5',
    'src/a.ts:12345678',
  ])('takes nothing from %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('leaves names without a folder or an ending in doubt, so that only an existing file makes them a citation', () => {
    const doubtful = 'Makefile:12, README.md:3, bin/run:4 and localhost:8080';
    expect(findCitations(doubtful).map(({ path }) => path)).toEqual(['Makefile', 'README.md', 'bin/run', 'localhost']);
    expect(found(doubtful)).toEqual([]);
  });

  it('keeps a citation once, and the one with a quotation', () => {
    expect(found('src/a.ts:3, src/a.ts:3 and src/a.ts:3 "x"')).toEqual([['src/a.ts', 3, 3, 'x']]);
  });

  it('finds at most a hundred citations in a long text', () => {
    for (const piece of [':1', 'a:1', `${'a'.repeat(290)}.ts:1 `, '"x" (a.ts:1) "', 'a.ts:1 "', '/'.repeat(400)]) {
      expect(findCitations(piece.repeat(Math.ceil(300_000 / piece.length))).length).toBeLessThanOrEqual(100);
    }
  });

  it('never throws', () => {
    const piece = fc.constantFrom('src/a.ts', ':', '4', '-', '"', '(', ')', ' ', '\n', '>', '…', '//', 'é', '\u2028');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        for (const { path, startLine } of findCitations(pieces.join(''))) {
          expect(path).not.toBe('');
          expect(Number.isInteger(startLine)).toBe(true);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('containsQuote', () => {
  it.each([
    ['other white space', 'const  writer =\topen( file )', 'const writer = open(file)', true],
    ['several lines', 'a(\n  b,\n)', 'a( b, )', true],
    ['other quotation marks', `say("hello")`, "say('hello')", true],
    ['an ellipsis', 'one writer at a time, whatever happens', 'one writer … whatever', true],
    ['another word', 'one reader', 'one writer', false],
    ['the parts in another order', 'one two', 'two … one', false],
    ['nothing but dots', 'text', '…', false],
  ])('judges %s', (_, text, quote, expected) => {
    expect(containsQuote(text, quote)).toBe(expected);
  });
});
