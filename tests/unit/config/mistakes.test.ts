import { expect, test } from 'vitest';
import { scratch } from './scratch.js';

/** [what the file says, what the message must contain] */
const mistakes: [string, string, RegExp][] = [
  ['a mistyped section', 'defaults: {}\ncouncl: {}', /:2: `councl` is not a known key; did you mean `council`\?/],
  ['a mistyped key', 'council:\n  early_stoping: {}', /:2: `council.early_stoping`.*`early_stopping`/],
  ['a mistyped adapter key', 'adapters:\n  claude:\n    timout: 3', /:3: `adapters.claude.timout`.*`timeout`/],
  ['a key of the other type', 'adapters:\n  claude: { base_url: "http://x" }', /`adapters.claude.base_url`/],
  ['a value out of range', 'council:\n  quorum: 3', /:2: `council.quorum` is 3; it must be a number from 0 to 1/],
  [
    'a grouping that would merge anything',
    'council: { option_grouping_threshold: 0.4 }',
    /`council.option_grouping_threshold` is 0.4; it must be a number from 0.5 to 1/,
  ],
  ['a flood of messages', 'mcp: { progress_interval: 0.001 }', /must be a number of seconds from 1 to 86400/],
  ['a word for a number', 'defaults: { rounds: two }', /`defaults.rounds` is "two"; it must be a whole number/],
  ['an unknown choice', 'defaults: { mode: fast }', /`defaults.mode` is "fast".*conference, quick/],
  ['a value for a section', 'council: 3', /`council` must be a map with the keys quorum, /],
  ['a newer version', 'version: "2.0"', /`version` is "2.0".*newer Witan/],
  ['more rounds than allowed', 'defaults: { rounds: 9 }', /`defaults.rounds` is 9, above `defaults.max_rounds` \(5\)/],
  ['crossed thresholds', 'council: { convergence_detection: { divergence_threshold: 0.9 } }', /must be below/],
  ['an unknown summarizer', 'council: { summarizers: [cluade] }', /"cluade".*did you mean "claude"/],
  ['a list for the whole file', '- claude', /must be a map of sections/],
  ['broken YAML', 'council:\n  quorum: [1', /:\d+: not valid YAML/],
  ['a repeated key', 'council: {}\ncouncil: {}', /:2: not valid YAML: Map keys must be unique/],
  ['an adapter without type', 'adapters:\n  mine: { command: x }', /:2: `adapters.mine.type` is missing.*cli, http/],
  ['a tool without command', 'adapters: { mine: { type: cli } }', /`adapters.mine` has no `command`/],
  ['a back end without address', 'adapters: { mine: { type: http, api: openai } }', /has no `base_url`/],
  ['a back end without api', 'adapters: { mine: { type: http, base_url: "http://x" } }', /has no `api`.*ollama/],
  ['an address without scheme', 'adapters: { openai: { base_url: "api.x.com" } }', /`adapters.openai.base_url`.*http/],
  ['a password in an address', 'adapters: { openai: { base_url: "http://a:b@c" } }', /put the key into `api_key`/],
  ['a name with signs', 'adapters: { "a:b": { type: cli, command: x } }', /`adapters.a:b` is not a valid name/],
  [
    'a built-in name for another type',
    'adapters: { claude: { type: http, base_url: "http://x" } }',
    /choose another name/,
  ],
  ['a placeholder for a built-in tool', 'adapters: { claude: { args: ["{model}"] } }', /args\[0\]` .*migrate-config/],
  ['a prompt among arguments', 'adapters: { my: { type: cli, command: x, args: ["{prompt}"] } }', /standard input/],
  ['json without a pointer', 'adapters: { my: { type: cli, command: x, output: json } }', /`answer: /],
  ['a pointer without json', 'adapters: { my: { type: cli, command: x, answer: /a } }', /`output: json`/],
  ['an autonomy level for the wrong tool', 'adapters: { codex: { autonomy: low } }', /only the adapter "droid"/],
  ['an autonomy level that droid does not have', 'adapters: { droid: { autonomy: full } }', /low, medium, high/],
  ['model folders for the wrong tool', 'adapters: { codex: { model_paths: [x] } }', /llamacpp/],
  ['an unset variable', `adapters: { my: { type: cli, command: "\${WITAN_TOOL}" } }`, /WITAN_TOOL, which is not set/],
  ['models of no adapter', 'model_registry:\n  cluade: []', /:2: `model_registry.cluade`.*"claude"/],
  ['two default models', 'model_registry: { claude: [{id: a, default: true}, {id: b, default: true}] }', /"a" and "b"/],
  ['a model twice', 'model_registry: { claude: [{id: a}, {id: a}] }', /"a" twice/],
  ['a model id like an option', 'model_registry: { claude: [{id: --yolo}] }', /not starting with -/],
];

test.each(mistakes)('%s gives one line with file, key and fix', async (_, text, expected) => {
  const project = await scratch();
  await project.write(project.userFile, text);
  const message = await project.complaint();
  expect(message).toMatch(expected);
  expect(message.startsWith(project.userFile)).toBe(true);
  expect(message).not.toContain('\n');
});

test('names the file that wins, not the one below it', async () => {
  const project = await scratch();
  await project.write(project.userFile, 'council: { quorum: 0.6 }');
  await project.write(project.projectFile, '\n\ncouncil: { quorum: 7 }');
  expect(await project.complaint()).toContain(`${project.projectFile}:3`);
});

test('never shows a secret in an error', async () => {
  const project = await scratch();
  project.environment.ADDRESS = 'sk-sekret';
  for (const text of [
    'adapters: { openai: { api_key: [sk-sekret] } }',
    'adapters: { openai: { api_key: "sk-sekret" "x" } }',
    'adapters: { claude: { args: "--key sk-sekret" } }',
    `adapters: { openai: { base_url: "\${ADDRESS}" } }`,
    'adapters: { openai: { api_key: sk-sekret\n\tx } }',
    'adapters:\n  openai:\n    api_key: "sk-sekret\nx: }',
  ]) {
    await project.write(project.userFile, text);
    expect(await project.complaint()).not.toContain('sekret');
  }
});
