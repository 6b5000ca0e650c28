import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { registerInToml, unregisterInToml } from '../../../../src/cli/init/clients/codex-registration.js';
import { runCommandLine } from '../../../../src/cli/run-command-line.js';
import { newFolder, put, testShell, witan } from '../test-shell.js';

const FILES = { codex: '.codex/config.toml', gemini: '.gemini/settings.json', cursor: '.cursor/mcp.json' } as const;

describe.each(['codex', 'gemini', 'cursor'] as const)('witan init --client %s', (client) => {
  it('writes the file of the user, twice without a change, and takes it away again', async () => {
    const shell = testShell();
    expect(await witan(shell, 'init', '--client', client)).toContain(`~/${FILES[client]} (new file): server "witan"`);
    const text = readFileSync(join(shell.homeFolder, FILES[client]), 'utf8');
    expect(text).toContain(JSON.stringify(shell.serverCommand.args[0]));
    expect(readdirSync(shell.currentFolder)).toEqual([]);
    expect(await witan(shell, 'init', '--client', client)).toMatch(/^Already registered/);
    await witan(shell, 'init', '--client', client, '--remove');
    expect(readdirSync(shell.homeFolder)).toEqual([]);
  });

  it('writes `witan` by name into the file that a team shares', async () => {
    const shell = testShell();
    expect(await witan(shell, 'init', '--client', client, '--team')).toContain('Colleagues without Witan');
    const text = readFileSync(join(shell.currentFolder, FILES[client]), 'utf8');
    expect(text).toMatch(/"?command"?\s*[:=] "witan"/);
    expect(text).not.toContain('/');
    await witan(shell, 'init', '--client', client, '--team', '--remove');
    expect(readdirSync(shell.currentFolder)).toEqual([]);
  });

  it('The file of a team gets back no server "witan", whatever it started.', async () => {
    const entry = (command: string, args: readonly string[]) =>
      client === 'codex'
        ? `[mcp_servers.witan]\ncommand = "${command}"\nargs = ${JSON.stringify(args)}\n`
        : JSON.stringify({ mcpServers: { witan: { command, args } } });
    for (const [before, after] of [
      [entry('witan', ['serve']), undefined],
      [entry('./old', ['serve']), undefined],
      [entry('witan', ['serve', '--verbose']), undefined],
      [entry('/old/node', ['/old/dist/witan.cjs', 'serve']), undefined],
    ]) {
      const shell = testShell();
      const file = join(shell.currentFolder, FILES[client]);
      put(file, before ?? '');
      await witan(shell, 'init', '--client', client, '--team');
      expect(readFileSync(file, 'utf8')).not.toMatch(/old|verbose/);
      await witan(shell, 'init', '--client', client, '--team', '--remove');
      expect(existsSync(file) ? readFileSync(file, 'utf8') : undefined).toBe(after);
    }
  });

  const texts = {
    codex: [
      '# mine\nmodel = "o3" # the best\n\n[mcp_servers.other]\ncommand = "x"\n',
      'model = "o3"',
      '',
      '\r\n# a\r\n',
    ],
    gemini: [
      '{\n  // mine\n  "theme": "x", /* two */\n  "mcpServers": {\n    // none yet\n  }\n}\n',
      '{}',
      '{ "a": 1 } // end\n',
    ],
    cursor: ['{"mcpServers":{"witan":{"command":"mine"}}}', '{\r\n\t"mcpServers": {}\r\n}'],
  }[client];
  it.each(texts)('keeps every other byte and every comment, and gives the file back: %j', async (text) => {
    const shell = testShell();
    const file = join(shell.homeFolder, FILES[client]);
    put(file, text);
    await witan(shell, 'init', '--client', client);
    const after = readFileSync(file, 'utf8');
    for (const comment of text.match(/\/\/[^\n]*|\/\*.*\*\/|#[^\n]*/g) ?? []) expect(after).toContain(comment);
    expect(await witan(shell, 'init', '--client', client)).toMatch(/^Already registered/);
    await witan(shell, 'init', '--client', client, '--remove');
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});

describe('witan init --client', () => {
  it('uses the folder that CODEX_HOME names, for its owner only', async () => {
    const folder = newFolder();
    const shell = testShell({ environment: { CODEX_HOME: folder } });
    await witan(shell, 'init', '--client', 'codex');
    expect(existsSync(join(folder, 'config.toml'))).toBe(true);
    expect(readdirSync(shell.homeFolder)).toEqual([]);
    expect(statSync(folder).isDirectory()).toBe(true);
  });

  it('refuses a client that it does not know, and --with-server for another than Claude Code', async () => {
    const shell = testShell();
    expect(await runCommandLine(['init', '--client', 'emacs'], shell)).toBe(2);
    expect(shell.stderr.text()).toContain('Allowed choices are claude, codex, gemini, cursor');
    expect(await runCommandLine(['init', '--client', 'codex', '--with-server'], shell)).toBe(2);
    expect(readdirSync(shell.homeFolder)).toEqual([]);
  });
});

describe("Codex's config.toml", () => {
  const server = { command: '/usr/bin/node', args: ['/opt/wi"tan/dist/witan.cjs', 'serve'] };
  const register = (text: string) => registerInToml(text, server, 'config.toml');
  const OWN = `[mcp_servers.witan]\ncommand = "/usr/bin/node"\nargs = ["/opt/wi\\"tan/dist/witan.cjs", "serve"]\n`;

  it('gets a table at its end', () => {
    expect(register('model = "o3"\n')).toBe(`model = "o3"\n\n${OWN}tool_timeout_sec = 900\n`);
  });

  it('keeps the other keys and comments of an entry that is there', () => {
    const before = [
      '[mcp_servers."witan"] # mine',
      'args = [ # old',
      '  "/old/witan.cjs", "serve" ]',
      'env_vars = ["OPENAI_API_KEY"]',
      "command = '/old/node' # old",
      '[mcp_servers.witan.env]',
      'A = "1"',
      '[tui]',
      '',
    ];
    const after = register(before.join('\n'));
    expect(after).toContain('command = "/usr/bin/node" # old\n');
    expect(after).toContain('env_vars = ["OPENAI_API_KEY"]\n');
    expect(after).toMatch(/^\[mcp_servers\."witan"\] # mine\nargs = \["\/opt/);
    expect(register(after)).toBe(after);
    expect(unregisterInToml(after, '')).toBe('[tui]\n');
  });

  it('is not misled by headers in strings, lists and comments', () => {
    const text = 'a = """\n[mcp_servers.witan]\n"""\nb = [\n  "[mcp_servers.witan]", # [x]\n]\n# [mcp_servers.witan]\n';
    expect(unregisterInToml(register(text), '')).toBe(text);
    expect(unregisterInToml(text, '')).toBe(text);
  });

  it('loses only our table when others were added behind it', () => {
    const after = `${register('a = 1\n')}\n# theirs\n[mcp_servers.other]\ncommand = "x"\n`;
    expect(unregisterInToml(after, '')).toBe('a = 1\n\n# theirs\n[mcp_servers.other]\ncommand = "x"\n');
  });

  it.each([
    ['mcp_servers = { witan = { command = "x" } }\n', /in another form/],
    ['mcp_servers.witan.command = "x"\n', /in another form/],
    ['[mcp_servers.witan]\nurl = "http://x"\n', /at a URL/],
    ['a = "never ends\n', /not valid TOML/],
    ['[mcp_servers.witan]\n[mcp_servers.witan]\n', /twice/],
  ])('is refused if the entry cannot be added safely: %j', (text, problem) => {
    expect(() => register(text)).toThrow(problem);
  });
});
