import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAX_CONTEXT_BYTES } from '../../../../src/cli/deliberate/read-context.js';
import { runCommandLine } from '../../../../src/cli/run-command-line.js';
import type {
  Council,
  DeliberationRequest,
  DeliberationResult,
  ProgressEvent,
  ResumeRequest,
} from '../../../../src/council/index.js';
import { UserError } from '../../../../src/kernel/user-error.js';
import { EXAMPLE_ESTIMATE, FREE_ESTIMATE } from '../../../support/example-result.js';
import { councilOf, testProgram } from '../../../support/test-program.js';
import { failedResult, noQuorumResult, tiedResult, unanimousResult } from '../results.js';
import { fakeStream, testShell } from '../test-shell.js';

const QUESTION = 'Should our job queue use PostgreSQL or SQLite?';
const shellWith = (deliberate: Council['deliberate'], changes: Parameters<typeof testShell>[0] = {}) =>
  testShell({ openProgram: async () => testProgram({ council: councilOf(deliberate) }), ...changes });

describe('witan deliberate', () => {
  it('passes every option to the council, with absolute paths', async () => {
    const seen: { request?: DeliberationRequest; opened?: object } = {};
    const shell = testShell({
      openProgram: async (opened) => {
        seen.opened = opened;
        return testProgram({
          council: councilOf(async (request) => {
            seen.request = request;
            return unanimousResult();
          }),
        });
      },
    });
    writeFileSync(join(shell.currentFolder, 'notes.md'), 'ten workers\n');
    const words =
      '-p claude --effort high --stance for -p ollama:llama3:8b --rounds 3 --mode conference --context @notes.md --cwd sub';
    const caps = '--config own.yaml --max-cost 0.5 --max-seconds 90 --cheapest-first --challenge';
    expect(await runCommandLine(['deliberate', QUESTION, ...`${words} ${caps}`.split(' ')], shell)).toBe(0);
    expect(seen.opened).toEqual({
      projectFolder: join(shell.currentFolder, 'sub'),
      configFile: join(shell.currentFolder, 'own.yaml'),
    });
    expect(seen.request).toEqual({
      question: QUESTION,
      participants: [
        { cli: 'claude', reasoning_effort: 'high', stance: 'for' },
        { cli: 'ollama', model: 'llama3:8b' },
      ],
      rounds: 3,
      mode: 'conference',
      context: 'ten workers\n',
      working_directory: join(shell.currentFolder, 'sub'),
      max_cost_usd: 0.5,
      max_seconds: 90,
      cheapest_first: true,
      challenge: true,
    });
  });

  it.each<[string, DeliberationResult, number]>([
    ['a verdict', unanimousResult(), 0],
    ['a partial verdict', unanimousResult({ status: 'partial' }), 0],
    ['an honest tie', tiedResult(), 0],
    ['too few votes', noQuorumResult(), 1],
    ['no answer at all', failedResult(), 1],
  ])('ends %# with the exit code of %s', async (_what, result, exitCode) => {
    const shell = shellWith(async () => result);
    expect(await runCommandLine(['deliberate', QUESTION], shell)).toBe(exitCode);
    expect(shell.stdout.text()).toContain('Transcript  ');
  });

  it('prints the JSON result and nothing else with --json', async () => {
    const shell = shellWith(
      async (_request, options) => {
        const started = { kind: 'started', deliberation_id: 'x', participants: [], rounds: 2, notice: 'none' } as const;
        options?.onProgress?.({ ...started, recorded: true, estimate: FREE_ESTIMATE });
        return unanimousResult();
      },
      { stderr: fakeStream({ columns: 80 }) },
    );
    expect(await runCommandLine(['deliberate', '--json', QUESTION], shell)).toBe(0);
    expect(JSON.parse(shell.stdout.text())).toEqual({
      ...JSON.parse(JSON.stringify(unanimousResult())),
      view_url: null,
    });
    expect(shell.stderr.text()).toBe('');
  });

  it('keeps progress out of standard output, so that the verdict can be piped', async () => {
    const shell = shellWith(async (_request, options) => {
      options?.onProgress?.({ kind: 'round_finished', round: 1, rounds: 2, tally: { A: 2 }, stop: null });
      return unanimousResult();
    });
    await runCommandLine(['deliberate', QUESTION], shell);
    expect(shell.stderr.text()).toBe('Round 1 of 2: 2 for A\n');
    expect(shell.stdout.text()).toMatch(/^PostgreSQL: unanimous/);
  });

  it('shows the notices of the configuration before it starts', async () => {
    const program = await testProgram({ council: councilOf(async () => unanimousResult()) });
    const settings = { ...program.settings, notices: ['cli_tools is deprecated'] };
    const shell = testShell({ openProgram: async () => ({ ...program, settings }) });
    await runCommandLine(['deliberate', QUESTION], shell);
    expect(shell.stderr.text()).toBe('witan: cli_tools is deprecated\n');
  });
});

