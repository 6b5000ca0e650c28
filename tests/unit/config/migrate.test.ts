import { existsSync } from 'node:fs';
import { chmod, lstat, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { migrateConfig, migrateConfigFile } from '../../../src/config/index.js';
import { withConfigLock } from '../../../src/config/trust/config-lock.js';
import { writeAtomically } from '../../../src/storage/index.js';
import { fixtures, scratch } from './scratch.js';

const legacy = await readFile(join(fixtures, 'legacy.yaml'), 'utf8');
const write = writeAtomically;

test('keeps comments, order and quotes', () => {
  const { text, changed } = migrateConfig(legacy);
  expect(changed).toBe(true);
  for (const kept of [
    '# Our team\'s council.\nversion: "1.0"\n',
    '# Built by the platform group.\n  house-model:\n    type: cli\n    command: "house"\n',
    'args: ["--temperature", "0", "--model", "{model}"]',
    'timeout: 240 # seconds',
    '# The tools we pay for.\n  claude:',
    'mode: quick # most questions are small',
    '# Tuned last winter.\n  convergence_detection:',
  ]) {
    expect(text).toContain(kept);
  }
  expect(text).not.toMatch(/cli_tools|deliberation:|prompt|format|db_path|note:/);
});

test('the migrated file means the same and loads without a notice', async () => {
  const folders = await scratch();
  await folders.write(folders.userFile, legacy);
  const { sources: _, notices: before, ...old } = await folders.load();
  const { text } = migrateConfig(legacy);
  await folders.write(folders.userFile, text);
  const { sources: __, notices: after, ...migrated } = await folders.load();
  expect(migrated).toEqual(old);
  expect([before.length, after.length]).toEqual([1, 0]);
});

test('a second run changes nothing, not a single byte', () => {
  const once = migrateConfig(legacy).text;
  expect(migrateConfig(once)).toEqual({ text: once, notes: [], changed: false });
  const handmade = 'council:   {quorum:   0.5}   # odd spaces\n';
  expect(migrateConfig(handmade)).toEqual({ text: handmade, notes: [], changed: false });
});

test('takes placeholders out of a file that already uses adapters, and leaves its other keys alone', () => {
  const { text, notes } = migrateConfig('adapters:\n  claude:\n    args: ["{model}", "{prompt}"]\n    timout: 3\n');
  expect(text).toBe('adapters:\n  claude:\n    timout: 3\n');
  expect(notes).toHaveLength(1);
});

test('keeps the line ends of Windows', () => {
  const { text } = migrateConfig('deliberation:\r\n  early_stopping:\r\n    enabled: false\r\n');
  expect(text).toBe('council:\r\n  early_stopping:\r\n    enabled: false\r\n');
});

test('writes the file, keeps its permissions and never overwrites an older backup', async () => {
  const folders = await scratch();
  const path = await folders.write(join(folders.root, 'config.yaml'), legacy);
  await chmod(path, 0o600);
  await folders.write(`${path}.bak`, 'older');
  const { backupPath, notes } = await migrateConfigFile(path, { dryRun: false, write });
  expect(backupPath).toBe(`${path}.bak.1`);
  expect(await readFile(`${path}.bak.1`, 'utf8')).toBe(legacy);
  expect(await readFile(`${path}.bak`, 'utf8')).toBe('older');
  expect(await readFile(path, 'utf8')).toBe(migrateConfig(legacy).text);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(notes.join('\n')).toContain('storage.format');
  expect(await migrateConfigFile(path, { dryRun: false, write })).toMatchObject({
    changed: false,
    backupPath: undefined,
  });
});

test('a dry run writes nothing', async () => {
  const folders = await scratch();
  const path = await folders.write(join(folders.root, 'config.yaml'), legacy);
  const { changed, text } = await migrateConfigFile(path, { dryRun: true, write });
  expect([changed, text]).toEqual([true, migrateConfig(legacy).text]);
  expect(await readFile(path, 'utf8')).toBe(legacy);
  expect(await readdir(dirname(path))).not.toContain('config.yaml.bak');
});

test('changes the file under its lock, and keeps what another process wrote before', async () => {
  const folders = await scratch();
  const path = await folders.write(join(folders.root, 'config.yaml'), legacy);
  const lock = `${path}.lock`;
  const isLocked: boolean[] = [];
  const watched: typeof write = async (...args) => {
    isLocked.push(existsSync(lock));
    await write(...args);
  };
  const { migrated } = await withConfigLock(lock, async () => {
    const migrated = migrateConfigFile(path, { dryRun: false, write: watched });
    // Atomic, because a half-written file would be read as one that needs no migration.
    await write(path, `${legacy}# added by another process\n`, { mode: 0o600 });
    return { migrated };
  });
  await migrated;
  expect(isLocked).toEqual([true]);
  expect(await readFile(path, 'utf8')).toContain('# added by another process');
  expect(existsSync(lock)).toBe(false);
});

test('a link to the file stays a link', async () => {
  const folders = await scratch();
  const real = await folders.write(join(folders.root, 'dotfiles/witan.yaml'), legacy);
  const link = join(folders.root, 'config.yaml');
  await symlink(real, link);
  await migrateConfigFile(link, { dryRun: false, write });
  expect((await lstat(link)).isSymbolicLink()).toBe(true);
  expect(await readFile(real, 'utf8')).not.toBe(legacy);
});

test('reports a file that is missing or not YAML', async () => {
  const folders = await scratch();
  const missing = join(folders.root, 'missing.yaml');
  await expect(migrateConfigFile(missing, { dryRun: false, write })).rejects.toThrow(`${missing} does not exist`);
  const broken = await folders.write(join(folders.root, 'broken.yaml'), 'cli_tools: [');
  await expect(migrateConfigFile(broken, { dryRun: false, write })).rejects.toThrow(`${broken}:`);
});
