import { execFile } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { loadSettings } from '../../../src/config/index.js';
import { scratch } from './scratch.js';

test('works with no file of the user at all', async () => {
  const settings = await (await scratch()).load();
  expect(Object.keys(settings.adapters)).toContain('claude');
  expect(settings.sources.map(({ layer }) => layer)).toEqual(['package']);
  expect(settings.notices).toEqual([]);
});

test('later files win: user, project, $WITAN_CONFIG, --config', async () => {
  const place = await scratch();
  const expectRounds = async (rounds: number, configFile?: string) =>
    expect((await place.load(configFile)).council.defaultRounds).toBe(rounds);
  await expectRounds(2);
  await place.write(place.userFile, 'defaults: { rounds: 4 }');
  await expectRounds(4);
  await place.write(place.projectFile, 'defaults: { rounds: 3 }');
  await expectRounds(3);
  place.environment.WITAN_CONFIG = await place.write(join(place.root, 'environment.yaml'), 'defaults: { rounds: 1 }');
  await expectRounds(1);
  const named = await place.write(join(place.root, 'named.yaml'), 'defaults: { rounds: 5 }');
  await expectRounds(5, named);
  expect((await place.load(named)).sources.map(({ layer, trusted }) => [layer, trusted])).toEqual([
    ['package', true],
    ['user', true],
    ['project', false],
    ['environment', true],
    ['command-line', true],
  ]);
});

test('joins maps key by key and replaces lists whole', async () => {
  const place = await scratch();
  await place.write(
    place.userFile,
    'adapters: { claude: { timeout: 30 } }\nmodel_registry: { claude: [{ id: opus }] }\ncouncil: { summarizers: [codex] }',
  );
  const settings = await place.load();
  expect(settings.adapters.claude).toMatchObject({ command: 'claude', timeoutMs: 30_000 });
  expect(settings.modelRegistry.claude).toEqual([{ id: 'opus', isDefault: true, enabled: true }]);
  expect(settings.modelRegistry.codex?.length).toBeGreaterThan(1);
  expect(settings.council.summarizers).toEqual([{ adapter: 'codex', model: undefined }]);
});

test('a section whose lines are all comments is not set', async () => {
  const place = await scratch();
  await place.write(place.userFile, 'council:\n  # quorum: 1\nadapters:\n  claude:\n');
  expect((await place.load()).adapters.claude).toMatchObject({ command: 'claude' });
});

test('takes an adapter away with enabled: false, and with it its models and its place as a summarizer', async () => {
  const place = await scratch();
  await place.write(place.projectFile, 'adapters: { claude: { enabled: false } }');
  const settings = await place.load();
  expect(settings.adapters).not.toHaveProperty('claude');
  expect(settings.modelRegistry).not.toHaveProperty('claude');
  expect(settings.council.summarizers.map(({ adapter }) => adapter)).toEqual(['codex', 'droid', 'gemini']);
});

test("looks for the user's file where XDG_CONFIG_HOME says, unless that is a relative path", async () => {
  const place = await scratch();
  place.environment.XDG_CONFIG_HOME = join(place.root, 'xdg');
  await place.write(join(place.root, 'xdg/witan/config.yaml'), 'defaults: { rounds: 5 }');
  expect((await place.load()).council.defaultRounds).toBe(5);
  place.environment.XDG_CONFIG_HOME = 'xdg';
  expect((await place.load()).council.defaultRounds).toBe(2);
});

test.each(['$WITAN_CONFIG', '--config'])('a missing file that %s names is an error', async (by) => {
  const place = await scratch();
  const missing = join(place.root, 'missing.yaml');
  if (by === '$WITAN_CONFIG') place.environment.WITAN_CONFIG = missing;
  const message = await place.complaint(by === '--config' ? missing : undefined);
  expect(message).toContain(missing);
  expect(message).toContain(by);
});

test("leaves another program's config.yaml alone, also when it is broken", async () => {
  const place = await scratch();
  const path = join(place.project, 'config.yaml');
  for (const text of ['version: 3\nservices: {}', 'adapters: [postgres]', '{{ template }}', 'x'.repeat(2_000_000)]) {
    await place.write(path, text);
    expect((await place.load()).sources).toHaveLength(1);
  }
});

test('reads a config.yaml in the project that is ours, and reports a mistake in it', async () => {
  const place = await scratch();
  const path = await place.write(
    join(place.project, 'config.yaml'),
    'version: "1.0"\nadapters:\n  claude: { timeout: 20 }\n',
  );
  expect((await place.load()).adapters.claude).toMatchObject({ timeoutMs: 20_000 });
  await place.write(path, 'version: "1.0"\nadapters:\n  claude: { timeout: 20\n');
  expect(await place.complaint()).toContain('config.yaml');
});

test('prefers .witan/config.yaml to config.yaml', async () => {
  const place = await scratch();
  await place.write(join(place.project, 'config.yaml'), 'version: "1.0"\nadapters: {}\ncouncil: { quorum: 0.6 }');
  await place.write(place.projectFile, 'council: { quorum: 0.7 }');
  expect((await place.load()).council.quorum).toBe(0.7);
});

test("does not take the package's own file for the project's when the package is the project", async () => {
  const place = await scratch();
  await place.write(
    join(place.project, 'config.yaml'),
    'version: "1.0"\nadapters: { claude: { type: cli, command: claude } }\ncouncil: { summarizers: [claude] }',
  );
  const settings = await loadSettings({
    projectFolder: place.project,
    packageFolder: place.project,
    homeFolder: place.home,
    environment: {},
  });
  expect(settings.sources.map(({ layer }) => layer)).toEqual(['package']);
});

test('a named pipe in place of a file does not hang the start', async () => {
  const place = await scratch();
  await promisify(execFile)('mkfifo', [join(place.project, 'config.yaml')]);
  expect((await place.load()).sources).toHaveLength(1);
  await place.write(join(place.home, '.config/witan/.keep'), '');
  await symlink(join(place.project, 'config.yaml'), place.userFile);
  expect(await place.complaint()).toContain('not a regular file');
});

test('tells which adapters the files of the user and the project name, without those that are switched off', async () => {
  const place = await scratch();
  expect((await place.load()).configuredAdapters).toEqual([]);
  await place.write(place.userFile, 'cli_tools: { house: { command: house, args: [], timeout: 60 } }');
  await place.write(
    place.projectFile,
    'adapters: { house: { timeout: 20 }, claude: { timeout: 20 }, codex: { enabled: false } }',
  );
  expect((await place.load()).configuredAdapters).toEqual(['house', 'claude']);
});
