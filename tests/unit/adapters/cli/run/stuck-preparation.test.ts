import { describe, expect, it } from 'vitest';
import type { CliTool } from '../../../../../adapters/cli/run/cli-tool.js';
import { createCliAdapter } from '../../../../../adapters/cli/run/create-cli-adapter.js';
import { cliSettings, modelRequest } from '../../../../support/cli-fixture.js';

const never = () => new Promise<never>(() => undefined);

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
