import { execFile } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { loadSettings } from '../../../src/config/index.js';
import { readProjectLayer } from '../../../src/config/layers/read-layers.js';
import { scratch } from './scratch.js';

test('works with no file of the user at all', async () => {
  const settings = await (await scratch()).load();
  expect(Object.keys(settings.adapters)).toContain('claude');
  expect(settings.sources.map(({ layer }) => layer)).toEqual(['package']);
  expect(settings.notices).toEqual([]);
});

test('later files win: user, project, $WITAN_CONFIG, --config', async () => {
  const folders = await scratch();
  const expectRounds = async (rounds: number, configFile?: string) =>
    expect((await folders.load(configFile)).council.defaultRounds).toBe(rounds);
  await expectRounds(2);
  await folders.write(folders.userFile, 'defaults: { rounds: 4 }');
  await expectRounds(4);
  await folders.write(folders.projectFile, 'defaults: { rounds: 3 }');
  await expectRounds(3);
  folders.environment.WITAN_CONFIG = await folders.write(
    join(folders.root, 'environment.yaml'),
    'defaults: { rounds: 1 }',
  );
  await expectRounds(1);
  const named = await folders.write(join(folders.root, 'named.yaml'), 'defaults: { rounds: 5 }');
  await expectRounds(5, named);
  expect((await folders.load(named)).sources.map(({ layer, trusted }) => [layer, trusted])).toEqual([
    ['package', true],
    ['user', true],
    ['project', false],
    ['environment', true],
    ['command-line', true],
  ]);
});

test('joins maps key by key and replaces lists whole', async () => {
  const folders = await scratch();
  await folders.write(
    folders.userFile,
    'adapters: { claude: { timeout: 30 } }\nmodel_registry: { claude: [{ id: opus }] }\ncouncil: { summarizers: [codex] }',
  );
  const settings = await folders.load();
  expect(settings.adapters.claude).toMatchObject({ command: 'claude', timeoutMs: 30_000 });
  expect(settings.modelRegistry.claude).toEqual([{ id: 'opus', isDefault: true, enabled: true }]);
  expect(settings.modelRegistry.codex?.length).toBeGreaterThan(1);
  expect(settings.council.summarizers).toEqual([{ adapter: 'codex', model: undefined }]);
});

test('a section whose lines are all comments is not set', async () => {
  const folders = await scratch();
  await folders.write(folders.userFile, 'council:\n  # quorum: 1\nadapters:\n  claude:\n');
  expect((await folders.load()).adapters.claude).toMatchObject({ command: 'claude' });
});

test('removes an adapter with enabled: false, also from the models and the summarizers', async () => {
  const folders = await scratch();
  await folders.write(folders.projectFile, 'adapters: { claude: { enabled: false } }');
  const settings = await folders.load();
  expect(settings.adapters).not.toHaveProperty('claude');
  expect(settings.modelRegistry).not.toHaveProperty('claude');
  expect(settings.council.summarizers.map(({ adapter }) => adapter)).toEqual(['codex', 'droid', 'gemini']);
});

test("looks for the user's file where XDG_CONFIG_HOME says, unless that is a relative path", async () => {
  const folders = await scratch();
  folders.environment.XDG_CONFIG_HOME = join(folders.root, 'xdg');
  await folders.write(join(folders.root, 'xdg/witan/config.yaml'), 'defaults: { rounds: 5 }');
  expect((await folders.load()).council.defaultRounds).toBe(5);
  folders.environment.XDG_CONFIG_HOME = 'xdg';
  expect((await folders.load()).council.defaultRounds).toBe(2);
});

test.each(['$WITAN_CONFIG', '--config'])('a missing file that %s names is an error', async (by) => {
  const folders = await scratch();
  const missing = join(folders.root, 'missing.yaml');
  if (by === '$WITAN_CONFIG') folders.environment.WITAN_CONFIG = missing;
  const message = await folders.complaint(by === '--config' ? missing : undefined);
  expect(message).toContain(missing);
  expect(message).toContain(by);
});

