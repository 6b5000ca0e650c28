import { describe, expect, it } from 'vitest';
import type { DeliberationRequest, ProgressEvent } from '../../../../src/council/index.js';
import {
  answered,
  type Script,
  type ScriptedModel,
  SETTINGS,
  scriptedCouncil,
  untilAborted,
  vote,
} from '../../../support/scripted-council.js';

const question = 'Should the job queue use PostgreSQL or SQLite?';
/** A cent for a thousand tokens, whichever way. */
const PRICE = { inputPerMillion: 10, outputPerMillion: 10 };
const EVIDENCE = { ...SETTINGS.evidence, enabled: true };
const LOOK = 'Let me look.\n\nTOOL_REQUEST: {"name": "list_files", "arguments": {"glob": "*"}}';

const priced = (script: Script): ScriptedModel => ({ script, models: [{ price: PRICE }] });
const saying =
  (text: string, tokens: number): Script =>
  () =>
    answered(text, { inputTokens: tokens / 2, outputTokens: tokens / 2 });

async function deliberate(
  models: Record<string, ScriptedModel | Script>,
  request: Partial<DeliberationRequest>,
  settings: Partial<typeof SETTINGS> = {},
) {
  const events: ProgressEvent[] = [];
  const { council, folder, prompts } = await scriptedCouncil(models, settings);
  const result = await council.deliberate(
    {
      question,
      participants: Object.keys(models).map((cli) => ({ cli, model: 'm' })),
      working_directory: folder,
      ...request,
    },
    { onProgress: (event) => events.push(event) },
  );
  const calls = Object.fromEntries(Object.entries(prompts).map(([name, seen]) => [name, seen.length]));
  return { result, calls, events };
}

