import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../../src/cli/run-command-line.js';
import { readSlashCommands } from '../../../../src/cli/init/slash-commands.js';
import { fakePorts, newFolder } from '../fake-ports.js';

const commandsIn = (folder: string) => join(folder, '.claude/commands');

describe('the slash commands of witan init', () => {
  it('are installed, and removed by --remove', async () => {
    const ports = fakePorts();
    await runCommandLine(['init'], ports);
    const folder = commandsIn(ports.currentFolder);
    expect(readdirSync(folder)).toEqual(['knowledge-promote.md', 'retro.md']);
    expect(readFileSync(join(folder, 'knowledge-promote.md'), 'utf8')).toMatch(
      /^---\ndescription: Make a draft active/,
    );
    expect(ports.stdout.text()).toContain('.claude/commands: 2 slash commands\n');
    await runCommandLine(['init', '--remove'], ports);
    expect(existsSync(join(ports.currentFolder, '.claude'))).toBe(false);
  });

  it('are updated when a new version has other texts', async () => {
    const ports = fakePorts();
    await runCommandLine(['init'], ports);
    const newer = { ...ports, slashCommands: async () => [{ name: 'retro', text: 'Look back and ahead.\n' }] };
    await runCommandLine(['init'], newer);
    expect(readFileSync(join(commandsIn(ports.currentFolder), 'retro.md'), 'utf8')).toMatch(/^Look back and ahead\./);
  });

  it('never replace or remove a file that the user wrote or changed', async () => {
    const ports = fakePorts();
    const folder = commandsIn(ports.currentFolder);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'retro.md'), 'My own retro.\n');
    await runCommandLine(['init'], ports);
    expect(ports.stdout.text()).toContain('! retro.md is your own file and stays as it is');
    const promote = join(folder, 'knowledge-promote.md');
    writeFileSync(promote, readFileSync(promote, 'utf8').replace('Promote', 'Always promote'));
    await runCommandLine(['init'], ports);
    await runCommandLine(['init', '--remove'], ports);
    expect(readFileSync(join(folder, 'retro.md'), 'utf8')).toBe('My own retro.\n');
    expect(readFileSync(promote, 'utf8')).toContain('Always promote');
  });

  it('are not written through a link', async () => {
    const ports = fakePorts();
    const shared = newFolder();
    mkdirSync(join(ports.currentFolder, '.claude'));
    symlinkSync(shared, commandsIn(ports.currentFolder));
    expect(await runCommandLine(['init'], ports)).toBe(0);
    expect(readdirSync(shared)).toEqual([]);
    expect(ports.stderr.text()).toContain('.claude/commands is a link');
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