test("leaves another program's config.yaml alone, also when it is broken", async () => {
  const folders = await scratch();
  const path = join(folders.project, 'config.yaml');
  for (const text of ['version: 3\nservices: {}', 'adapters: [postgres]', '{{ template }}', 'x'.repeat(2_000_000)]) {
    await folders.write(path, text);
    expect((await folders.load()).sources).toHaveLength(1);
  }
});

test('reads a config.yaml in the project that is ours, and reports a mistake in it', async () => {
  const folders = await scratch();
  const path = await folders.write(
    join(folders.project, 'config.yaml'),
    'version: "1.0"\nadapters:\n  claude: { timeout: 20 }\n',
  );
  expect((await folders.load()).adapters.claude).toMatchObject({ timeoutMs: 20_000 });
  await folders.write(path, 'version: "1.0"\nadapters:\n  claude: { timeout: 20\n');
  expect(await folders.complaint()).toContain('config.yaml');
});

test('prefers .witan/config.yaml to config.yaml', async () => {
  const folders = await scratch();
  await folders.write(join(folders.project, 'config.yaml'), 'version: "1.0"\nadapters: {}\ncouncil: { quorum: 0.6 }');
  await folders.write(folders.projectFile, 'council: { quorum: 0.7 }');
  expect((await folders.load()).council.quorum).toBe(0.7);
});

test.each([
  ['as it is', (text: string) => text, true],
  ['with Windows line ends', (text: string) => text.replaceAll('\n', '\r\n'), true],
  ['with a change', (text: string) => text.replace('model_registry:', 'model_registry: # mine'), false],
])(
  "A clone of Witan that has the package's own file %s: it is the package's, or the project's.",
  async (_, edit, isOwn) => {
    const folders = await scratch();
    const packageFolder = join(folders.root, 'installed');
    const text = await readFile('config.yaml', 'utf8');
    await folders.write(join(packageFolder, 'config.yaml'), text);
    await folders.write(join(folders.project, 'config.yaml'), edit(text));
    const context = { projectFolder: folders.project, homeFolder: folders.home, environment: {}, packageFolder };
    expect((await readProjectLayer(context)) === undefined).toBe(isOwn);
  },
);

test("does not read the file of the package as the project's when the package is the project", async () => {
  const folders = await scratch();
  await folders.write(
    join(folders.project, 'config.yaml'),
    'version: "1.0"\nadapters: { claude: { type: cli, command: claude } }\ncouncil: { summarizers: [claude] }',
  );
  const settings = await loadSettings({
    projectFolder: folders.project,
    packageFolder: folders.project,
    homeFolder: folders.home,
    environment: {},
  });
  expect(settings.sources.map(({ layer }) => layer)).toEqual(['package']);
});

test('a named pipe in place of a file does not hang the start', async () => {
  const folders = await scratch();
  await promisify(execFile)('mkfifo', [join(folders.project, 'config.yaml')]);
  expect((await folders.load()).sources).toHaveLength(1);
  await folders.write(join(folders.home, '.config/witan/.keep'), '');
  await symlink(join(folders.project, 'config.yaml'), folders.userFile);
  expect(await folders.complaint()).toContain('not a regular file');
});

test('lists the adapters in the files of the user and the project, without those that are switched off', async () => {
  const folders = await scratch();
  expect((await folders.load()).configuredAdapters).toEqual([]);
  await folders.write(folders.userFile, 'cli_tools: { house: { command: house, args: [], timeout: 60 } }');
  await folders.write(
    folders.projectFile,
    'adapters: { house: { timeout: 20 }, claude: { timeout: 20 }, codex: { enabled: false } }',
  );
  expect((await folders.load()).configuredAdapters).toEqual(['house', 'claude']);
});
