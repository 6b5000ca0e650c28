import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ProgressEvent } from '../../../src/council/index.js';
import { failed, type Script, scriptedCouncil, untilAborted, vote } from '../../support/scripted-council.js';

const question = 'Should our job queue use PostgreSQL or SQLite?';
const three = [{ cli: 'a' }, { cli: 'b' }, { cli: 'c' }];

describe('the debate', () => {
  it('asks all participants without other answers in the first round and shows the full answers of the others in the second', async () => {
    const { council, folder, prompts } = await scriptedCouncil({
      a: (_, call) => `Argument alpha ${call}.\n${vote('PostgreSQL')}`,
      b: (_, call) => `Argument beta ${call}.\n${vote('SQLite')}`,
      c: (_, call) => `Argument gamma ${call}.\n${vote('PostgreSQL')}`,
    });
    await council.deliberate({ question, participants: three, working_directory: folder });
    expect(prompts.a?.[0]).not.toMatch(/alpha|beta|gamma/);
    expect(prompts.a?.[1]).toMatch(/> Argument beta 1\./);
    expect(prompts.a?.[1]).toMatch(/> Argument gamma 1\./);
    expect(prompts.a?.[1]).toMatch(/## Your own last answer\n> Argument alpha 1\./);
    expect(prompts.a?.[1]).toMatch(/> - O1: PostgreSQL\n> - O2: SQLite/);
  });

  it('never names a participant to another, unless anonymity is turned off', async () => {
    const models = { alpha: () => vote('X'), beta: () => vote('Y') };
    const participants = [
      { cli: 'alpha', model: 'm1' },
      { cli: 'beta', model: 'm2' },
    ];
    const hidden = await scriptedCouncil(models);
    await hidden.council.deliberate({ question, participants, working_directory: hidden.folder });
    expect(hidden.prompts.alpha?.[1]).not.toMatch(/beta|m2/);
    expect(hidden.prompts.alpha?.[1]).toMatch(/## Participant A\n/);
    const open = await scriptedCouncil(models, { anonymize: false });
    await open.council.deliberate({ question, participants, working_directory: open.folder });
    expect(open.prompts.alpha?.[1]).toMatch(/## m2@beta\n/);
  });

  it('shows the others to each reader in a different order', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const { council, folder, prompts } = await scriptedCouncil(
      Object.fromEntries(names.map((name) => [name, () => `I am seat-${name}.\n${vote(name === 'a' ? 'X' : 'Y')}`])),
    );
    await council.deliberate({ question, participants: names.map((cli) => ({ cli })), working_directory: folder });
    const orders = names.map((name) => [...(prompts[name]?.[1] ?? '').matchAll(/> I am seat-(\w)/g)].map((m) => m[1]));
    const inSeatOrder = orders.filter((order) => order.join() === [...order].sort().join());
    expect(new Set(orders.map((order) => order.join())).size).toBeGreaterThan(4);
    expect(inSeatOrder.length).toBeLessThan(names.length / 2);
  });

  it('uses labels that mean the same participant to author and reader', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const labelOf = (prompt: string, seat: string) =>
      new RegExp(`## (Participant .)\\n> I am seat-${seat}`).exec(prompt)?.[1];
    const { council, folder, prompts } = await scriptedCouncil(
      Object.fromEntries(
        names.map((name) => [
          name,
          (request: { prompt: string }, call: number) =>
            call === 2 && name === 'a'
              ? `I am seat-a.\nI object to ${labelOf(request.prompt, 'b')} alone.\n${vote('X')}`
              : `I am seat-${name}.\n${vote(name === 'a' ? 'X' : 'Y')}`,
        ]),
      ),
    );
    await council.deliberate({
      question,
      rounds: 3,
      participants: names.map((cli) => ({ cli })),
      working_directory: folder,
    });
    for (const reader of ['c', 'd']) {
      const prompt = prompts[reader]?.[2] ?? '';
      expect(/I object to (Participant .) alone/.exec(prompt)?.[1]).toBe(labelOf(prompt, 'b'));
    }
    expect(prompts.b?.[2]).toContain('I object to you alone');
  });

  it('shortens an answer that would push the others over their limit', async () => {
    const { council, folder, prompts } = await scriptedCouncil({
      a: () => `The beginning. ${'flood '.repeat(200_000)}\n${vote('X')}`,
      b: () => vote('Y'),
    });
    await council.deliberate({ question, participants: [{ cli: 'a' }, { cli: 'b' }], working_directory: folder });
    const prompt = prompts.b?.[1] ?? '';
    expect(prompt.length).toBeLessThan(60_000);
    expect(prompt).toMatch(/> The beginning\./);
    expect(prompt).toMatch(/characters left out/);
    expect(prompt).toContain('> VOTE: {"option":"X"');
  });

  it('gives the context to every participant in every round', async () => {
    const { council, folder, prompts } = await scriptedCouncil({ a: () => vote('X'), b: () => vote('Y') });
    await council.deliberate({
      question,
      context: 'Ten workers write at once.',
      participants: [{ cli: 'a' }, { cli: 'b' }],
      working_directory: folder,
    });
    for (const prompt of [...(prompts.a ?? []), ...(prompts.b ?? [])])
      expect(prompt).toContain('Ten workers write at once.');
  });

  it('asks for continue_debate and for the reason of a change', async () => {
    const { council, folder, prompts } = await scriptedCouncil({ a: () => vote('X'), b: () => vote('Y') });
    await council.deliberate({ question, participants: [{ cli: 'a' }, { cli: 'b' }], working_directory: folder });
    expect(prompts.a?.[0]).toContain('continue_debate');
    expect(prompts.a?.[1]).toContain('changed_because');
  });

  it('gives a participant its stance', async () => {
    const { council, folder, prompts } = await scriptedCouncil({ a: () => vote('X'), b: () => vote('Y') });
    await council.deliberate({
      question,
      participants: [
        { cli: 'a', stance: 'for' },
        { cli: 'b', stance: 'against' },
      ],
      working_directory: folder,
    });
    expect(prompts.a?.[0]).toMatch(/case for the proposal/);
    expect(prompts.b?.[0]).toMatch(/case against the proposal/);
  });

  it('quotes peers so that an echo of their vote is not a vote', async () => {
    const { council, folder } = await scriptedCouncil(
      {
        a: () => vote('X'),
        b: (request, call) => (call === 1 ? vote('Y') : `${request.prompt}\n`),
      },
      { voteRetries: 0 },
    );
    const result = await council.deliberate({
      question,
      participants: [{ cli: 'a' }, { cli: 'b' }],
      working_directory: folder,
    });
    const second = result.voting_result?.votes_by_round.filter(
      ({ participant, round, carried_forward: carried }) => participant === 'default@b' && round === 2 && !carried,
    );
    // The only unquoted vote line in a prompt is the pattern in the instructions, whose option names nothing.
    expect(second).toEqual([]);
    expect(result.voting_result?.abstentions).toMatchObject([{ participant: 'default@b', round: 2 }]);
  });

  it('runs participants of a round in parallel', async () => {
    let waiting = 0;
    let release: () => void = () => undefined;
    const everyone = new Promise<void>((resolve) => {
      release = resolve;
    });
    const meet = async () => {
      if (++waiting === 3) release();
      await everyone;
      return vote('X', { confidence: 0.9 });
    };
    const { council, folder } = await scriptedCouncil({ a: meet, b: meet, c: meet });
    const result = await council.deliberate({ question, participants: three, working_directory: folder });
    expect(result.status).toBe('complete');
  });

  it('has one round in quick mode, whatever rounds says', async () => {
    const { council, folder, prompts } = await scriptedCouncil({ a: () => vote('X'), b: () => vote('Y') });
    const result = await council.deliberate({
      question,
      mode: 'quick',
      rounds: 4,
      participants: [{ cli: 'a' }, { cli: 'b' }],
      working_directory: folder,
    });
    expect(result.rounds_completed).toBe(1);
    expect(prompts.a).toHaveLength(1);
  });
});

describe('a debate with failures', () => {
  it('keeps the other answers when one participant fails', async () => {
    const { council, folder } = await scriptedCouncil({
      a: () => vote('X'),
      b: () => failed({ kind: 'not_logged_in', remedy: 'run `b login`' }),
      c: () => vote('X'),
    });
    const result = await council.deliberate({ question, participants: three, working_directory: folder });
    expect(result.status).toBe('partial');
    expect(result.voting_result?.winning_option).toBe('X');
    expect(result.integrity.missing).toEqual([{ participant: 'default@b', reason: 'not logged in: run `b login`' }]);
  });

  it('keeps finished answers when the round times out', async () => {
    const { council, folder } = await scriptedCouncil(
      { a: () => vote('X'), b: untilAborted, c: () => vote('X') },
      { roundTimeoutMs: 100 },
    );
    const result = await council.deliberate({ question, rounds: 1, participants: three, working_directory: folder });
    expect(result.full_debate.map(({ participant }) => participant)).toEqual(['default@a', 'default@c']);
    expect(result.integrity.missing).toEqual([{ participant: 'default@b', reason: 'timed out after 0.1 s' }]);
    expect(result.voting_result?.winning_option).toBe('X');
  });

  it('does not wait for an adapter that ignores the end of its round', async () => {
    const { council, folder } = await scriptedCouncil(
      { a: () => vote('X'), b: () => new Promise(() => undefined) },
      { roundTimeoutMs: 50 },
    );
    const result = await council.deliberate({
      question,
      rounds: 1,
      participants: [{ cli: 'a' }, { cli: 'b' }],
      working_directory: folder,
    });
    expect(result.status).toBe('partial');
  });

  it('survives an adapter that throws', async () => {
    const { council, folder } = await scriptedCouncil({
      a: () => vote('X'),
      b: () => {
        throw new Error('bug in an adapter');
      },
    });
    const result = await council.deliberate({
      question,
      participants: [{ cli: 'a' }, { cli: 'b' }],
      working_directory: folder,
    });
    expect(result.integrity.missing[0]?.reason).toContain('bug in an adapter');
  });

  it('reports failed, without a winner and with the reasons, when all participants fail', async () => {
    const { council, folder } = await scriptedCouncil({
      a: () => failed({ kind: 'timeout', afterMs: 60_000 }),
      b: () => failed({ kind: 'not_installed', command: 'b', remedy: 'install b' }),
    });
    const result = await council.deliberate({
      question,
      participants: [{ cli: 'a' }, { cli: 'b' }],
      working_directory: folder,
    });
    expect(result).toMatchObject({ status: 'failed', voting_result: null, convergence_info: null });
    expect(result.counterfactual.final_winner).toBeNull();
    expect(result.integrity.missing.map(({ reason }) => reason)).toEqual([
      'timed out after 60 s',
      'not installed: b was not found; install b',
    ]);
  });

  it('asks a participant again after a temporary failure, but not one that is not installed', async () => {
    const { council, folder, prompts } = await scriptedCouncil({
      a: () => vote('X'),
      b: (_, call) => (call === 1 ? failed({ kind: 'server_error', status: 503, detail: 'busy' }) : vote('Y')),
      c: () => failed({ kind: 'not_installed', command: 'c', remedy: 'install c' }),
    });
    const result = await council.deliberate({ question, participants: three, working_directory: folder });
    expect(prompts.b).toHaveLength(2);
    expect(prompts.c).toHaveLength(1);
    expect(result.full_debate.filter(({ participant }) => participant === 'default@b')).toHaveLength(1);
  });

  it.each([false, true])(
    'has no second round when no participant answered in the first (challenge: %s)',
    async (challenge) => {
      const down = () => failed({ kind: 'server_error', status: 503, detail: 'down' });
      const { council, folder, prompts } = await scriptedCouncil({ a: down, b: down, c: down });
      const result = await council.deliberate({
        question,
        rounds: 3,
        challenge,
        participants: three,
        working_directory: folder,
      });
      expect(result.status).toBe('failed');
      expect(prompts).toMatchObject({ a: { length: 1 }, b: { length: 1 }, c: { length: 1 } });
    },
  );

  it('asks a participant that timed out once more, and not a third time', async () => {
    const { council, folder, prompts } = await scriptedCouncil({
      a: () => vote('X'),
      b: () => failed({ kind: 'timeout', afterMs: 300_000 }),
      c: () => vote('Y'),
    });
    await council.deliberate({ question, rounds: 4, participants: three, working_directory: folder });
    expect(prompts.a?.length).toBeGreaterThan(2);
    expect(prompts.b).toHaveLength(2);
  });

  it('gives a participant that timed out a quarter of its time when it is asked again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const wasEnded: boolean[] = [];
    const slow: Script = async ({ signal }, call) => {
      if (call === 1) return failed({ kind: 'timeout', afterMs: 300_000 });
      await vi.advanceTimersByTimeAsync(74_000);
      wasEnded.push(signal.aborted);
      await vi.advanceTimersByTimeAsync(2_000);
      wasEnded.push(signal.aborted);
      return failed({ kind: 'cancelled' });
    };
    const { council, folder } = await scriptedCouncil(
      { a: () => vote('X'), b: slow, c: () => vote('Y') },
      { roundTimeoutMs: 600_000 },
    );
    const result = await council.deliberate({ question, participants: three, working_directory: folder });
    expect(wasEnded).toEqual([false, true]);
    expect(result.integrity.missing).toEqual([{ participant: 'default@b', reason: 'timed out after 75 s' }]);
  });

  it('ignores a progress listener that throws', async () => {
    const { council, folder } = await scriptedCouncil({ a: () => vote('X'), b: () => vote('X') });
    const onProgress = () => {
      throw new Error('listener');
    };
    const result = await council.deliberate(
      { question, participants: [{ cli: 'a' }, { cli: 'b' }], working_directory: folder },
      { onProgress },
    );
    expect(result.status).toBe('complete');
  });
});

