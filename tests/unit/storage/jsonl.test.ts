import { execFile } from 'node:child_process';
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { beforeEach, describe, expect, it } from 'vitest';
import { parseJsonLines } from '../../../src/storage/jsonl.js';
import { appendOwnLines, appendOwnLinesSync } from '../../../src/storage/own-files/append-own-lines.js';
import { readOwnText } from '../../../src/storage/own-files/read-own-file.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { ROOT } from '../../support/source-files.js';

let file: string;
const readLog = () => parseJsonLines(readOwnText(file, 10_000_000) ?? '');

beforeEach(() => {
  file = path.join(scratchFolder('jsonl'), 'events.jsonl');
});

describe('a log of JSON lines', () => {
  it('gives back what was added, in order, whichever way it was added', async () => {
    const values = [{ text: 'first\nsecond – ü' }, [1, null], 'plain', { nested: { deep: true } }];
    for (const [at, value] of values.entries()) {
      if (at % 2 === 0) await appendOwnLines(file, [JSON.stringify(value)]);
      else appendOwnLinesSync(file, [JSON.stringify(value)], { durable: true });
    }
    expect(readLog()).toEqual({ values, skipped: 0 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is empty before there is a file', () => {
    expect(readLog()).toEqual({ values: [], skipped: 0 });
  });

  it.each(['{"torn": "li', '{"whole": 1}', 'garbage'])(
    'keeps the next line whole after the open end %s',
    async (end) => {
      await appendOwnLines(file, ['{"n":1}']);
      appendFileSync(file, end);
      await appendOwnLines(file, ['{"n":2}']);
      appendFileSync(file, end);
      appendOwnLinesSync(file, ['{"n":3}']);
      const { values, skipped } = readLog();
      expect(values).toEqual(expect.arrayContaining([{ n: 1 }, { n: 2 }, { n: 3 }]));
      expect(values.length + skipped).toBe(5);
    },
  );

  it('skips a truncated last line, empty lines and an edit by hand', () => {
    expect(parseJsonLines('{"n":1}\r\n\n  \nnot json\n{"n":2}\n{"n":')).toEqual({
      values: [{ n: 1 }, { n: 2 }],
      skipped: 2,
    });
  });

  it('loses the appended lines again when they are undone', async () => {
    await appendOwnLines(file, ['1']);
    const appended = await appendOwnLines(file, ['2', '3']);
    appended.undo();
    expect(readFileSync(file, 'utf8')).toBe('1\n');
  });

  it('mixes no lines when several processes add at the same time', async () => {
    const program = path.join(path.dirname(file), 'append.mjs');
    await build({
      stdin: {
        contents: `import { appendOwnLinesSync } from './src/storage/own-files/append-own-lines.js';
          const [file, writer] = process.argv.slice(2);
          for (let n = 0; n < 100; n++) {
            appendOwnLinesSync(file, [JSON.stringify({ writer, n, padding: 'x'.repeat((n * 397) % 20_000) })]);
          }`,
        resolveDir: ROOT,
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: program,
      logLevel: 'silent',
    });
    writeFileSync(file, '');
    const run = promisify(execFile);
    await Promise.all(['a', 'b', 'c', 'd'].map((writer) => run(process.execPath, [program, file, writer])));
    const { values, skipped } = readLog();
    expect(skipped).toBe(0);
    for (const writer of ['a', 'b', 'c', 'd']) {
      const own = (values as { writer: string; n: number }[]).filter((value) => value.writer === writer);
      expect(own.map(({ n }) => n)).toEqual(Array.from({ length: 100 }, (_, n) => n));
    }
  });
});