describe('--estimate', () => {
  const estimating = () => {
    const asked: unknown[] = [];
    const refuse: Council['deliberate'] = async () => {
      throw new Error('a participant was asked');
    };
    const council: Council = {
      ...councilOf(refuse),
      estimate: async (request) => {
        asked.push(request);
        const participants = ['sonnet@claude', 'gpt-6@codex'];
        return { participants, rounds: 2, estimate: EXAMPLE_ESTIMATE, notice: 'The cost cap cannot be kept.' };
      },
    };
    const shell = testShell({ openProgram: async () => testProgram({ council }) });
    return { shell, asked };
  };

  it('shows the expected cost, what is unknown and why, and asks no participant', async () => {
    const { shell, asked } = estimating();
    expect(await runCommandLine(['deliberate', '--estimate', '--rounds', '2', QUESTION], shell)).toBe(0);
    expect(asked).toMatchObject([{ question: QUESTION, rounds: 2 }]);
    expect(shell.stdout.text()).toBe(
      [
        'Expected for sonnet, gpt-6, 2 rounds at most. No model was asked.',
        '  calls     2 to 9',
        '  tokens    1,000 to 12,000 read, 1,200 to 6,000 written',
        '  cost      price unknown; no price is known for m@one, m@two',
        '  time      10s to 4m 00s',
        '  note      The cost cap cannot be kept.',
        '',
      ].join('\n'),
    );
  });

  it('prints JSON for a program', async () => {
    const { shell } = estimating();
    expect(await runCommandLine(['deliberate', '--estimate', '--json', QUESTION], shell)).toBe(0);
    expect(JSON.parse(shell.stdout.text())).toMatchObject({ rounds: 2, estimate: { calls: { low: 2, high: 9 } } });
  });
});

describe('Ctrl-C', () => {
  const untilAborted: Council['deliberate'] = async (_request, options) => {
    options?.onProgress?.({ kind: 'round_started', round: 1, rounds: 2 });
    options?.onProgress?.({ kind: 'round_finished', round: 1, rounds: 2, tally: { A: 2, B: 1 }, stop: null });
    options?.onProgress?.({ kind: 'round_started', round: 2, rounds: 2 });
    return new Promise((settle) => {
      const result = unanimousResult({ status: 'partial', transcript_path: join(shell.currentFolder, 'so-far.md') });
      options?.signal?.addEventListener('abort', () => settle(result));
      queueMicrotask(() => shell.interrupt());
    });
  };
  let shell = shellWith(untilAborted);

  it('ends the calls, says how far it got and what is kept, and claims no verdict', async () => {
    shell = shellWith(untilAborted);
    expect(await runCommandLine(['deliberate', QUESTION], shell)).toBe(1);
    expect(shell.stdout.text()).toBe('');
    expect(shell.stderr.text().split('\n').at(-2)).toBe(
      'witan: cancelled in round 2 of 2, round 1 had 2 for A, 1 for B; the answers until then are kept in so-far.md',
    );
  });

  it('still prints the partial result with --json', async () => {
    shell = shellWith(untilAborted);
    expect(await runCommandLine(['deliberate', '--json', QUESTION], shell)).toBe(1);
    expect(JSON.parse(shell.stdout.text())).toMatchObject({ status: 'partial' });
  });

  it('does not wait for calls that will not end when it is pressed twice', async () => {
    const deaf = shellWith(async () => {
      queueMicrotask(() => {
        deaf.interrupt();
        deaf.interrupt();
      });
      return new Promise<never>(() => undefined);
    });
    expect(await runCommandLine(['deliberate', QUESTION], deaf)).toBe(1);
    expect(deaf.stderr.text()).toMatch(/^witan: cancelled before the first round; nothing was kept\n$/);
  });
});

describe('Ctrl-C at a deliberation', () => {
  const ID = '20261116-101502-3f9ac1';
  const started = (recorded: boolean): ProgressEvent => {
    const panel = { deliberation_id: ID, participants: ['a', 'b'], rounds: 2, notice: null } as const;
    return { kind: 'started', recorded, ...panel, estimate: FREE_ESTIMATE };
  };

  /** Ended by one Ctrl-C in round 1, or given up at the second. */
  async function interruptedBy(presses: number, recorded: boolean, result: DeliberationResult, interrupted: boolean) {
    const shell = shellWith(async (_request, options) => {
      options?.onProgress?.(started(recorded));
      options?.onProgress?.({ kind: 'round_started', round: 1, rounds: 2 });
      queueMicrotask(() => {
        for (let press = 0; press < presses; press++) shell.interrupt();
      });
      return new Promise((settle) => {
        options?.signal?.addEventListener('abort', () => {
          if (presses > 1) return;
          options.onProgress?.({ kind: 'finished', status: result.status, interrupted });
          settle(result);
        });
      });
    });
    const exitCode = await runCommandLine(['deliberate', QUESTION], shell);
    return { exitCode, stdout: shell.stdout.text(), stderr: shell.stderr.text().split('\n').at(-2) ?? '' };
  }

  it('says how to continue if it is recorded, and at the second press what is kept', async () => {
    const lost = unanimousResult({ status: 'partial', transcript_path: null });
    const kept = `witan: cancelled in round 1 of 2; the answers until then are recorded as ${ID}; to continue: witan deliberate --resume ${ID}`;
    for (const presses of [1, 2])
      expect(await interruptedBy(presses, true, lost, true)).toEqual({ exitCode: 1, stdout: '', stderr: kept });
  });

  it('promises nothing if it is not recorded', async () => {
    const lost = unanimousResult({ status: 'partial', transcript_path: null });
    const { stderr } = await interruptedBy(1, false, lost, true);
    expect(stderr).toBe('witan: cancelled in round 1 of 2; nothing was kept');
  });

  it('shows no verdict if all votes are in, but not the summary', async () => {
    const { exitCode, stdout, stderr } = await interruptedBy(1, true, unanimousResult(), true);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`to continue: witan deliberate --resume ${ID}`);
  });

  it('shows the verdict if the deliberation was already finished', async () => {
    const { exitCode, stdout } = await interruptedBy(1, true, unanimousResult({ status: 'partial' }), false);
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^PostgreSQL: unanimous/)]);
  });
});

