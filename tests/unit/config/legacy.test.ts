import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtures, scratch } from './scratch.js';

const legacy = await readFile(join(fixtures, 'legacy.yaml'), 'utf8');

test('reads a file in the old form and says so in one line', async () => {
  const folders = await scratch();
  await folders.write(folders.userFile, legacy);
  const settings = await folders.load();
  expect(settings.adapters.claude).toMatchObject({ command: 'claude', args: [], timeoutMs: 240_000 });
  expect(settings.adapters['house-model']).toMatchObject({
    type: 'cli',
    args: ['--temperature', '0', '--model', '{model}'],
    argvPrompt: false,
    timeoutMs: 90_000,
  });
  expect(settings.council).toMatchObject({
    defaultMode: 'quick',
    convergence: { similarityThreshold: 0.9 },
    earlyStopping: { threshold: 0.75 },
  });
  expect(settings.notices).toHaveLength(1);
  expect(settings.notices[0]).toContain(`witan migrate-config ${folders.userFile}`);
  expect(settings.notices[0]).not.toContain('\n');
});

test('names every old key that nothing reads any more', async () => {
  const folders = await scratch();
  await folders.write(folders.userFile, legacy);
  const [notice] = (await folders.load()).notices;
  for (const key of [
    'storage.format',
    'storage.auto_export',
    'council.convergence_detection.stance_change_threshold',
    'council.convergence_detection.response_length_drop_threshold',
    'council.convergence_threshold',
    'decision_graph.db_path',
    'model_registry.claude.note',
  ]) {
    expect(notice).toContain(key);
  }
});

test('a wrong value in an old file is still an error with its line', async () => {
  const folders = await scratch();
  await folders.write(folders.userFile, 'cli_tools:\n  claude:\n    command: claude\n    timeout: long\n');
  expect(await folders.complaint()).toContain(`${folders.userFile}:4: \`adapters.claude.timeout\` is "long"`);
});

test('an old file of a project may not choose a program without trust either', async () => {
  const folders = await scratch();
  await folders.write(
    join(folders.project, 'config.yaml'),
    'version: "1.0"\ncli_tools:\n  house: { command: ./house, args: ["{prompt}"], timeout: 60 }\n',
  );
  expect(await folders.complaint()).toContain('witan init');
});

test('the new name wins if a file uses both', async () => {
  const folders = await scratch();
  await folders.write(
    folders.userFile,
    'cli_tools: { x: { command: old } }\nadapters: { x: { type: cli, command: new } }\ndeliberation: { early_stopping: { threshold: 0.1 } }\ncouncil: { early_stopping: { threshold: 0.9 } }',
  );
  const settings = await folders.load();
  expect(settings.adapters.x).toMatchObject({ command: 'new' });
  expect(settings.council.earlyStopping.threshold).toBe(0.9);
});

test('writes out an alias of an old file instead of changing what it points to', async () => {
  const folders = await scratch();
  await folders.write(
    folders.userFile,
    'cli_tools:\n  claude: { command: claude, args: &a ["--model", "{model}", "{prompt}"] }\n  house: { command: house, args: *a }\n',
  );
  expect((await folders.load()).adapters.house).toMatchObject({ args: ['--model', '{model}'] });
});

test('accepts a key without effect, with one line that says where it is', async () => {
  const folders = await scratch();
  await folders.write(folders.userFile, 'evidence:\n  timeout: 3\n  sandbox: require\n');
  const { evidence, notices } = await folders.load();
  expect(evidence).toMatchObject({ timeoutMs: 3_000 });
  expect(notices).toEqual([`${folders.userFile}:3: \`evidence.sandbox\` no longer has an effect and can be removed`]);
});

test('reads the old name of the demo panel, and says so in one line', async () => {
  const folders = await scratch();
  const old =
    'adapters: { rehearsal: { type: rehearsal } }\nmodel_registry:\n  rehearsal: [{ id: sceptic, label: Mine }]\n';
  await folders.write(folders.userFile, old);
  const { adapters, modelRegistry, notices } = await folders.load();
  expect(adapters.demo).toEqual({ type: 'demo' });
  expect(adapters).not.toHaveProperty('rehearsal');
  expect(modelRegistry.demo).toMatchObject([{ id: 'skeptic', label: 'Mine' }]);
  expect(notices).toEqual([expect.stringMatching(/calls the adapter `demo` by its old name `rehearsal`/)]);
});

test('turns the demo panel off by its old name', async () => {
  const folders = await scratch();
  await folders.write(folders.userFile, 'adapters: { rehearsal: { enabled: false } }\n');
  expect((await folders.load()).adapters).not.toHaveProperty('demo');
});
