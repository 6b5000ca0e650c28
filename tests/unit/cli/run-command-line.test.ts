import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../src/cli/run-command-line.js';
import { UserError } from '../../../src/kernel/user-error.js';
import { fakePorts } from './fake-ports.js';

const run = async (words: readonly string[], ports = fakePorts()) => {
  const exitCode = await runCommandLine(words, ports);
  return { exitCode, stdout: ports.stdout.text(), stderr: ports.stderr.text() };
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
    const ports = fakePorts({ serve: async (options) => void started.push(options) });
    await run(['serve', '--config', 'own.yaml'], ports);
    await run(['serve'], ports);
    expect(started).toEqual([{ configFile: join(ports.currentFolder, 'own.yaml') }, {}]);
  });
});

describe('witan migrate-config', () => {
  it('says what it changed and where the old file is', async () => {
    const ports = fakePorts({
      migrateConfigFile: async (file, { dryRun }) => ({
        changes: ['cli_tools became adapters'],
        backupFile: dryRun ? undefined : `${file}.bak`,
      }),
    });
    expect((await run(['migrate-config', 'config.yaml', '--dry-run'], ports)).stdout).toBe(
      'config.yaml would change:\n  cli_tools became adapters\n',
    );
    expect((await run(['migrate-config', 'config.yaml'], ports)).stdout).toContain(
      'config.yaml was changed:\n  cli_tools became adapters\nThe old file is kept as config.yaml.bak\n',
    );
  });

  it('says when there is nothing to change', async () => {
    expect((await run(['migrate-config', 'config.yaml'])).stdout).toBe(
      'config.yaml is up to date; nothing to change\n',
    );
  });

  it('passes on what is wrong with the file', async () => {
    const ports = fakePorts({
      migrateConfigFile: async () => {
        throw new UserError('not_found', 'config.yaml does not exist; name the file to migrate');
      },
    });
    expect(await run(['migrate-config', 'config.yaml'], ports)).toMatchObject({
      exitCode: 2,
      stderr: 'witan: config.yaml does not exist; name the file to migrate\n',
    });
  });
});