describe('cancelling and caps', () => {
  it('ends every call, keeps what was said and writes the transcript', async () => {
    const caller = new AbortController();
    const signals: AbortSignal[] = [];
    const { council, folder } = await scriptedCouncil({
      a: () => vote('X'),
      b: (request) => {
        signals.push(request.signal);
        setImmediate(() => caller.abort());
        return untilAborted(request);
      },
    });
    const result = await council.deliberate(
      { question, participants: [{ cli: 'a' }, { cli: 'b' }], working_directory: folder },
      { signal: caller.signal },
    );
    expect(signals[0]?.aborted).toBe(true);
    expect(result.status).toBe('partial');
    expect(result.rounds_completed).toBe(1);
    expect(result.integrity.warnings.join()).toContain('it was cancelled');
    expect(result.transcript_path).toContain('transcripts');
  });

  it('ends in order at max_seconds', async () => {
    const { council, folder } = await scriptedCouncil({ a: () => vote('X'), b: untilAborted, c: () => vote('X') });
    const result = await council.deliberate({
      question,
      max_seconds: 0.1,
      participants: three,
      working_directory: folder,
    });
    expect(result.status).toBe('partial');
    expect(result.voting_result?.winning_option).toBe('X');
    expect(result.integrity.warnings.join()).toContain('time cap of 0.1 s');
  });

  it('says that a cost cap could not be checked when no cost is known', async () => {
    const { council, folder } = await scriptedCouncil({ a: () => vote('X'), b: () => vote('Y') });
    const result = await council.deliberate({
      question,
      max_cost_usd: 0.01,
      participants: [{ cli: 'a' }, { cli: 'b' }],
      working_directory: folder,
    });
    expect(result.integrity.warnings.join()).toContain('cost cap could not be checked: 4 calls');
  });

  it('is complete when the cap was exceeded in the last round anyway', async () => {
    const costly = { ok: true, value: { text: vote('X'), usage: { costUsd: 3 } } } as const;
    const { council, folder } = await scriptedCouncil({ a: () => costly, b: () => costly });
    const result = await council.deliberate({
      question,
      mode: 'quick',
      max_cost_usd: 2,
      participants: [{ cli: 'a' }, { cli: 'b' }],
      working_directory: folder,
    });
    expect(result.status).toBe('complete');
    expect(result.integrity.warnings.join()).not.toContain('ended early');
  });

  it('starts no further round once max_cost_usd is spent', async () => {
    const costly = {
      ok: true,
      value: { text: vote('X'), usage: { inputTokens: 10, outputTokens: 10, costUsd: 0.6 } },
    } as const;
    const other = {
      ok: true,
      value: { text: vote('Y'), usage: { inputTokens: 10, outputTokens: 10, costUsd: 0.6 } },
    } as const;
    const { council, folder } = await scriptedCouncil({ a: () => costly, b: () => other });
    const result = await council.deliberate({
      question,
      rounds: 3,
      max_cost_usd: 1,
      participants: [{ cli: 'a' }, { cli: 'b' }],
      working_directory: folder,
    });
    expect(result).toMatchObject({ status: 'partial', rounds_completed: 1, cost: { usd: 1.2, tokens: 40, calls: 2 } });
  });
});

describe('progress', () => {
  it('reports the id and the panel first, then every answer, then the end', async () => {
    const events: ProgressEvent[] = [];
    const { council, folder } = await scriptedCouncil({ a: () => vote('X'), b: () => vote('Y') });
    const result = await council.deliberate(
      { question, rounds: 1, participants: [{ cli: 'a' }, { cli: 'b' }], working_directory: folder },
      { onProgress: (event) => events.push(event) },
    );
    expect(events[0]).toMatchObject({
      kind: 'started',
      deliberation_id: result.deliberation_id,
      participants: ['default@a', 'default@b'],
      rounds: 1,
    });
    expect(events.map(({ kind }) => kind)).toEqual([
      'started',
      'round_started',
      'answered',
      'answered',
      'round_finished',
      'finished',
    ]);
    expect(events.at(-2)).toMatchObject({ tally: { X: 1, Y: 1 } });
  });
});
