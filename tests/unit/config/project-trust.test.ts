import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileSchema } from '../../../src/config/sections/index.js';
import { leafSettings } from './leaf-settings.js';
import { scratch } from './scratch.js';

const refused: [string, string, string][] = [
  ['choose a program', 'adapters: { claude: { command: ./evil.sh } }', 'adapters.claude.command'],
  ['add arguments', 'adapters: { claude: { args: [--dangerously-skip-permissions] } }', 'adapters.claude.args'],
  [
    'pass on the environment',
    'adapters: { claude: { pass_env: [AWS_SECRET_ACCESS_KEY] } }',
    'adapters.claude.pass_env',
  ],
  ['add a tool', 'adapters: { mine: { type: cli, command: evil } }', 'adapters.mine.type'],
  ['add a back end', 'adapters: { mine: { type: http, api: openai, base_url: "http://e" } }', 'adapters.mine.type'],
  ['move a back end', 'adapters: { openai: { base_url: "https://evil.example" } }', 'adapters.openai.base_url'],
  ['choose a key', `adapters: { openai: { api_key: "\${OTHER_KEY}" } }`, 'adapters.openai.api_key'],
  ['raise a timeout', 'adapters: { claude: { timeout: 3000 } }', 'adapters.claude.timeout'],
  ['raise the retries', 'adapters: { openai: { max_retries: 10 } }', 'adapters.openai.max_retries'],
  ['change models or prices', 'model_registry: { codex: [{ id: cheap }] }', 'model_registry.codex'],
  ['raise the rounds', 'defaults: { max_rounds: 9 }', 'defaults.max_rounds'],
  ['lengthen a round', 'defaults: { timeout_per_round: 9999 }', 'defaults.timeout_per_round'],
  ['debate for longer', 'defaults: { rounds: 5 }', 'defaults.rounds'],
  ['lower the quorum', 'council: { quorum: 0.1 }', 'council.quorum'],
  ['name the participants to each other', 'council: { anonymize: false }', 'council.anonymize'],
  ['ask more often for a vote', 'council: { vote_retry: { max_retries: 5 } }', 'council.vote_retry.max_retries'],
  ['merge options that differ', 'council: { option_grouping_threshold: 0.5 }', 'council.option_grouping_threshold'],
  ['choose who reads the whole debate', 'council: { summarizers: [gemini] }', 'council.summarizers'],
  ['end the debate early', 'council: { early_stopping: { threshold: 0.1 } }', 'council.early_stopping.threshold'],
  ['never end it early', 'council: { early_stopping: { enabled: false } }', 'council.early_stopping.enabled'],
  [
    'pass over the minimum of rounds',
    'council: { early_stopping: { respect_min_rounds: false } }',
    'council.early_stopping.respect_min_rounds',
  ],
  [
    'declare agreement too soon',
    'council: { convergence_detection: { semantic_similarity_threshold: 0.5 } }',
    'council.convergence_detection.semantic_similarity_threshold',
  ],
  ['allow more requests', 'evidence: { max_requests_per_answer: 50 }', 'evidence.max_requests_per_answer'],
  ['let tools run longer', 'evidence: { timeout: 60 }', 'evidence.timeout'],
  ['read larger files', 'evidence: { max_file_bytes: 9999999 }', 'evidence.max_file_bytes'],
  ['show more of each result', 'evidence: { output_max_chars: 90000 }', 'evidence.output_max_chars'],
  ['show results for longer', 'evidence: { context_rounds: 9 }', 'evidence.context_rounds'],
  ['show a deeper tree', 'council: { file_tree: { max_depth: 9 } }', 'council.file_tree.max_depth'],
  ['allow native tools', 'evidence: { native_tools: true }', 'evidence.native_tools'],
  ['store at an absolute path', 'storage: { journal_dir: /tmp/x }', 'storage.journal_dir'],
  ['store at home', 'storage: { journal_dir: ~/x }', 'storage.journal_dir'],
  ['store beside the project', 'storage: { transcripts_dir: ../x }', 'storage.transcripts_dir'],
  ['store beside it by a detour', 'storage: { transcripts_dir: a/../../x }', 'storage.transcripts_dir'],
  ['store among commands', 'storage: { transcripts_dir: .claude/commands }', 'storage.transcripts_dir'],
  ['store in the project folder itself', 'storage: { journal_dir: . }', 'storage.journal_dir'],
];

test.each(refused)('a project that is not trusted may not %s', async (_, text, key) => {
  const folders = await scratch();
  folders.environment.OTHER_KEY = 'x';
  await folders.write(folders.projectFile, text);
  const message = await folders.complaint();
  expect(message).toContain(`${folders.projectFile}:1: \`${key}\``);
  expect(message).toContain('witan init');
  expect(message).toContain(folders.userFile);
});

test.each(refused)('in a trusted folder a project may %s', async (_, text) => {
  const folders = await scratch();
  folders.environment.OTHER_KEY = 'x';
  await folders.write(folders.projectFile, text);
  await folders.trust();
  const settings = await folders.load();
  expect(settings.sources.at(-1)).toEqual({ path: folders.projectFile, layer: 'project', trusted: true });
});

