import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createCouncil, type ModelAdapter, UserError } from '../../src/program/library/council.js';
import { scratchFolder } from '../support/scratch-folder.js';
import { ROOT } from '../support/source-files.js';

/** What each example prints. An example without an entry here fails the test: every one is run. */
const OUTPUT: Readonly<Record<string, string>> = {
  'compare-meaning.mjs': 'builtin: the same subject\none option: true\ngroups: 0 0 0 1 1 1\nnearest: note 4\n',
  'own-participants.mjs': 'complete: tie\n1 for ship it today\n1 for ship it on Monday\n',
  'read-a-vote.mjs': 'SQLite, confidence 0.8\n',
};

describe('the examples', () => {
  it.each(readdirSync(path.join(ROOT, 'examples')))('print what they promise: %s', async (example) => {
    const cwd = scratchFolder('example');
    const { stdout } = await promisify(execFile)(process.execPath, [path.join(ROOT, 'examples', example)], { cwd });
    expect(stdout).toBe(OUTPUT[example]);
  });
});

describe('createCouncil', () => {
  it('writes its transcript where the caller says and asks about the folder the caller names', async () => {
    const cwd = scratchFolder('library');
    const transcriptsFolder = path.join(cwd, 'minutes');
    const seen: string[] = [];
    const result = await createCouncil({ cwd, transcriptsFolder, settings: { summary: 'extractive' } }).deliberate(
      {
        question: 'Should the cache live in memory or on disk?',
        participants: ['steward', 'skeptic'].map((model) => ({ cli: 'demo', model })),
        mode: 'quick',
      },
      { onProgress: ({ kind }) => seen.push(kind) },
    );
    expect(result.status).toBe('complete');
    expect(path.dirname(result.transcript_path ?? '')).toBe(transcriptsFolder);
    expect(seen[0]).toBe('started');
  });

  it('rejects a bad request with the same message as every entry point', async () => {
    const council = createCouncil({ cwd: scratchFolder('library') });
    const asked = council.deliberate({ question: 'Why?' });
    await expect(asked).rejects.toThrow(UserError);
    await expect(asked).rejects.toThrow('question: "Why?"');
  });

  it('asks no further participant once the caller has cancelled', async () => {
    const caller = new AbortController();
    let asked = 0;
    const adapter: ModelAdapter = {
      name: 'slow',
      kind: 'http',
      availability: async () => ({ available: true, detail: '', models: ['plain'] }),
      ask: ({ signal }) => {
        asked += 1;
        if (asked === 2) caller.abort();
        return new Promise((resolve) => {
          const cancelled = { ok: false, error: { failure: { kind: 'cancelled' }, usage: {} } } as const;
          if (signal.aborted) resolve(cancelled);
          signal.addEventListener('abort', () => resolve(cancelled));
        });
      },
    };
    const council = createCouncil({
      cwd: scratchFolder('library'),
      adapters: { slow: adapter },
    });
    const participants = [{ cli: 'slow' }, { cli: 'slow' }];
    const request = { question: 'Should the cache live in memory or on disk?', participants, rounds: 3 };
    const [settled] = await Promise.allSettled([council.deliberate(request, { signal: caller.signal })]);
    expect(asked).toBe(2);
    expect(settled.status === 'fulfilled' ? settled.value.status : 'failed').toBe('failed');
  });
});
