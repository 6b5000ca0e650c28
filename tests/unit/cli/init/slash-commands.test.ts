import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSlashCommands } from '../../../../src/cli/init/slash-commands-step.js';
import { runCommandLine } from '../../../../src/cli/run-command-line.js';
import { newFolder, testShell } from '../test-shell.js';

const commandsIn = (folder: string) => join(folder, '.claude/commands');

describe('the slash commands of witan init', () => {
  it('are installed, and removed by --remove', async () => {
    const shell = testShell();
    await runCommandLine(['init'], shell);
    const folder = commandsIn(shell.currentFolder);
    expect(readdirSync(folder)).toEqual(['knowledge-promote.md', 'retro.md']);
    expect(readFileSync(join(folder, 'knowledge-promote.md'), 'utf8')).toMatch(
      /^---\ndescription: Make a draft active/,
    );
    expect(shell.stdout.text()).toContain('.claude/commands: 2 slash commands\n');
    await runCommandLine(['init', '--remove'], shell);
    expect(existsSync(join(shell.currentFolder, '.claude'))).toBe(false);
  });

  it('are updated when a new version has other texts', async () => {
    const shell = testShell();
    await runCommandLine(['init'], shell);
    const newer = { ...shell, slashCommands: async () => [{ name: 'retro', text: 'Look back and ahead.\n' }] };
    await runCommandLine(['init'], newer);
    expect(readFileSync(join(commandsIn(shell.currentFolder), 'retro.md'), 'utf8')).toMatch(/^Look back and ahead\./);
  });

  it('never replace or remove a file that the user wrote or changed', async () => {
    const shell = testShell();
    const folder = commandsIn(shell.currentFolder);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'retro.md'), 'My own retro.\n');
    await runCommandLine(['init'], shell);
    expect(shell.stdout.text()).toContain('! retro.md is your own file and stays as it is');
    const promote = join(folder, 'knowledge-promote.md');
    writeFileSync(promote, readFileSync(promote, 'utf8').replace('Promote', 'Always promote'));
    await runCommandLine(['init'], shell);
    await runCommandLine(['init', '--remove'], shell);
    expect(readFileSync(join(folder, 'retro.md'), 'utf8')).toBe('My own retro.\n');
    expect(readFileSync(promote, 'utf8')).toContain('Always promote');
  });

  it('are not written through a link', async () => {
    const shell = testShell();
    const shared = newFolder();
    mkdirSync(join(shell.currentFolder, '.claude'));
    symlinkSync(shared, commandsIn(shell.currentFolder));
    expect(await runCommandLine(['init'], shell)).toBe(0);
    expect(readdirSync(shared)).toEqual([]);
    expect(shell.stderr.text()).toContain('.claude/commands is a link');
  });

  it('are those of the plugin for reviewing drafts, looking back and coaching', async () => {
    const commands = await readSlashCommands();
    expect(commands.map(({ name }) => name)).toEqual([
      'knowledge-review-drafts',
      'knowledge-promote',
      'knowledge-archive',
      'knowledge-show',
      'retro',
      'coach-start',
      'coach-hint',
      'coach-wrap-up',
    ]);
  });
});
