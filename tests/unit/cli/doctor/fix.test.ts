import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../../src/cli/run-command-line.js';
import { hookRegistrations, portableHookRegistrations } from '../../../../src/hooks/registrations.js';
import { memoryOf } from '../../../support/project-memory.js';
import { newFolder, type TestShell, testShell } from '../test-shell.js';

/** An installed program in a folder of its own. */
function installed(node = process.execPath): { readonly folder: string; shell(changes?: object): TestShell } {
  const folder = newFolder();
  mkdirSync(join(folder, 'dist'));
  for (const name of ['hook.cjs', 'witan.cjs']) writeFileSync(join(folder, 'dist', name), '');
  const program = { file: join(folder, 'dist/hook.cjs'), node, platform: 'linux' as const };
  return {
    folder,
    shell: (changes = {}) =>
      testShell({
        serverCommand: { command: process.execPath, args: [join(folder, 'dist/witan.cjs'), 'serve'] },
        hookRegistrations: async (_, scope) =>
          scope === 'team' ? portableHookRegistrations([]) : hookRegistrations(program),
        ...changes,
      }),
  };
}

async function doctor(shell: TestShell, ...args: string[]): Promise<string> {
  const shown = shell.stdout.text().length;
  await runCommandLine(['doctor', ...args], shell);
  return shell.stdout
    .text()
    .slice(shown)
    .replace(/\n {5,}/g, ' ');
}

const linesOf = (text: string, subject: string) => text.split('\n').filter((line) => line.slice(9).startsWith(subject));