describe('--resume', () => {
  it('passes the open project and the given options', async () => {
    const asked: ResumeRequest[] = [];
    const council: Council = {
      ...councilOf(async () => unanimousResult()),
      resume: async (request, options) => {
        asked.push(request);
        const notice = 'deliberation x already finished on 2026-11-16 10:15 UTC; this is its result';
        options?.onProgress?.({ kind: 'already_finished', deliberation_id: 'x', notice });
        return unanimousResult();
      },
    };
    const shell = testShell({ openProgram: async () => testProgram({ council }) });
    expect(await runCommandLine(['deliberate', '--cwd', 'sub', '--max-seconds', '9', '--resume'], shell)).toBe(0);
    expect(asked).toEqual([{ deliberation_id: 'last', within: join(shell.currentFolder, 'sub'), max_seconds: 9 }]);
    expect(shell.stderr.text()).toContain('already finished on 2026-11-16 10:15 UTC; this is its result\n');
  });
});

describe('wrong usage of deliberate', () => {
  const refuse: Council['deliberate'] = async () => {
    throw new UserError('validation_error', 'rounds: 9 is not allowed; use a whole number from 1 to 5');
  };
  it.each([
    [
      'what the council refuses',
      [QUESTION, '--rounds', '9'],
      'rounds: 9 is not allowed; use a whole number from 1 to 5',
    ],
    ['a word for a number', [QUESTION, '--rounds', 'many'], "'many' is invalid. It must be a number"],
    ['an unknown mode', [QUESTION, '--mode', 'fast'], 'Allowed choices are conference, quick'],
    ['an unknown stance', [QUESTION, '-p', 'claude', '--stance', 'maybe'], '--stance "maybe" is not one of for'],
    ['a stance of no participant', [QUESTION, '--stance', 'for'], '--stance comes before any participant'],
    ['a participant without a name', [QUESTION, '-p', ':gpt'], '--participant ":gpt" is incomplete'],
    ['a participant without the model it promises', [QUESTION, '-p', 'codex:'], '--participant "codex:" is incomplete'],
    ['a missing context file', [QUESTION, '--context', '@none.md'], 'none.md could not be read (no such file)'],
    ['a folder as context', [QUESTION, '--context', '@.'], '. is not a file'],
    ['a context file that is too large', [QUESTION, '--context', '@large'], 'large has 257 KB, the limit is 256 KB'],
    ['a binary context file', [QUESTION, '--context', '@binary'], 'binary is not a text file'],
    ['a question without quotes', ['Should', 'we', 'ship?'], 'put the question in quotes'],
    ['an estimate of what is continued', ['--resume', 'x', '--estimate'], '--estimate is about a new question'],
    ['no question', [], "missing required argument 'question'"],
    ['an unknown option', [QUESTION, '--round', '2'], '(Did you mean --rounds?)'],
  ])('is one line and exit 2 for %s', async (_what, words, message) => {
    const shell = shellWith(refuse);
    writeFileSync(join(shell.currentFolder, 'large'), 'x'.repeat(MAX_CONTEXT_BYTES + 1));
    writeFileSync(join(shell.currentFolder, 'binary'), Buffer.from([1, 0, 2]));
    expect(await runCommandLine(['deliberate', ...words], shell)).toBe(2);
    expect(shell.stderr.text()).toMatch(/^witan: [^\n]+\n$/);
    expect(shell.stderr.text()).toContain(message);
    expect(shell.stdout.text()).toBe('');
  });

  it('distinguishes a fault of the program from a mistake of the user', async () => {
    const shell = shellWith(async () => {
      throw new TypeError('x is not\n a function');
    });
    expect(await runCommandLine(['deliberate', QUESTION], shell)).toBe(1);
    expect(shell.stderr.text()).toBe('witan: unexpected failure: x is not a function\n');
  });
});
