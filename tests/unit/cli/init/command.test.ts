import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../../src/cli/run-command-line.js';
import { UserError } from '../../../../src/kernel/user-error.js';
import { newFolder, testShell } from '../test-shell.js';

describe('witan init', () => {
  it('shows what it writes, writes it, and says how to undo it', async () => {
    const shell = testShell();
    expect(await runCommandLine(['init'], shell)).toBe(0);
    const { currentFolder, homeFolder, serverCommand } = shell;
    expect(JSON.parse(readFileSync(join(homeFolder, '.claude.json'), 'utf8'))).toEqual({
      projects: { [currentFolder]: { mcpServers: { witan: serverCommand } } },
    });
    const { hooks } = JSON.parse(readFileSync(join(currentFolder, '.claude/settings.local.json'), 'utf8'));
    expect(Object.keys(hooks)).toEqual(['PreToolUse', 'Stop']);
    expect(readdirSync(currentFolder)).toEqual(['.claude']);
    const shown = shell.stdout.text();
    expect(shown).toMatch(
      /^\.claude\/settings\.local\.json \(new file\): 2 hooks and rules that hide the coach's key\n~\/\.claude\.json \(new file\): server/,
    );
    expect(shown).toContain('`witan init --remove` undoes');
    expect(shown.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
  });

  it('shows the JSON with --verbose', async () => {
    const shell = testShell();
    await runCommandLine(['init', '--verbose'], shell);
    expect(shell.stdout.text()).toContain('server "witan" for this project\n  + {\n  +   "projects": {\n');
  });

  it('keeps the journal out of git, and gives the folder of an earlier version its ignore file', async () => {
    const { currentFolder, ...shell } = testShell();
    execFileSync('git', ['init', '-q'], { cwd: currentFolder });
    mkdirSync(join(currentFolder, '.claude/journal'), { recursive: true });
    writeFileSync(join(currentFolder, '.claude/journal/current_ghap.json'), '{}');
    const ignored = () =>
      execFileSync('git', ['status', '--porcelain', '--untracked-files=all'], { cwd: currentFolder, encoding: 'utf8' });
    expect(ignored()).toContain('current_ghap.json');
    expect(await runCommandLine(['init'], { ...shell, currentFolder })).toBe(0);
    expect(ignored()).not.toContain('journal');
    await runCommandLine(['init', '--remove'], { ...shell, currentFolder });
    expect(readdirSync(join(currentFolder, '.claude/journal')).sort()).toEqual(['.gitignore', 'current_ghap.json']);
  });

  it('says what it drops from an entry of its name that was there', async () => {
    const shell = testShell();
    const entry = { command: 'node', args: [], env: { NODE_OPTIONS: '--require ./evil.js', '\u001b[2J': '' } };
    writeFileSync(join(shell.currentFolder, '.mcp.json'), JSON.stringify({ mcpServers: { witan: entry } }));
    expect(await runCommandLine(['init', '--team', '--with-server'], shell)).toBe(0);
    expect(shell.stdout.text()).toContain('  ! dropped from the entry "witan" that was there: env (NODE_OPTIONS, )\n');
    expect(JSON.parse(readFileSync(join(shell.currentFolder, '.mcp.json'), 'utf8'))).toEqual({
      mcpServers: { witan: { command: 'witan', args: ['serve'] } },
    });
  });

  it('trusts nothing and writes nothing when the file of the project cannot be shown', async () => {
    const shell = testShell();
    const examine = async () => {
      throw new UserError('validation_error', '.witan/config.yaml:1: not valid YAML');
    };
    expect(await runCommandLine(['init'], { ...shell, trust: { ...shell.trust, examine } })).toBe(2);
    expect(readdirSync(shell.currentFolder)).toEqual([]);
    expect(shell.trusted.size).toBe(0);
  });

  it('removes a trust that no longer matches the file', async () => {
    const shell = testShell();
    shell.trusted.set(shell.currentFolder, 'pin');
    const trust = { ...shell.trust, state: async () => 'changed' as const };
    expect(await runCommandLine(['init', '--remove'], { ...shell, trust })).toBe(0);
    expect(shell.trusted.size).toBe(0);
  });

  it('writes nothing with --dry-run, and shows the same', async () => {
    const shell = testShell();
    await runCommandLine(['init', '--dry-run'], shell);
    expect(readdirSync(shell.currentFolder)).toEqual([]);
    expect(shell.trusted.size).toBe(0);
    expect(readdirSync(shell.homeFolder)).toEqual([]);
    expect(readdirSync(shell.configFolder)).toEqual([]);
    expect(shell.stdout.text()).toContain('.claude/settings.local.json (new file)');
    expect(shell.stdout.text()).toContain('Nothing was written');
  });

  it('has nothing to do the second time', async () => {
    const shell = testShell();
    const files = [join(shell.currentFolder, '.claude/settings.local.json'), join(shell.homeFolder, '.claude.json')];
    await runCommandLine(['init'], shell);
    const first = files.map((file) => readFileSync(file, 'utf8'));
    const shown = shell.stdout.text().length;
    expect(await runCommandLine(['init'], shell)).toBe(0);
    expect(shell.stdout.text().slice(shown)).toMatch(/^Already registered/);
    expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(first);
  });

  it('undoes everything with --remove', async () => {
    const shell = testShell();
    await runCommandLine(['init'], shell);
    expect(await runCommandLine(['init', '--remove'], shell)).toBe(0);
    expect(readdirSync(shell.currentFolder)).toEqual([]);
    expect(readdirSync(join(shell.homeFolder, '.local/share/witan/projects'))).toEqual([]);
    expect(readdirSync(shell.configFolder)).toEqual([]);
    expect(shell.trusted.size).toBe(0);
    const shown = shell.stdout.text().length;
    await runCommandLine(['init', '--remove'], shell);
    expect(shell.stdout.text().slice(shown)).toMatch(/^Nothing to undo/);
  });

  it('does nothing at all when .mcp.json is malformed', async () => {
    const shell = testShell();
    writeFileSync(join(shell.currentFolder, '.mcp.json'), '{"mcpServers": ');
    expect(await runCommandLine(['init'], shell)).toBe(2);
    expect(shell.stderr.text()).toMatch(/^witan: \.mcp\.json is not valid JSON \([^\n]+\); fix it first[^\n]+\n$/);
    expect(readdirSync(shell.currentFolder)).toEqual(['.mcp.json']);
    expect(shell.trusted.size).toBe(0);
  });

  it.each(['.mcp.json', '.claude/settings.json', '.claude/settings.local.json'])(
    'ends at a pipe named %s',
    async (name) => {
      const shell = testShell();
      mkdirSync(join(shell.currentFolder, '.claude'));
      execFileSync('mkfifo', [join(shell.currentFolder, name)]);
      expect(await runCommandLine(['init'], shell)).toBe(2);
      expect(shell.stderr.text()).toContain(`${name} is a link or not a plain file`);
    },
  );

  it('does not write its hooks through a linked .claude', async () => {
    const shell = testShell();
    const outside = newFolder();
    symlinkSync(outside, join(shell.currentFolder, '.claude'));
    expect(await runCommandLine(['init'], shell)).toBe(2);
    expect(shell.stderr.text()).toBe('witan: .claude is a link; replace it with a folder, nothing was written\n');
    expect(readdirSync(outside)).toEqual([]);
    expect(readdirSync(shell.currentFolder)).toEqual(['.claude']);
  });

  it('does not write through links that a project brings along', async () => {
    const shell = testShell();
    const outside = newFolder();
    writeFileSync(join(outside, 'settings.json'), '{}');
    symlinkSync(join(outside, 'settings.json'), join(shell.currentFolder, '.mcp.json'));
    symlinkSync(outside, join(shell.currentFolder, '.witan'));
    expect(await runCommandLine(['init'], shell)).toBe(2);
    expect(readdirSync(outside)).toEqual(['settings.json']);
    expect(readFileSync(join(outside, 'settings.json'), 'utf8')).toBe('{}');
  });

  it('says in one line what could not be written, and what to do', async () => {
    const writeFileAtomically = async () => {
      throw Object.assign(new Error('read-only file system'), { code: 'EROFS' });
    };
    const shell = testShell({ writeFileAtomically });
    expect(await runCommandLine(['init'], shell)).toBe(1);
    expect(shell.stderr.text()).toMatch(
      /^witan: not done: \.claude\/settings\.local\.json .*read-only; make it writable[^\n]*\n$/,
    );
  });

  it('warns that a program in the cache of npx does not last', async () => {
    const serverCommand = {
      command: process.execPath,
      args: ['/home/a/.npm/_npx/1/node_modules/witan/dist/witan.cjs', 'serve'],
    };
    const shell = testShell({ serverCommand });
    expect(await runCommandLine(['init'], shell)).toBe(0);
    expect(shell.stderr.text()).toMatch(/^witan: this Witan is in the cache of npx, [^\n]*`npm install -g`\n$/);
  });

  it('refuses the root of the disk and the home folder, also by another name', async () => {
    const root = testShell({ currentFolder: '/' });
    expect(await runCommandLine(['init'], root)).toBe(2);
    expect(root.stderr.text()).toContain('this is the root of the disk; change into the folder of one project');
    const home = newFolder();
    const alias = join(newFolder(), 'alias');
    symlinkSync(home, alias);
    mkdirSync(join(home, 'unrelated'));
    const shell = testShell({ currentFolder: alias, homeFolder: home });
    expect(await runCommandLine(['init'], shell)).toBe(2);
    expect(shell.stderr.text()).toContain('this is the home folder');
    expect(readdirSync(home)).toEqual(['unrelated']);
  });
});