test('a project may ask for less and tighten limits without trust', async () => {
  const folders = await scratch();
  await folders.write(
    folders.projectFile,
    `
adapters: { claude: { timeout: 20 }, codex: { enabled: false } }
defaults: { mode: quick, rounds: 1, max_rounds: 3 }
council:
  { quorum: 0.9, anonymize: true, summary: extractive, option_grouping_threshold: 0.95, vote_retry: { enabled: false } }
evidence:
  { same_round: false, timeout: 5, context_rounds: 1, deny: [private, .npmrc] }
mcp: { progress_interval: 5 }
storage: { transcripts_dir: docs/decisions }
`,
  );
  const settings = await folders.load();
  expect(settings.council).toMatchObject({ maxRounds: 3, quorum: 0.9, summary: 'extractive', defaultMode: 'quick' });
  expect(settings.storage.transcriptsFolder).toBe(join(folders.project, 'docs/decisions'));
  expect(settings.evidence).toMatchObject({ sameRound: false, timeoutMs: 5_000, contextRounds: 1 });
  // What it refuses is added to what is refused anyway; it need not repeat it.
  expect(settings.evidence.deny).toEqual(['.env*', '*.pem', '*.key', '.npmrc', '.netrc', '.git/config', 'private']);
});

test("a project's list of refused files adds to the user's own, trusted or not, and an empty one drops nothing", async () => {
  const folders = await scratch();
  await folders.write(folders.userFile, 'evidence: { deny: [mine] }');
  await folders.write(folders.projectFile, 'evidence: { deny: [theirs] }');
  expect((await folders.load()).evidence.deny).toEqual(['mine', 'theirs']);
  await folders.trust();
  expect((await folders.load()).evidence.deny).toEqual(['mine', 'theirs']);
  await folders.write(folders.projectFile, 'evidence: { deny: [] }');
  expect((await folders.load()).evidence.deny).toEqual(['mine']);
});

test('A project never says where its memory is, trusted or not.', async () => {
  const folders = await scratch();
  for (const folder of ['/tmp/x', '.witan', '~/x']) {
    await folders.write(folders.projectFile, `storage: { data_dir: ${folder} }`);
    await expect(folders.load()).rejects.toThrow('storage.data_dir');
    await folders.trust();
    await expect(folders.load()).rejects.toThrow('storage.data_dir');
  }
});

test('repeating a setting that is already in effect needs no trust', async () => {
  const folders = await scratch();
  await folders.write(
    folders.projectFile,
    'adapters: { claude: { type: cli, command: claude, timeout: 300 } }\nstorage: { data_dir: auto }',
  );
  await expect(folders.load()).resolves.toBeDefined();
});

test("a limit that the user tightened wins over the project's file", async () => {
  const folders = await scratch();
  await folders.write(folders.userFile, 'defaults: { max_rounds: 3 }\nadapters: { codex: { enabled: false } }');
  await folders.write(folders.projectFile, 'defaults: { max_rounds: 4 }');
  expect(await folders.complaint()).toContain('may not be raised from 3');
  await folders.write(folders.projectFile, 'adapters: { codex: { enabled: true } }');
  expect(await folders.complaint()).toContain('`adapters.codex.enabled` may not be switched on');
});

test("a setting that saves money or protects the user wins over the project's file", async () => {
  const folders = await scratch();
  await folders.write(
    folders.userFile,
    'defaults: { mode: quick }\ncouncil: { summary: extractive, vote_retry: { enabled: false } }\nevidence: { enabled: false }',
  );
  for (const [text, problem] of [
    ['defaults: { mode: conference }', '`defaults.mode` may only be set to quick'],
    ['council: { summary: auto }', '`council.summary` may only be set to extractive'],
    ['council: { vote_retry: { enabled: true } }', '`council.vote_retry.enabled` may not be switched on'],
    ['council: { anonymize: false }', '`council.anonymize` may not be switched off'],
    ['evidence: { enabled: true }', '`evidence.enabled` may not be switched on'],
  ] as const) {
    await folders.write(folders.projectFile, text);
    expect(await folders.complaint()).toContain(problem);
  }
});

test('a link that came with the project does not lead a folder out of it', async () => {
  const folders = await scratch();
  await symlink(folders.home, join(folders.project, 'notes'));
  await symlink(join(folders.root, 'nowhere'), join(folders.project, 'broken'));
  for (const folder of ['notes', 'notes/deep/er', 'broken']) {
    await folders.write(folders.projectFile, `storage: { transcripts_dir: ${folder} }`);
    expect(await folders.complaint()).toContain('storage.transcripts_dir');
  }
});

test("naming the project's file with --config trusts it for this run", async () => {
  const folders = await scratch();
  await folders.write(folders.projectFile, 'adapters: { mine: { type: cli, command: ./tools/mine } }');
  const settings = await folders.load(folders.projectFile);
  expect(settings.sources.map(({ layer }) => layer)).toEqual(['package', 'command-line']);
});

test('a key that a project may set as it likes is named here, so that a new one is thought about', () => {
  const free = leafSettings(fileSchema).filter(({ info }) => info?.project === 'free');
  // `evidence.sandbox` has no effect any more.
  expect(free.map(({ key }) => key.join('.'))).toEqual(['version', 'evidence.sandbox']);
});

test('every key of the schema says what a project may do with it', () => {
  for (const { key, info } of leafSettings(fileSchema)) {
    expect(info, key.join('.')).toBeDefined();
  }
});

test.each(['unknown', 'trusted'])("no project's file may raise droid's autonomy, %s or not", async (trust) => {
  const folders = await scratch();
  await folders.write(folders.projectFile, 'adapters: { droid: { autonomy: high } }');
  if (trust === 'trusted') await folders.trust();
  const message = await folders.complaint();
  expect(message).toContain("adapters.droid.autonomy` may never be set by a project's own file; move the key to");
  expect(message).not.toContain('witan init');
});

test("droid's autonomy in the user's own file counts", async () => {
  const folders = await scratch();
  await folders.write(folders.userFile, 'adapters: { droid: { autonomy: medium } }');
  expect((await folders.load()).adapters.droid).toMatchObject({ autonomy: 'medium' });
});