describe('max_cost_usd', () => {
  it('begins no round that it does not pay for, keeps the votes and says so', async () => {
    const models = { a: priced(saying(vote('X'), 2_000)), b: priced(saying(vote('Y'), 2_000)) };
    const { result, calls } = await deliberate(models, { rounds: 3, max_cost_usd: 0.05 });
    expect(calls).toEqual({ a: 1, b: 1 });
    expect(result).toMatchObject({ status: 'partial', rounds_completed: 1, cost: { usd: 0.04 } });
    expect(result.voting_result?.final_tally).toEqual({ X: 1, Y: 1 });
    expect(result.integrity.warnings[0]).toMatch(
      /^the debate ended early: the cost cap of \$0.05 leaves no room for another round \(\$0.0400 spent/,
    );
  });

  it('does not call a debate cut short that had already ended', async () => {
    const models = {
      a: priced(saying(vote('X', { confidence: 0.9 }), 2_000)),
      b: priced(saying(vote('X', { confidence: 0.9 }), 2_000)),
    };
    const { result } = await deliberate(models, { rounds: 3, max_cost_usd: 0.041 });
    expect(result).toMatchObject({ status: 'complete', rounds_completed: 1 });
  });

  it('asks for no vote again that it does not pay for', async () => {
    const models = { a: priced(saying('I cannot decide.', 3_000)), b: priced(saying(vote('X'), 3_000)) };
    const { result, calls } = await deliberate(models, { mode: 'quick', max_cost_usd: 0.061 });
    expect(calls).toEqual({ a: 1, b: 1 });
    expect(result.cost).toMatchObject({ calls: 2, usd: 0.06 });
    expect(result.integrity.warnings).toContain('the cost cap of $0.061 kept 1 further call from being made');
  });

  it('lets no answer be finished with evidence that it does not pay for, and keeps the draft', async () => {
    const models = { a: priced(saying(`${LOOK}\n\n${vote('X')}`, 3_000)), b: priced(saying(vote('X'), 3_000)) };
    const { result, calls } = await deliberate(models, { mode: 'quick', max_cost_usd: 0.061 }, { evidence: EVIDENCE });
    expect(calls).toEqual({ a: 1, b: 1 });
    expect(result.voting_result?.final_tally).toEqual({ X: 2 });
    expect(result.integrity.warnings.join('\n')).toMatch(
      /m@a could not finish its answer .* not asked: the cost cap of \$0.061/,
    );
  });

  it('has no summary written that it does not pay for', async () => {
    const models = { a: priced(saying(vote('X'), 3_000)), b: priced(saying(vote('X'), 3_000)) };
    const { result, calls, events } = await deliberate(
      models,
      { mode: 'quick', max_cost_usd: 0.061 },
      { summary: 'auto' },
    );
    expect(calls).toEqual({ a: 1, b: 1 });
    expect(result.status).toBe('complete');
    expect(result.summary.written_by).toContain('without a model');
    expect(events.map(({ kind }) => kind)).not.toContain('summarizing');
  });

  it('does not let a model of unknown price write the summary, and says so at the start', async () => {
    let written = 0;
    const models = {
      a: priced(saying(vote('X'), 1_000)),
      b: priced(saying(vote('X'), 1_000)),
      writer: () => {
        written += 1;
        return answered('{"consensus": "X", "final_recommendation": "X"}', { costUsd: 5 });
      },
    };
    const participants = ['a', 'b'].map((cli) => ({ cli, model: 'm' }));
    const settings = { summary: 'auto', summarizers: [{ adapter: 'writer', model: 'm' }] } as const;
    const capped = await deliberate(models, { participants, mode: 'quick', max_cost_usd: 0.06 }, settings);
    expect(written).toBe(0);
    expect(capped.result.cost.usd).toBeLessThanOrEqual(0.06);
    expect(capped.events[0]).toMatchObject({
      notice: expect.stringContaining('m@writer will not be asked for the summary'),
    });
    const free = await deliberate(models, { participants, mode: 'quick' }, settings);
    expect(free.result.summary.written_by).toBe('m@writer');
  });

  it('says that it was exceeded, even if the debate had already ended', async () => {
    const models = { a: priced(saying(vote('X'), 45_000)), b: priced(saying(vote('X'), 45_000)) };
    const { result } = await deliberate(models, { mode: 'quick', max_cost_usd: 0.05 });
    expect(result.cost.usd).toBe(0.9);
    expect(result.integrity.warnings).toContainEqual(
      expect.stringContaining('the cost cap of $0.05 was passed: $0.90 was spent'),
    );
  });

  it.each([
    ['another round', saying(vote('X'), 45_000)],
    ['the vote that it lacks', saying('I cannot decide.', 45_000)],
    ['the answer with what it asked for', saying(LOOK, 45_000)],
  ])('prevents %s after a tool without a limit has exceeded it, by what was really spent', async (_what, script) => {
    const tool = (): ScriptedModel => ({ ...priced(script), kind: 'cli' });
    const { result, calls } = await deliberate(
      { a: tool(), b: tool() },
      { rounds: 3, max_cost_usd: 0.05 },
      { evidence: EVIDENCE, summary: 'auto' },
    );
    expect(calls).toEqual({ a: 1, b: 1 });
    expect(result.cost.usd).toBe(0.9);
    expect(result.integrity.warnings).toContainEqual(
      expect.stringContaining('the cost cap of $0.05 was passed: $0.90 was spent'),
    );
    expect(result.integrity.warnings.join('\n')).toMatch(/leaves no room|was reached|further calls? from being made/);
  });

  it('says how long an answer may be, so that all answers of a round together stay within it', async () => {
    const limits: number[] = [];
    const noting: Script = ({ maxAnswerTokens = 0, prompt }) => {
      limits.push(maxAnswerTokens + prompt.length / 4);
      return answered(vote('X'), { inputTokens: 1_000, outputTokens: 1_000 });
    };
    const models = { a: priced(noting), b: priced(noting), c: priced(noting) };
    await deliberate(models, { mode: 'quick', max_cost_usd: 0.15 });
    // A cent for a thousand tokens: what three may take at most comes to the cap.
    expect(limits.reduce((sum, tokens) => sum + tokens, 0)).toBeGreaterThan(14_000);
    expect(limits.reduce((sum, tokens) => sum + tokens, 0)).toBeLessThanOrEqual(15_000);
    const uncapped = limits.length;
    await deliberate({ a: priced((request) => noting({ ...request }, 1)), b: priced(noting) }, { mode: 'quick' });
    expect(limits.slice(uncapped).every((tokens) => tokens < 1_000)).toBe(true);
  });

  it('counts calls that are still running: two that would fit alone do not both get a second call', async () => {
    let release = () => {};
    const bothAsked = new Promise<void>((resolve) => {
      release = resolve;
    });
    let asked = 0;
    const undecided: Script = async () => {
      asked += 1;
      if (asked === 2) release();
      await bothAsked;
      return answered('I cannot decide.', { inputTokens: 1_000, outputTokens: 1_000 });
    };
    const models = { a: priced(undecided), b: priced(undecided) };
    const { calls } = await deliberate(models, { mode: 'quick', max_cost_usd: 0.055 });
    expect((calls.a ?? 0) + (calls.b ?? 0)).toBe(3);
  });

  it('refuses immediately a deliberation that it cannot even begin, and asks no participant', async () => {
    let asked = 0;
    const model = priced(() => {
      asked += 1;
      return vote('X');
    });
    await expect(deliberate({ a: model, b: model }, { max_cost_usd: 0.001 })).rejects.toThrow(
      /^max_cost_usd: \$0.001 does not pay for one round, which is estimated at \$0\.0\d+; raise it/,
    );
    expect(asked).toBe(0);
  });

  it('says at the start and in the warnings for which participants it cannot be checked', async () => {
    const models = { a: priced(saying(vote('X'), 1_000)), b: { script: () => vote('Y'), models: [{}] } };
    const { result, events } = await deliberate(models, { max_cost_usd: 5 });
    expect(events[0]).toMatchObject({ kind: 'started', notice: expect.stringContaining('cannot be kept for m@b') });
    expect(result.cost.usd).toBe('unknown');
    expect(result.integrity.warnings.join()).toMatch(
      /cost cap could not be checked: 2 calls .*others add up to \$0.0200/,
    );
  });
});

describe('max_seconds', () => {
  it('keeps the votes that are there, and writes the verdict without a model', async () => {
    const models = { a: () => vote('X'), b: untilAborted, c: () => vote('X') };
    const { result } = await deliberate(models, { max_seconds: 0.2 }, { summary: 'auto' });
    expect(result).toMatchObject({ status: 'partial', voting_result: { winning_option: 'X' } });
    expect(result.summary.written_by).toContain('without a model');
    expect(result.integrity.warnings[0]).toContain('the time cap of 0.2 s was reached');
    expect(result.transcript_path).not.toBeNull();
  });
});

describe('a demo whose time is up', () => {
  it('is not asked to name options that no participant has looked for', async () => {
    const voice = { script: untilAborted, kind: 'demo' } as const;
    const { result } = await deliberate({ a: voice, b: voice }, { max_seconds: 0.05 });
    expect(result.status).toBe('failed');
    expect(result.integrity.warnings.join()).not.toContain('name them');
    expect(result.integrity.warnings[0]).toContain('the time cap of 0.05 s was reached');
  });
});

describe('a time cap that another round would exceed', () => {
  it('ends the debate after the round, so that no call is lost', async () => {
    // Of the 540 ms that are left for calls, a second answer as slow as the first would need more than remains.
    const slow =
      (option: string): Script =>
      () =>
        new Promise((resolve) => setTimeout(() => resolve(vote(option)), 300));
    const { result, calls } = await deliberate({ a: slow('X'), b: slow('Y') }, { rounds: 3, max_seconds: 0.6 });
    expect(calls).toEqual({ a: 1, b: 1 });
    expect(result).toMatchObject({ status: 'partial', rounds_completed: 1 });
    expect(result.integrity.warnings[0]).toContain('the time cap of 0.6 s');
  });
});

describe('the ledger', () => {
  it('has no call for a tool that is not there, and none of unknown cost for it', async () => {
    const missing: Script = () => ({
      ok: false,
      error: { failure: { kind: 'not_installed', command: 'x', remedy: 'install it' }, usage: {} },
    });
    const models = { a: priced(saying(vote('X'), 1_000)), b: priced(saying(vote('X'), 1_000)), c: missing };
    const { result } = await deliberate(models, { mode: 'quick' });
    expect(result.cost).toMatchObject({ usd: 0.02, calls: 2, tokens: 2_000 });
    expect(result.cost.by_participant.map(({ participant }) => participant)).toEqual(['m@a', 'm@b']);
  });
});
