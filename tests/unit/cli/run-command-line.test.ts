import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../src/cli/run-command-line.js';
import { testShell } from './test-shell.js';

const run = async (words: readonly string[], shell = testShell()) => {
  const exitCode = await runCommandLine(words, shell);
  return { exitCode, stdout: shell.stdout.text(), stderr: shell.stderr.text() };
};

describe('witan', () => {
  it.each([[[]], [['--help']], [['help']]])('shows its commands for %j', async (words) => {
    const { exitCode, stdout, stderr } = await run(words);
    expect([exitCode, stderr]).toEqual([0, '']);
    for (const command of ['deliberate', 'init', 'doctor', 'serve', 'migrate-config']) {
      expect(stdout).toContain(`  ${command}`);
    }
  });

  it.each(['deliberate', 'init', 'doctor', 'serve', 'migrate-config'])(
    'explains %s with an example',
    async (command) => {
      const { exitCode, stdout } = await run([command, '--help']);
      expect(exitCode).toBe(0);
      expect(stdout).toMatch(/Examples?\b[^\n]*:\n {2}\S/);
    },
  );

  it('prints its version', async () => {
    expect(await run(['--version'])).toEqual({ exitCode: 0, stdout: '1.2.3\n', stderr: '' });
  });

  it('suggests the nearest command for a typo', async () => {
    expect(await run(['delibrate', 'x'])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: "witan: unknown command 'delibrate' (Did you mean deliberate?); see witan --help\n",
    });
  });
});

describe('witan serve', () => {
  it('starts the server with the chosen configuration', async () => {
    const started: unknown[] = [];
    const shell = testShell({ serve: async (options) => void started.push(options) });
    await run(['serve', '--config', 'own.yaml'], shell);
    await run(['serve'], shell);
    expect(started).toEqual([{ configFile: join(shell.currentFolder, 'own.yaml') }, {}]);
  });
});

const OLD_CONFIG = 'cli_tools:\n  claude:\n    command: claude\n';

describe('witan migrate-config', () => {
  it('says what it changed and where the old file is', async () => {
    const shell = testShell();
    writeFileSync(join(shell.currentFolder, 'config.yaml'), OLD_CONFIG);
    expect((await run(['migrate-config', 'config.yaml', '--dry-run'], shell)).stdout).toMatch(
      /^config\.yaml would change:\n {2}renamed .cli_tools.*\n$/,
    );
    expect((await run(['migrate-config', 'config.yaml'], shell)).stdout).toMatch(
      /config\.yaml was changed:\n {2}renamed .cli_tools.*\nThe old file is kept as config\.yaml\S+\n$/,
    );
  });

  it('says when there is nothing to change', async () => {
    const shell = testShell();
    writeFileSync(join(shell.currentFolder, 'config.yaml'), 'defaults:\n  rounds: 3\n');
    expect((await run(['migrate-config', 'config.yaml'], shell)).stdout).toBe(
      'config.yaml is up to date; nothing to change\n',
    );
  });

  it('passes on what is wrong with the file', async () => {
    const { exitCode, stderr } = await run(['migrate-config', 'config.yaml']);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^witan: .*config\.yaml.*\n$/);
  });
});
