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

  it('keeps its tools where native tools are wanted', async () => {
    const { argv } = await ask({ settings: { nativeTools: true } });
    expect(argv).not.toContain('features.shell_tool=false');
  });

  it('passes the effort as a configuration value', async () => {
    const { argv } = await ask({ request: { reasoningEffort: 'high' } });
    expect(argv).toContain('model_reasoning_effort="high"');
  });

  it('switches off the MCP servers of the user, one of which may be ours', async () => {
    const { argv } = await ask({
      prepare: (home) => {
        mkdirSync(join(home, '.codex'));
        writeFileSync(
          join(home, '.codex', 'config.toml'),
          '[mcp_servers.witan]\ncommand = "witan"\n[mcp_servers.witan.env]\nA = "1"\n[mcp_servers."other-one"]\n# [mcp_servers.comment]\n',
        );
      },
    });
    expect(argv.filter((argument) => argument.startsWith('mcp_servers'))).toEqual([
      'mcp_servers.witan.enabled=false',
      'mcp_servers.other-one.enabled=false',
    ]);
  });

  it('takes the last message of the agent, and warnings for what they are', async () => {
    const { answer } = await ask();
    expect(answer).toMatchObject({ ok: true, value: { text: expect.stringContaining('I read') } });
  });
});
