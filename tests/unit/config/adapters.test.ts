import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import type { HttpAdapterSettings } from '../../../src/models/index.js';
import { scratch } from './scratch.js';

test('gives an adapter 60 seconds unless a file sets a timeout, and the shipped reasoning tools 300', async () => {
  const folders = await scratch();
  await folders.write(folders.userFile, 'adapters: { mine: { type: cli, command: mine } }');
  const { adapters } = await folders.load();
  expect(adapters.mine).toMatchObject({ timeoutMs: 60_000 });
  for (const name of ['claude', 'codex', 'droid', 'gemini'])
    expect(adapters[name]).toMatchObject({ timeoutMs: 300_000 });
});

test('a name that the program does not know needs no code', async () => {
  const folders = await scratch();
  await folders.write(
    folders.userFile,
    `adapters:
  mine: { type: cli, command: mine, args: ["--model", "{model}"], output: json, answer: /result/text, pass_env: [MINE_KEY] }
  yours: { type: http, base_url: "http://127.0.0.1:8080/v1/", api: openai, max_retries: 0 }`,
  );
  const { adapters } = await folders.load();
  expect(adapters.mine).toEqual({
    type: 'cli',
    command: 'mine',
    args: ['--model', '{model}'],
    timeoutMs: 60_000,
    output: { format: 'json', answer: '/result/text' },
    argvPrompt: false,
    passEnvironment: ['MINE_KEY'],
    nativeTools: false,
    modelPaths: [],
  });
  expect(adapters.yours).toEqual({
    type: 'http',
    baseUrl: 'http://127.0.0.1:8080/v1',
    apiKey: undefined,
    timeoutMs: 60_000,
    maxRetries: 0,
    api: 'openai',
  });
});

test('a relative command is meant from the file that names it, for a project from the project', async () => {
  const folders = await scratch();
  await folders.write(
    folders.userFile,
    'adapters: { a: { type: cli, command: ./a.sh }, b: { type: cli, command: ~/b } }',
  );
  await folders.write(folders.projectFile, 'adapters: { c: { type: cli, command: tools/c } }');
  await folders.trust();
  const { adapters } = await folders.load();
  expect(adapters.a).toMatchObject({ command: join(folders.home, '.config/witan/a.sh') });
  expect(adapters.b).toMatchObject({ command: join(folders.home, 'b') });
  expect(adapters.c).toMatchObject({ command: join(folders.project, 'tools/c') });
});

test('fills in environment variables, defaults and plain dollar signs', async () => {
  const folders = await scratch();
  Object.assign(folders.environment, { TOOL: 'my-tool', EMPTY: '' });
  await folders.write(
    folders.userFile,
    `adapters:
  mine:
    type: cli
    command: "\${TOOL}"
    args: ["\${EMPTY:-otherwise}", "$$\{TOOL}", "$TOOL", "a$$b", "\${TOOL}-\${NONE:-}x", "\${not closed"]`,
  );
  expect((await folders.load()).adapters.mine).toMatchObject({
    command: 'my-tool',
    args: ['otherwise', `\${TOOL}`, '$TOOL', 'a$b', 'my-tool-x', `\${not closed`],
  });
});

test('reads a key when it is used, so that a missing variable is not an error at the start', async () => {
  const folders = await scratch();
  await folders.write(folders.userFile, 'adapters: { nebius: { api_key: literal-key } }');
  const { adapters } = await folders.load();
  const openai = adapters.openai as HttpAdapterSettings;
  expect(openai.apiKey?.source).toBe('OPENAI_API_KEY');
  expect(openai.apiKey?.reveal()).toBeUndefined();
  folders.environment.OPENAI_API_KEY = 'arrived later';
  expect(openai.apiKey?.reveal()).toBe('arrived later');
  const nebius = adapters.nebius as HttpAdapterSettings;
  expect([nebius.apiKey?.source, nebius.apiKey?.reveal()]).toEqual(['config', 'literal-key']);
});

test('settings can be printed without showing a key', async () => {
  const folders = await scratch();
  folders.environment.OPENAI_API_KEY = 'sk-from-environment';
  await folders.write(folders.userFile, 'adapters: { nebius: { api_key: sk-literal } }');
  const settings = await folders.load();
  const printed = JSON.stringify(settings) + inspect(settings, { depth: null, showHidden: true });
  expect(printed).not.toMatch(/sk-literal|sk-from-environment/);
});

test.each([
  ['10.0.0.5', 'http://10.0.0.5:11434'],
  ['0.0.0.0', 'http://127.0.0.1:11434'],
  ['0.0.0.0:8080', 'http://127.0.0.1:8080'],
  [':8080', 'http://127.0.0.1:8080'],
  ['localhost:11434', 'http://localhost:11434'],
  ['https://ollama.example', 'https://ollama.example'],
  ['', 'http://127.0.0.1:11434'],
])('understands OLLAMA_HOST=%s as the server does', async (host, address) => {
  const folders = await scratch();
  folders.environment.OLLAMA_HOST = host;
  expect((await folders.load()).adapters.ollama).toMatchObject({ baseUrl: address });
});

test('native tools are given to every tool together', async () => {
  const folders = await scratch();
  await folders.write(folders.userFile, 'evidence: { native_tools: true }');
  const settings = await folders.load();
  expect(settings.evidence.nativeTools).toBe(true);
  expect(settings.adapters.codex).toMatchObject({ nativeTools: true });
});
