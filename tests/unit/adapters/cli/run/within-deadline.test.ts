import { describe, expect, it } from 'vitest';
import type { CliTool } from '../../../../../adapters/cli/run/cli-tool.js';
import { createCliAdapter } from '../../../../../adapters/cli/run/create-cli-adapter.js';
import { withinDeadline } from '../../../../../adapters/cli/run/within-deadline.js';
import { cliSettings, modelRequest } from '../../../../support/cli-fixture.js';

const never = () => new Promise<never>(() => undefined);

describe('withinDeadline', () => {
  it('gives what the work gives, and its error', async () => {
    const { signal } = new AbortController();
    expect(await withinDeadline(async () => 'done', 3e9, signal)).toEqual({ ok: true, value: 'done' });
    await expect(withinDeadline(() => Promise.reject(new Error('a bug')), 1000, signal)).rejects.toThrow('a bug');
  });

  it('does not begin when it is cancelled already', async () => {
    let begun = false;
    const work = async () => {
      begun = true;
    };
    expect(await withinDeadline(work, 1000, AbortSignal.abort())).toEqual({ ok: false, error: 'cancelled' });
    expect(begun).toBe(false);
  });
});

describe('a tool whose preparation never ends', () => {
  const tool: CliTool = {
    name: 'stuck',
    installHint: '',
    loginHint: '',
    environmentNames: () => [],
    invoke: never,
    read: () => ({ kind: 'unreadable', detail: '' }),
  };
  const ask = (timeoutMs: number, signal: AbortSignal) =>
    createCliAdapter(tool, cliSettings('sh', { timeoutMs }), { PATH: process.env.PATH }).ask(modelRequest({ signal }));

  it('times out like any other', async () => {
    const answer = await ask(200, new AbortController().signal);
    expect(answer).toMatchObject({ ok: false, error: { failure: { kind: 'timeout', afterMs: 200 } } });
  });

  it('can be cancelled like any other', async () => {
    const controller = new AbortController();
    const pending = ask(60_000, controller.signal);
    controller.abort();
    expect(await pending).toMatchObject({ ok: false, error: { failure: { kind: 'cancelled' } } });
  });
});
