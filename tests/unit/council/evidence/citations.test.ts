import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { evidenceCouncil } from '../../../support/evidence-council.js';
import { vote } from '../../../support/scripted-council.js';

describe('citations', () => {
  it('are compared with the files, and counted, listed and marked in the transcript', async () => {
    const { deliberate } = await evidenceCouncil({
      a: () =>
        [
          'src/queue.ts:2 "export const  writers" says it, README.md:1-3 too.',
          'But src/queue.ts:2 "several writers", src/queue.ts:99, src/gone.ts:1 and src/queue.ts:3-1 do not.',
          '> src/quoted.ts:1 is not mine. http://localhost:8080 is at 10:30.',
          vote('one', { rationale: 'one process writes (src/queue.ts:1)' }),
        ].join('\n'),
      b: () => vote('one'),
    });
    const result = await deliberate(1);
    expect(
      result.citations.map(({ path, start_line, end_line, verified }) => [path, start_line, end_line, verified]),
    ).toEqual([
      ['src/queue.ts', 2, 2, true],
      ['README.md', 1, 3, true],
      ['src/queue.ts', 2, 2, false],
      ['src/queue.ts', 99, 99, false],
      ['src/gone.ts', 1, 1, false],
      ['src/queue.ts', 3, 1, false],
      ['src/queue.ts', 1, 1, true],
    ]);
    expect(result.citations.map(({ reason }) => reason)).toEqual([
      undefined,
      undefined,
      'the quoted words are not on that line',
      'the file has 2 lines',
      expect.stringContaining('src/gone.ts'),
      'there is no such range of lines',
      undefined,
    ]);
    expect(result.integrity.citations).toEqual({ total: 7, verified: 3, unverified: 4, words_found: 1 });
    expect(result.integrity.warnings).toContain(
      '4 citations could not be verified, such as: default@a cites src/queue.ts:2: the quoted words are not on that line',
    );
    const transcript = await readFile(result.transcript_path ?? '', 'utf8');
    expect(transcript).toContain('- Citations: 3 of 7 verified, 1 by the words quoted, 2 by the line alone');
    expect(transcript).toContain('- src/queue.ts:2 "export const writers": ✓ verified, the words are there');
    expect(transcript).toContain('- README.md:1-3: ✓ the line exists, no words were quoted');
    expect(transcript).toContain('- src/queue.ts:2 "several writers": ✗ not verified, though the line exists (');
    expect(transcript).toContain('- src/queue.ts:99: ✗ not verified (the file has 2 lines)');
  });

  it('are never verified for files that are hidden or outside the project', async () => {
    const { deliberate } = await evidenceCouncil(
      { a: () => `.env.local:1 "KEY" and ../other/a.ts:1 and /etc/hosts.txt:1.\n${vote('one')}`, b: () => vote('one') },
      {},
      {},
      { '.env.local': 'KEY=1\n' },
    );
    const result = await deliberate(1);
    expect(result.integrity.citations).toEqual({ total: 3, verified: 0, unverified: 3, words_found: 0 });
  });

  it('count for a name without an extension only if there is such a file', async () => {
    const { deliberate } = await evidenceCouncil(
      { a: () => `Makefile:1 and localhost:8080 and redis:6379\n${vote('one')}`, b: () => vote('one') },
      {},
      {},
      { Makefile: 'all:\n' },
    );
    expect((await deliberate(1)).citations).toMatchObject([{ path: 'Makefile', verified: true }]);
  });

  it('are supported by words before a citation in brackets, and never refuted by them', async () => {
    const { deliberate } = await evidenceCouncil({
      a: () => `It says "export const writers" (src/queue.ts:2), a "robust" (src/queue.ts:1) one.\n${vote('one')}`,
      b: () => vote('one'),
    });
    const { citations, integrity } = await deliberate(1);
    expect(citations).toMatchObject([
      { start_line: 2, verified: true, words_found: true, quote: 'export const writers' },
      { start_line: 1, verified: true, line_exists: true },
    ]);
    expect(citations[1]).not.toHaveProperty('words_found');
    expect(integrity.citations).toMatchObject({ verified: 2, unverified: 0, words_found: 1 });
  });

  it('no longer cause a warning once the participant has corrected them', async () => {
    const wrong = `src/queue.ts:99 says so.\n${vote('one')}`;
    const { deliberate } = await evidenceCouncil({
      a: (_, call) => (call === 1 ? wrong : `src/queue.ts:2 says so.\n${vote('one')}`),
      b: (_, call) => (call === 1 ? vote('several') : `${wrong.replace('99', '98')}`),
    });
    const result = await deliberate(2);
    expect(result.integrity.citations).toMatchObject({ total: 3, unverified: 2 });
    expect(result.integrity.warnings.filter((warning) => warning.includes('citation'))).toEqual([
      'a citation could not be verified: default@b cites src/queue.ts:98: the file has 2 lines',
    ]);
  });

  it('are not verified in files that are not plain text', async () => {
    const files = {
      'src/utf16.txt': Buffer.from('\ufeffwriters\n', 'utf16le'),
      'src/chinese.txt': Buffer.from('\ufeff\u4e2d\u6587', 'utf16le'),
      'src/image.png': Buffer.from([137, 80, 0, 10, 1]),
    };
    const cited = Object.keys(files)
      .map((name) => `${name}:1`)
      .join(', ');
    const { deliberate } = await evidenceCouncil(
      { a: () => `${cited}\n${vote('one')}`, b: () => vote('one') },
      {},
      {},
      files,
    );
    const { citations } = await deliberate(1);
    expect(citations.map(({ verified, reason }) => [verified, reason])).toEqual(
      Object.keys(files).map(() => [false, 'the file is not plain text and cannot be checked']),
    );
  });

  it('count without a folder only if there is such a file', async () => {
    const { deliberate } = await evidenceCouncil({
      a: () => `README.md:1, db.prod:5432, Node.js:20 and package.json:3.\n${vote('one')}`,
      b: () => vote('one'),
    });
    expect((await deliberate(1)).citations).toMatchObject([{ path: 'README.md', verified: true }]);
  });

  it('are verified against the text without its secrets', async () => {
    const redactNow = (text: string) => text.replaceAll('hunter2hunter2', '[redacted: password]');
    const { deliberate } = await evidenceCouncil(
      { a: () => `src/db.ts:1 "password = [redacted: password]"\n${vote('one')}`, b: () => vote('one') },
      {},
      {},
      { 'src/db.ts': 'password = hunter2hunter2\n' },
      { redactNow, redact: async (text) => redactNow(text) },
    );
    const result = await deliberate(1);
    expect(result.citations).toMatchObject([{ verified: true }]);
  });

  it('are not verified in a file that is too large, and say so', async () => {
    const { deliberate } = await evidenceCouncil(
      { a: () => `src/large.ts:1 "a line"\n${vote('one')}`, b: () => vote('one') },
      {},
      {},
      { 'src/large.ts': 'a line\n'.repeat(200_000) },
    );
    expect((await deliberate(1)).citations).toMatchObject([{ reason: 'the file is too large to be checked' }]);
  });

  it('are checked up to fifty for one answer', async () => {
    const flood = Array.from({ length: 200 }, (_, index) => `src/f${index}.ts:1`).join(' ');
    const { deliberate } = await evidenceCouncil({ a: () => `${flood}\n${vote('one')}`, b: () => vote('one') });
    expect((await deliberate(1)).citations).toHaveLength(50);
  });
});
