import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCodexAdapter } from '../../../../adapters/cli/codex.js';
import { askFixture, type Situation } from '../../../support/ask-fixture.js';

const ask = (situation: Situation = {}) => askFixture(createCodexAdapter, 'codex.mjs', situation);

describe('the codex adapter', () => {
  it('is read-only, leaves no session and reads the prompt from its input', async () => {
    const { argv } = await ask();
    expect(argv.join(' ')).toContain('exec --skip-git-repo-check --sandbox read-only --ephemeral --json');
    expect(argv.at(-1)).toBe('-');
  });

  it('switches off its shell and file tools', async () => {
    const { argv } = await ask();
    expect(argv).toEqual(
      expect.arrayContaining(['features.shell_tool=false', 'features.unified_exec=false', 'features.view_image=false']),
    );
  });

  it('keeps its tools when native tools are wanted', async () => {
    const { argv } = await ask({ settings: { nativeTools: true } });
    expect(argv).not.toContain('features.shell_tool=false');
  });

  it('passes the effort as a configuration value', async () => {
    const { argv } = await ask({ request: { reasoningEffort: 'high' } });
    expect(argv).toContain('model_reasoning_effort="high"');
  });

  it('switches off the MCP servers of the user, one of which may be ours', async () => {
    const { argv } = await ask({ prepare: configured('[mcp_servers.witan]\ncommand = "w"\n[mcp_servers."a.b c"]\n') });
    expect(argv.filter((argument) => argument.startsWith('mcp_servers'))).toEqual([
      'mcp_servers={"witan"={enabled=false},"a.b c"={enabled=false}}',
    ]);
  });

  it('is not started when the MCP servers of the user are unknown', async () => {
    const { answer, calls } = await ask({ prepare: configured('[mcp_servers.witan\ncommand = "w"\n') });
    expect(calls).toEqual([]);
    expect(answer).toMatchObject({
      ok: false,
      error: {
        failure: { kind: 'exited', detail: expect.stringMatching(/^not started: .*config\.toml.*mcp_servers/) },
      },
    });
  });

  it('does not hang on a configuration that is a named pipe', async () => {
    const prepare = (home: string) => {
      mkdirSync(join(home, '.codex'));
      execFileSync('mkfifo', [join(home, '.codex', 'config.toml')]);
    };
    const { answer, calls } = await ask({ prepare });
    expect(calls).toEqual([]);
    expect(answer).toHaveProperty('error.failure.detail', expect.stringContaining('not a regular file'));
  });

  it('uses the last message of the agent, and treats warnings as warnings', async () => {
    const { answer } = await ask();
    expect(answer).toMatchObject({ ok: true, value: { text: expect.stringContaining('I read') } });
  });

  it.each([
    ['Reconnecting... waiting for network', 'unreachable'],
    ['Not logged in. Please run codex login', 'not_logged_in'],
    ['Reconnecting... 1/5 (unexpected status 401 Unauthorized)', 'not_logged_in'],
  ])('ends the call at the error event "%s", although codex keeps waiting', async (message, kind) => {
    const { answer } = await ask({ behavior: `wait:${message}` });
    expect(answer).toMatchObject({ ok: false, error: { failure: { kind } } });
  });

  it('waits for the answer when codex reconnects', async () => {
    const { answer } = await ask({ behavior: 'reconnect' });
    expect(answer).toMatchObject({ ok: true, value: { text: 'Connected again.' } });
  });

  it('does not use a message of an unfinished turn as the answer', async () => {
    const { answer } = await ask({ behavior: 'stop early' });
    expect(answer).toMatchObject({ ok: false, error: { failure: { kind: 'unreadable_answer' } } });
  });
});

function configured(toml: string) {
  return (home: string) => {
    mkdirSync(join(home, '.codex'));
    writeFileSync(join(home, '.codex', 'config.toml'), toml);
  };
}
