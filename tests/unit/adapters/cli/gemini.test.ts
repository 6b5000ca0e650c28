import { describe, expect, it } from 'vitest';
import { createGeminiAdapter } from '../../../../adapters/cli/gemini.js';
import { askFixture, type Situation } from '../../../support/ask-fixture.js';

const ask = (situation: Situation = {}) => askFixture(createGeminiAdapter, 'gemini.mjs', situation);

describe('the gemini adapter', () => {
  it('plans only, and starts neither extensions nor MCP servers', async () => {
    const { argv } = await ask();
    expect(argv.join(' ')).toContain('--approval-mode plan');
    expect(argv.join(' ')).toContain('-e none --allowed-mcp-server-names none');
  });

  it('denies every tool by its own policy, unless native tools are wanted', async () => {
    const { argv, calls } = await ask();
    expect(argv[argv.indexOf('--policy') + 1]).toMatch(/no-tools\.toml$/);
    expect(calls[0]?.files).toEqual(['no-tools.toml']);
    expect((await ask({ settings: { nativeTools: true } })).argv).not.toContain('--policy');
  });

  it('always names a model', async () => {
    const { argv } = await ask({ request: { model: '' } });
    expect(argv[argv.indexOf('-m') + 1]).toBe('auto');
  });

  it('leaves its reports of failed calls in a folder that is removed', async () => {
    const { calls } = await ask();
    expect(calls[0]?.env.TMPDIR).toBe(calls[0]?.cwd);
  });

  it('refuses a prompt of more than 100,000 characters before anything is started', async () => {
    const { answer, calls } = await ask({ request: { prompt: 'x'.repeat(100_001) } });
    expect(answer).toMatchObject({
      ok: false,
      error: { failure: { kind: 'prompt_too_long', length: 100_001, limit: 100_000 } },
    });
    expect(calls).toEqual([]);
  });

  it('reads the login hint of a fresh installation', async () => {
    const { answer } = await ask({ behavior: 'Please set an Auth method in your settings.json' });
    expect(answer).toMatchObject({ ok: false, error: { failure: { kind: 'not_logged_in' } } });
  });
});
