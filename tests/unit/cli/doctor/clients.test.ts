import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkPlugin } from '../../../../src/cli/doctor/check-plugin.js';
import { checkOtherClients } from '../../../../src/cli/doctor/check-registration.js';
import { runCommandLine } from '../../../../src/cli/run-command-line.js';
import { newFolder, put, type TestShell, testShell } from '../test-shell.js';

describe('the doctor on other clients', () => {
  const NAMES = { codex: 'Codex CLI', gemini: 'Gemini CLI', cursor: 'Cursor' } as const;

  it('says nothing of clients where the server is not registered', async () => {
    const shell = testShell();
    put(join(shell.homeFolder, '.codex/config.toml'), 'model = "o3"\n');
    put(join(shell.homeFolder, '.gemini/settings.json'), '{ "theme": "x" }');
    expect(await checkOtherClients(shell)).toEqual([]);
  });

  it.each(['codex', 'gemini', 'cursor'] as const)('finds a stale path of %s, and --fix corrects it', async (client) => {
    const shell = testShell();
    const subject = NAMES[client];
    await runCommandLine(['init', '--client', client], shell);
    expect(await checkOtherClients(shell)).toEqual([
      {
        subject,
        state: 'broken',
        text: expect.stringMatching(/^~\/\..*witan\.cjs, which does not exist$/),
        remedy: '`witan doctor --fix` corrects it',
      },
    ]);
    const moved = newFolder();
    put(join(moved, 'dist/witan.cjs'));
    const serverCommand = { command: process.execPath, args: [join(moved, 'dist/witan.cjs'), 'serve'] };
    await runCommandLine(['doctor', '--fix'], { ...shell, serverCommand });
    expect(shell.stdout.text()).toMatch(/^Fixed: ~\/\.\S+: server "witan"$/m);
    expect(await checkOtherClients(shell)).toEqual([
      { subject, state: 'ok', text: expect.stringMatching(/^registered for you in all projects \(~\/\./) },
    ]);
  });

  it.each(['codex', 'gemini', 'cursor'] as const)(
    'looks for `witan` on the PATH if the team of %s starts it',
    async (client) => {
      const shell = testShell();
      await runCommandLine(['init', '--client', client, '--team'], shell);
      expect(await checkOtherClients(shell)).toMatchObject([
        { state: 'note', text: expect.stringContaining('not on the PATH') },
      ]);
      const programs = newFolder();
      put(join(programs, 'witan'));
      expect(await checkOtherClients({ ...shell, environment: { PATH: programs } })).toMatchObject([
        {
          subject: NAMES[client],
          state: 'ok',
          text: expect.stringMatching(/^registered for the team of this project/),
        },
      ]);
    },
  );

  it('reports a file that cannot be read, and still checks the others', async () => {
    const shell = testShell();
    put(join(shell.homeFolder, '.gemini/settings.json'), '{');
    put(
      join(shell.currentFolder, '.cursor/mcp.json'),
      JSON.stringify({ mcpServers: { witan: { command: process.execPath, args: ['/x/dist/witan.cjs'] } } }),
    );
    expect(await checkOtherClients(shell)).toMatchObject([
      { subject: 'Gemini CLI', state: 'broken', text: expect.stringContaining('not valid JSON') },
      { subject: 'Cursor', state: 'broken', text: expect.stringContaining('/x/dist/witan.cjs, which does not exist') },
    ]);
  });
});

describe('the doctor on the plugin', () => {
  function machine({ version = '1.2.3', files = ['hook.cjs', 'hook-main.cjs'] } = {}): TestShell {
    const shell = testShell();
    const installPath = join(shell.homeFolder, '.claude/plugins/cache/witan/witan', version);
    for (const file of files) put(join(installPath, 'dist', file));
    const plugins = { 'other@x': [], 'witan@witan': [{ scope: 'user', installPath, version }] };
    put(join(shell.homeFolder, '.claude/plugins/installed_plugins.json'), JSON.stringify({ version: 2, plugins }));
    return shell;
  }

  it('says nothing where it is not installed', async () => {
    expect(await checkPlugin(testShell())).toEqual([]);
  });

  it('is content with the packed plugin of the same version, and then misses neither hooks nor server', async () => {
    const shell = machine();
    expect(await checkPlugin(shell)).toEqual([
      { subject: 'plugin', state: 'ok', text: '1.2.3, for Claude Code in all projects' },
    ]);
    await runCommandLine(['doctor'], shell);
    expect(shell.stdout.text()).toMatch(/^ok {7}plugin /m);
    expect(shell.stdout.text()).not.toMatch(/^missing {2}(hooks|Claude Code)/m);
  });

  it.each([
    [{ version: '1.0.0' }, 'note', /^version 1\.0\.0 is installed/, '`claude plugin update witan@witan` updates it'],
    [{ files: ['hook.cjs'] }, 'note', /`witan` is not on the PATH/, 'install the package with `npm install -g`'],
    [{ files: [] }, 'broken', /^~\/\.claude\S+ is missing or incomplete/, /^`claude plugin uninstall witan@witan`/],
  ] as const)('says what is wrong and how to fix it: %j', async (changes, state, text, fix) => {
    const [finding] = await checkPlugin(machine(changes as { files?: string[] }));
    expect(finding).toMatchObject({ state, text: expect.stringMatching(text), remedy: expect.stringMatching(fix) });
  });

  it('says that it is turned off, in the settings that win', async () => {
    const shell = machine();
    put(join(shell.homeFolder, '.claude/settings.json'), JSON.stringify({ enabledPlugins: { 'witan@witan': true } }));
    expect((await checkPlugin(shell))[0]).toMatchObject({ state: 'ok' });
    put(
      join(shell.currentFolder, '.claude/settings.local.json'),
      JSON.stringify({ enabledPlugins: { 'witan@witan': false } }),
    );
    expect((await checkPlugin(shell))[0]).toMatchObject({
      state: 'note',
      remedy: '`claude plugin enable witan@witan` turns it on',
    });
    put(join(shell.homeFolder, '.claude/plugins/installed_plugins.json'), '{');
    expect((await checkPlugin(shell))[0]).toMatchObject({
      state: 'broken',
      text: expect.stringContaining('not valid JSON'),
    });
    expect(readFileSync(join(shell.homeFolder, '.claude/plugins/installed_plugins.json'), 'utf8')).toBe('{');
  });
});
