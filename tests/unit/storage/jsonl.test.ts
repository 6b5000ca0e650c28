import { execFile } from 'node:child_process';
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { beforeEach, describe, expect, it } from 'vitest';
import { appendJsonLine, appendJsonLineSync, parseJsonLines, readJsonLines } from '../../../src/storage/index.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { ROOT } from '../../support/source-files.js';

let file: string;

beforeEach(() => {
  file = path.join(scratchFolder('jsonl'), 'events.jsonl');
});

describe('a log of JSON lines', () => {
  it('gives back what was added, in order, whichever way it was added', async () => {
    const values = [{ text: 'first\nsecond – ü' }, [1, null], 'plain', { nested: { deep: true } }];
    for (const [at, value] of values.entries()) {
      if (at % 2 === 0) await appendJsonLine(file, value, { durable: true });
      else appendJsonLineSync(file, value, { durable: true });
    }
    expect(await readJsonLines(file)).toEqual({ values, skipped: 0 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is empty before there is a file', async () => {
    expect(await readJsonLines(file)).toEqual({ values: [], skipped: 0 });
  });

  it.each(['{"torn": "li', '{"whole": 1}', 'garbage'])(
    'keeps the next line whole after the open end %s',
    async (end) => {
      await appendJsonLine(file, { n: 1 });
      appendFileSync(file, end);
      await appendJsonLine(file, { n: 2 });
      appendFileSync(file, end);
      appendJsonLineSync(file, { n: 3 });
      const { values, skipped } = await readJsonLines(file);
      expect(values).toEqual(expect.arrayContaining([{ n: 1 }, { n: 2 }, { n: 3 }]));
      expect(values.length + skipped).toBe(5);
    },
  );

  it('passes over a torn last line, empty lines and an edit by hand', () => {
    expect(parseJsonLines('{"n":1}\r\n\n  \nnot json\n{"n":2}\n{"n":')).toEqual({
      values: [{ n: 1 }, { n: 2 }],
      skipped: 2,
    });
  });

  it('refuses what JSON cannot say, and leaves the file as it was', async () => {
    await appendJsonLine(file, 1);
    await expect(appendJsonLine(file, undefined)).rejects.toThrow(TypeError);
    expect(() => appendJsonLineSync(file, () => 1)).toThrow(TypeError);
    expect(readFileSync(file, 'utf8')).toBe('1\n');
  });

  it('mixes no lines when several processes add at once', async () => {
    const program = path.join(path.dirname(file), 'append.mjs');
    await build({
      stdin: {
        contents: `import { appendJsonLine, appendJsonLineSync } from './src/storage/jsonl.js';
          const [file, writer] = process.argv.slice(2);
          for (let n = 0; n < 100; n++) {
            const value = { writer, n, padding: 'x'.repeat((n * 397) % 20_000) };
            if (n % 2) await appendJsonLine(file, value); else appendJsonLineSync(file, value);
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
    const { values, skipped } = await readJsonLines(file);
    expect(skipped).toBe(0);
    for (const writer of ['a', 'b', 'c', 'd']) {
      const own = (values as { writer: string; n: number }[]).filter((value) => value.writer === writer);
      expect(own.map(({ n }) => n)).toEqual(Array.from({ length: 100 }, (_, n) => n));
    }
  });
});
