import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { makePrivateScratch } from '../private-scratch.mjs';
import { median, rounded } from './median.mjs';

const LAUNCHER = path.resolve(import.meta.dirname, '../../dist/witan.cjs');
const RUNS = 5;
const WARM_CALLS = 2;
/** The default; the participants never agree, so that no round is saved. */
const ROUNDS = 2;
const NAMES = ['alpha', 'beta', 'gamma'];
const ANSWER_SECONDS = 1;
/** A prompt with this name asks for the summary, which one of the participants writes. */
const SUMMARY_FIELD = 'final_recommendation';
const SHELL = '/bin/sh';
/** Nothing that could be chosen as a summarizer is on it. */
const SYSTEM_PATH = '/usr/bin:/bin';

/**
 * What Witan adds to three programs that take a second to answer: a deliberation through the MCP server with the
 * default configuration, against the same programs started bare, as many times and at the same time.
 */
export async function measureEngineOverhead() {
  const folder = makePrivateScratch('witan-bench-engine-');
  try {
    const runs = [];
    for (let run = 0; run < RUNS; run++) runs.push(await measureRun(path.join(folder, `project-${run}`)));
    const bare = median(runs.flatMap((each) => each.bare));
    const figure = (name, times, target) => {
      const time = median(times);
      const note = `${rounded(time, 0)} ms, bare ${rounded(bare, 0)} ms: ${ROUNDS} rounds of ${NAMES.length} and a summary, ${times.length} times`;
      return { name, value: rounded(time / bare, 3), unit: 'ratio', target, note };
    };
    return [
      figure(
        'engine overhead, warm server',
        runs.flatMap(({ warm }) => warm),
        1.1,
      ),
      figure(
        'engine overhead, first call of a server',
        runs.map(({ cold }) => cold),
        1.35,
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** A new project and a new server; the bare programs before and after, so that a busy machine slows both alike. */
async function measureRun(project) {
  const { script, config } = writeProject(project);
  const before = await timeBare(script);
  const client = await connect(project, config);
  try {
    const cold = await timeDeliberation(client);
    const warm = [];
    for (let call = 0; call < WARM_CALLS; call++) warm.push(await timeDeliberation(client));
    return { cold, warm, bare: [before, await timeBare(script)] };
  } finally {
    await client.close();
  }
}

function writeProject(folder) {
  mkdirSync(path.join(folder, 'src'), { recursive: true });
  writeFileSync(path.join(folder, 'README.md'), '# Letters\n\nA project that sorts letters.\n');
  for (let number = 0; number < 20; number++)
    writeFileSync(path.join(folder, 'src', `part-${number}.ts`), 'export {};\n');
  const script = path.join(folder, 'participant.sh');
  const vote = '{"option": "%s", "confidence": 0.6, "rationale": "it sorts first", "continue_debate": true}';
  const answer = `${'The order of the letters decides which part of the project changes first. '.repeat(8)}\\nVOTE: ${vote}\\n`;
  writeFileSync(
    script,
    `prompt=$(cat)
sleep ${ANSWER_SECONDS}
case "$prompt" in
  *${SUMMARY_FIELD}*) printf '{"consensus": "none", "${SUMMARY_FIELD}": "sort again"}' ;;
  *) printf '${answer}' "$1" ;;
esac
`,
  );
  const adapters = NAMES.map(
    (name) => `  ${name}: { type: cli, command: ${SHELL}, args: [${JSON.stringify(script)}, ${name}], output: text }`,
  );
  const config = path.join(folder, 'bench.yaml');
  writeFileSync(config, `version: "1.0"\nadapters:\n${adapters.join('\n')}\n`);
  return { script, config };
}

async function connect(project, config) {
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [LAUNCHER, 'serve', '--config', config],
      cwd: project,
      env: { PATH: SYSTEM_PATH, HOME: `${project}-home` },
      stderr: 'ignore',
    }),
  );
  return client;
}

async function timeDeliberation(client) {
  const started = performance.now();
  const { isError, content } = await client.callTool({
    name: 'deliberate',
    arguments: {
      question: 'Which of the letters alpha, beta and gamma should come first?',
      participants: NAMES.map((cli) => ({ cli, model: 'any' })),
    },
  });
  const milliseconds = performance.now() - started;
  const [{ text }] = content;
  if (isError) throw new Error(text);
  const { rounds_completed: rounds, cost } = JSON.parse(text);
  if (rounds !== ROUNDS || cost.calls !== ROUNDS * NAMES.length + 1) {
    throw new Error(`the deliberation took ${rounds} rounds and ${cost.calls} calls`);
  }
  return milliseconds;
}

async function timeBare(script) {
  const started = performance.now();
  const prompt = 'Which of the letters alpha, beta and gamma should come first?\n'.repeat(50);
  for (let round = 0; round < ROUNDS; round++) await Promise.all(NAMES.map((name) => runScript(script, name, prompt)));
  await runScript(script, NAMES[0], `${prompt}${SUMMARY_FIELD}\n`);
  return performance.now() - started;
}

function runScript(script, name, prompt) {
  return new Promise((resolve, reject) => {
    const child = spawn(SHELL, [script, name], { stdio: ['pipe', 'pipe', 'inherit'], env: { PATH: SYSTEM_PATH } });
    child.stdout.resume();
    child.once('error', reject);
    child.once('close', resolve);
    child.stdin.end(prompt);
  });
}