describe('witan doctor --fix', () => {
  it('corrects paths of a program that moved, wherever it is registered, and says so', async () => {
    const old = installed();
    const before = old.shell();
    await runCommandLine(['init'], before);
    await runCommandLine(['init', '--user'], before);
    const { currentFolder, homeFolder } = before;
    const shell = installed().shell({ currentFolder, homeFolder });
    expect(await doctor(shell)).toMatch(/^note {5}hooks .*another folder.*`witan doctor --fix` corrects it/m);
    const fixed = await doctor(shell, '--fix');
    expect(fixed.split('\n').filter((line) => line.startsWith('Fixed: '))).toEqual([
      "Fixed: .claude/settings.local.json: 7 hooks and rules that hide the coach's key",
      "Fixed: ~/.claude/settings.json: 7 hooks and rules that hide the coach's key",
      'Fixed: ~/.claude.json: server "witan" for this project',
      'Fixed: ~/.claude.json: server "witan" for all projects',
    ]);
    for (const file of [join(currentFolder, '.claude/settings.local.json'), join(homeFolder, '.claude.json')]) {
      expect(readFileSync(file, 'utf8')).not.toContain(old.folder);
    }
    expect(linesOf(fixed, 'hooks').join()).not.toMatch(/note|broken/);
    expect(await doctor(shell, '--fix')).toMatch(/^Nothing to fix\.\n/);
  });

  it('renews hooks that an earlier version registered for fewer tools', async () => {
    const shell = installed().shell();
    await runCommandLine(['init'], shell);
    const file = join(shell.currentFolder, '.claude/settings.local.json');
    const current = readFileSync(file, 'utf8');
    writeFileSync(file, current.replace(/\|Monitor[^"]*/, '').replaceAll(/,\s*"--all-tools"/g, ''));
    expect(await doctor(shell)).toMatch(/^note {5}hooks .*asks about other tools/m);
    await doctor(shell, '--fix');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(current));
  });

  it('registers nothing where nothing is registered', async () => {
    const shell = installed().shell();
    expect(await doctor(shell, '--fix')).toMatch(/^Nothing to fix\.\n/);
    expect([...readdirSync(shell.currentFolder), ...readdirSync(shell.homeFolder)]).toEqual([]);
  });

  it('leaves a server alone that the user registered by name', async () => {
    const shell = installed().shell();
    const text = JSON.stringify({
      mcpServers: { witan: { type: 'stdio', command: 'witan', args: ['serve'], env: {} } },
    });
    writeFileSync(join(shell.homeFolder, '.claude.json'), text);
    expect(await doctor(shell, '--fix')).toMatch(/^Nothing to fix\.\n/);
    expect(readFileSync(join(shell.homeFolder, '.claude.json'), 'utf8')).toBe(text);
  });

  it('adds a hook that is missing, and leaves other hooks and keys alone', async () => {
    const shell = installed().shell();
    await runCommandLine(['init'], shell);
    const file = join(shell.currentFolder, '.claude/settings.local.json');
    const complete = JSON.parse(readFileSync(file, 'utf8'));
    const { Stop: _, ...others } = complete.hooks;
    writeFileSync(file, JSON.stringify({ model: 'opus', hooks: others }));
    expect(await doctor(shell)).toContain('not registered in .claude/settings.local.json: Stop; `witan doctor --fix`');
    await doctor(shell, '--fix');
    const fixed = JSON.parse(readFileSync(file, 'utf8'));
    expect(fixed).toEqual({ ...complete, model: 'opus' });
  });

  it('The rules that hide the state folder are added where an earlier version registered only hooks.', async () => {
    const shell = installed().shell();
    const files = ['.claude/settings.local.json', '.claude/settings.json'].map((name) =>
      join(shell.currentFolder, name),
    );
    for (const [index, scope] of [[], ['--team']].entries()) {
      await runCommandLine(['init', ...scope], shell);
      const file = files[index] ?? '';
      const { hooks, permissions } = JSON.parse(readFileSync(file, 'utf8'));
      writeFileSync(file, JSON.stringify({ hooks, permissions: { deny: ['Read(./.env)'] } }));
      expect(await doctor(shell)).toMatch(
        /^note {5}hooks .*no rules that keep Read.*`witan doctor --fix` corrects it/m,
      );
      await doctor(shell, '--fix');
      const fixed = JSON.parse(readFileSync(file, 'utf8'));
      expect(fixed).toEqual({ hooks, permissions: { deny: ['Read(./.env)', ...permissions.deny] } });
      expect(await doctor(shell)).not.toContain('no rules');
    }
  });

  it('moves paths of this machine out of files that a team shares', async () => {
    const { folder, ...machine } = installed();
    const shell = machine.shell();
    const args = [join(folder, 'dist/hook.cjs'), 'stop'];
    mkdirSync(join(shell.currentFolder, '.claude'));
    writeFileSync(
      join(shell.currentFolder, '.claude/settings.json'),
      JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command: process.execPath, args }] }] } }),
    );
    const server = { command: process.execPath, args: [join(folder, 'dist/witan.cjs'), 'serve'] };
    writeFileSync(join(shell.currentFolder, '.mcp.json'), JSON.stringify({ mcpServers: { witan: server } }));
    expect(await doctor(shell)).toMatch(/^note {5}Claude Code +\.mcp\.json has paths of this machine/m);
    await doctor(shell, '--fix');
    expect(readdirSync(join(shell.currentFolder, '.claude'))).toEqual(['settings.local.json']);
    expect(readdirSync(shell.currentFolder)).toEqual(['.claude']);
    expect(await doctor(shell)).toMatch(/^ok {7}Claude Code +registered for you in this project/m);
  });

  it('takes rights of other users from files of ours, one line each', async () => {
    const shell = testShell();
    const folder = memoryOf(shell.currentFolder);
    chmodSync(folder, 0o755);
    expect(await doctor(shell)).toMatch(/^note {5}permissions +.* can be used by other users/m);
    const fixed = await doctor(shell, '--fix');
    expect(fixed).toMatch(/^Fixed: .*: no longer open to other users\n\n/);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(fixed).not.toContain('permissions');
  });

  it('says what it cannot fix, and does the rest', async () => {
    const shell = testShell();
    writeFileSync(join(shell.currentFolder, '.mcp.json'), '{');
    expect(await runCommandLine(['doctor', '--fix'], shell)).toBe(1);
    expect(shell.stdout.text()).toMatch(/^Not fixed: \.mcp\.json is not valid JSON .*fix it first/);
    expect(shell.stdout.text()).toMatch(/^ok {7}Node/m);
  });
});
