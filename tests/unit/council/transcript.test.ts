import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderTranscript } from '../../../src/council/transcript/render-transcript.js';
import { transcriptName } from '../../../src/council/transcript/save-transcript.js';
import { evidenceCouncil, toolRequest } from '../../support/evidence-council.js';
import { failed, scriptedCouncil, vote } from '../../support/scripted-council.js';

const question = 'Should our job queue use PostgreSQL or SQLite?';

describe('the transcript', () => {
  it('is a document with the verdict first, next to a sidecar with the whole result', async () => {
    const { council, folder } = await scriptedCouncil({
      a: (_, call) =>
        call === 1 ? vote('SQLite') : vote('PostgreSQL', { changed_because: 'writers block each other' }),
      b: () => `# A heading of its own\n${vote('PostgreSQL')}`,
      c: () => failed({ kind: 'timeout', afterMs: 60_000 }),
    });
    const result = await council.deliberate({
      question,
      participants: ['a', 'b', 'c'].map((cli) => ({ cli })),
      working_directory: folder,
    });
    const file = result.transcript_path ?? '';
    expect(path.basename(file)).toMatch(/^\d{8}_\d{6}_Should_our_job_queue_use_PostgreSQL_or_SQLite\.md$/);
    const text = await readFile(file, 'utf8');
    const headings = text.split('\n').filter((line) => /^#{1,2} /.test(line));
    expect(headings).toEqual([
      `# ${question}`,
      '## Integrity',
      '## Summary',
      '## Voting results',
      '## Who changed their mind',
      '## The debate',
      '## Cost',
    ]);
    expect(text).toContain('**PostgreSQL: unanimous, 2 of 3 voted, confidence 0.70; default@c failed**');
    expect(text).toContain('- ✓ PostgreSQL: 2 votes');
    expect(text).toContain('default@a moved from SQLite to PostgreSQL: writers block each other');
    expect(text).toContain('default@c is missing: timed out after 60 s');
    expect(text).toContain('> # A heading of its own');
    expect(text).toContain('| default@c | 2 | 2 | 0 | unknown | unknown | unknown |');
    expect(JSON.parse(await readFile(file.replace(/\.md$/, '.json'), 'utf8'))).toEqual(
      JSON.parse(JSON.stringify(result)),
    );
  });

  it('describes a deliberation that failed', async () => {
    const { council, folder } = await scriptedCouncil({
      a: () => failed({ kind: 'cancelled' }),
      b: () => failed({ kind: 'cancelled' }),
    });
    const result = await council.deliberate({
      question,
      participants: [{ cli: 'a' }, { cli: 'b' }],
      working_directory: folder,
    });
    expect(renderTranscript(result, new Date(0))).toContain(
      '**Failed: no participant gave a valid answer; default@a and default@b failed**',
    );
  });

  it('never takes the verdict away when it cannot be written', async () => {
    const { council, folder, transcripts } = await scriptedCouncil({ a: () => vote('X'), b: () => vote('X') });
    await writeFile(transcripts, 'a file where the folder should be');
    const result = await council.deliberate({
      question,
      participants: [{ cli: 'a' }, { cli: 'b' }],
      working_directory: folder,
    });
    expect(result.voting_result?.winning_option).toBe('X');
    expect(result.transcript_path).toBeNull();
    expect(result.integrity.warnings.join()).toContain('transcript could not be written');
  });

  it('leaves nothing half-written behind', async () => {
    const { council, folder, transcripts } = await scriptedCouncil({ a: () => vote('X'), b: () => vote('X') });
    await mkdir(transcripts);
    await chmod(transcripts, 0o755);
    await council.deliberate({ question, participants: [{ cli: 'a' }, { cli: 'b' }], working_directory: folder });
    const files = await readdir(transcripts);
    expect(files.map((file) => path.extname(file)).sort()).toEqual(['.json', '.md']);
  });
});

describe('a transcript of hostile text', () => {
  it('has no escape sequence, direction mark, live image or tag', async () => {
    const hostile =
      'X\u001b]52;c;aGk=\u0007\u202e ![t](http://evil.example/x) ![t] ![a](<x>) ![long\nname][t] \\<img src=y> \\![t] <img src=x>';
    const { council, folder } = await scriptedCouncil({
      a: () => `${hostile}\n${vote(hostile, { rationale: hostile })}`,
      b: () => vote('Y'),
    });
    const result = await council.deliberate({
      question,
      context: hostile,
      participants: [{ cli: 'a' }, { cli: 'b' }],
      working_directory: folder,
    });
    const text = await readFile(result.transcript_path ?? '', 'utf8');
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    // An even number of backslashes before a mark leaves it live.
    expect(text).not.toMatch(/(?<!\\)(?:\\\\)*(?:!\[|<)/);
  });

  it('has the context that the answers refer to, and the stances', async () => {
    const { council, folder } = await scriptedCouncil({ a: () => vote('X'), b: () => vote('Y') });
    const participants = [{ cli: 'a', stance: 'for' as const }, { cli: 'b' }];
    const result = await council.deliberate({
      question,
      context: 'Ten workers.',
      participants,
      working_directory: folder,
    });
    const text = await readFile(result.transcript_path ?? '', 'utf8');
    expect(text).toContain('## Context\n\n> Ten workers.');
    expect(text).toContain('default@a (for), default@b');
  });
});

describe('its name', () => {
  it.each([
    ['Größe oder Übersicht?', 'Größe_oder_Übersicht'],
    ['テストは並列にすべきですか？', 'テストは並列にすべきですか'],
    ['क्या हमें कैश चाहिए?', 'क्या_हमें_कैश_चाहिए'],
    [`${'𠮷'.repeat(60)}?`, '𠮷'.repeat(50)],
  ])('keeps the letters of every script: %s', (question, words) => {
    expect(transcriptName(question, new Date(2026, 0, 2, 3, 4, 5))).toBe(`20260102_030405_${words}`);
  });

  it('keeps 50 characters of the question, letters and digits only', () => {
    const name = transcriptName(`${'Why? '.repeat(40)}`, new Date(2026, 10, 16, 10, 15, 2));
    expect(name).toMatch(/^20261116_101502_[A-Za-z0-9_]{1,50}$/);
    expect(transcriptName('¿…?', new Date(2026, 0, 2, 3, 4, 5))).toBe('20260102_030405_deliberation');
    expect(transcriptName('../../etc/passwd', new Date(2026, 0, 2, 3, 4, 5))).toBe('20260102_030405_etc_passwd');
  });
});

describe('a transcript of a debate with evidence', () => {
  it('shows who looked at what, what was found, and what was not run', async () => {
    const { deliberate } = await evidenceCouncil(
      {
        a: (_, call) =>
          call === 1
            ? [
                toolRequest('read_file', { path: 'src/queue.ts' }),
                toolRequest('read_file', { path: 'src/gone.ts' }),
                toolRequest('list_files', { pattern: '*' }),
                vote('one'),
              ].join('\n')
            : vote('one'),
        b: () => vote('several'),
      },
      { maxRequestsPerAnswer: 2 },
      {},
      { 'src/queue.ts': '## A heading\n```\n![x](http://evil.example/x.png) <img src=x>\n' },
    );
    const text = await readFile((await deliberate(1)).transcript_path ?? '', 'utf8');
    const part = text.slice(text.indexOf('## Tool executions'), text.indexOf('## The debate'));
    expect(part).toMatch(
      /^default@a: `read_file \{"path":"src\/queue.ts"\}` \(\d+ ms, read before the answer was finished\)\n\n````text\n1: ## A heading\n2: ```\n3: !\[x\]\(http:\/\/evil.example\/x.png\) <img src=x>\n````$/m,
    );
    expect(part).toMatch(/src\/gone\.ts"\}` \(\d+ ms, [^)]+\)\n\nNo result: /);
    expect(part).toContain('- default@a: 1 request not run (an answer may have 2)');
  });
});
