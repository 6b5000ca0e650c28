import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codexServerNames } from '../../../../../adapters/cli/codex.js';

describe('codexServerNames', () => {
  it.each([
    ['a table each', '[mcp_servers.witan]\ncommand = "w"\n[mcp_servers.witan.env]\nA = "1"\n[mcp_servers.two]\n'],
    ['inline tables', '[mcp_servers]\nwitan = { command = "w", args = ["]", "}"] }\ntwo = {}\n'],
    ['one inline table', 'mcp_servers = { witan = { command = "w" }, two.command = "x" }'],
    ['dotted keys', 'mcp_servers.witan.command = "w"\nmcp_servers . two . command = \'x\'\n'],
    ['quoted names', `[mcp_servers."witan"]\n[mcp_servers.'two']\n`],
    ['spaces and comments', '[ mcp_servers . witan ] # ours\r\n\t[mcp_servers.two]\r\n'],
    ['escapes in names', '["mcp\\u005fservers"."wi\\u0074an"]\n[mcp_servers.two]\n'],
  ])('finds servers written as %s', async (_form, toml) => {
    expect(await namesIn(toml)).toEqual({ ok: true, value: ['witan', 'two'] });
  });

  it('keeps dots, spaces and brackets that belong to a name', async () => {
    expect(await namesIn('[mcp_servers."a.b [c] = d"]\n')).toEqual({ ok: true, value: ['a.b [c] = d'] });
  });

  it.each([
    ['a comment', '# [mcp_servers.no]\nmodel = "x" # mcp_servers.no = 1\n'],
    ['a string', 'text = """\n[mcp_servers.no]\n""""\nother = \'\'\'\n[mcp_servers.no]\'\'\'\n'],
    ['another table', '[profiles.work.mcp_servers.no]\n[[list]]\nmcp_servers.no.command = "x"\n'],
    ['an array', 'list = [\n  { mcp_servers.no = 1 }, # one\n  1979-05-27 07:32:00Z,\n]\n'],
  ])('finds no server in %s, which codex would refuse to switch off', async (_place, toml) => {
    expect(await namesIn(toml)).toEqual({ ok: true, value: [] });
  });

  it.each(['[mcp_servers.witan\n', 'mcp_servers = = {}\n', '[mcp_servers]\nwitan = { command = "w\n'])(
    'says so if they cannot be read: %j',
    async (toml) => {
      expect(await namesIn(toml)).toEqual({ ok: false, error: expect.stringContaining('cannot be read') });
    },
  );

  it('refuses a configuration that is too large', async () => {
    expect(await namesIn(`# ${'x'.repeat(1_100_000)}\n[mcp_servers.witan]\n`)).toEqual({
      ok: false,
      error: expect.stringContaining('is larger than'),
    });
  });

  it('finds none without a configuration, or in one without servers that is not even TOML', async () => {
    expect(await codexServerNames({ HOME: join(homedir(), 'missing') })).toEqual({ ok: true, value: [] });
    expect(await namesIn('= = =')).toEqual({ ok: true, value: [] });
  });

  it('refuses a folder instead of the file', async () => {
    const home = mkdtempSync(join(homedir(), 'codex-'));
    mkdirSync(join(home, 'config.toml'));
    expect(await codexServerNames({ CODEX_HOME: home })).toMatchObject({ ok: false });
  });
});

function namesIn(toml: string) {
  const home = mkdtempSync(join(homedir(), 'codex-'));
  writeFileSync(join(home, 'config.toml'), toml);
  return codexServerNames({ CODEX_HOME: home });
}
