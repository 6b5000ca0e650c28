import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createCouncil } from '../../dist/council.js';
import { scratchFolder } from './mcp-session.mjs';
import { median, rounded } from './median.mjs';

const RUNS = 5;
const ROUNDS = 3;
const NAMES = ['alpha', 'beta', 'gamma'];
const SLEEP_SECONDS = 0.3;

/** Three shell scripts that sleep and never agree: what the council itself adds to the slowest of each round. */
export async function measureEngineOverhead() {
  const cwd = scratchFolder();
  const council = createCouncil({
    cwd,
    configFile: writeConfig(cwd),
    settings: {
      summary: 'extractive',
      earlyStopping: { enabled: false, threshold: 1, respectMinRounds: true },
      convergence: {
        enabled: false,
        similarityThreshold: 1,
        divergenceThreshold: 0,
        minRoundsBeforeCheck: ROUNDS,
        consecutiveStableRounds: ROUNDS,
      },
    },
  });
  const runs = [];
  for (let run = 0; run < RUNS; run++) runs.push(await timeDeliberation(council));
  const ratio = median(runs.map(({ wall, slowest }) => wall / slowest));
  const toSleep = median(runs.map(({ wall }) => wall / (ROUNDS * SLEEP_SECONDS * 1000)));
  const note = `${rounded(median(runs.map(({ wall }) => wall)), 0)} ms for ${ROUNDS} rounds of 3, ${RUNS} runs; ${rounded(toSleep)} against the bare sleeps`;
  return [{ name: 'engine overhead', value: rounded(ratio, 3), unit: 'ratio', target: 1.1, note }];
}

async function timeDeliberation(council) {
  const started = performance.now();
  const result = await council.deliberate({
    question: 'Which of three letters should come first?',
    participants: NAMES.map((cli) => ({ cli, model: 'any' })),
    rounds: ROUNDS,
  });
  const wall = performance.now() - started;
  if (result.rounds_completed !== ROUNDS) throw new Error(`the debate ended after round ${result.rounds_completed}`);
  const slowest = Array.from({ length: ROUNDS }, (_, index) =>
    Math.max(...result.full_debate.filter(({ round }) => round === index + 1).map((entry) => entry.duration_ms)),
  );
  return { wall, slowest: slowest.reduce((sum, milliseconds) => sum + milliseconds, 0) };
}

function writeConfig(folder) {
  const script = path.join(folder, 'participant.sh');
  const vote = '{"option": "%s", "confidence": 0.5, "rationale": "a letter", "continue_debate": true}';
  writeFileSync(script, `cat > /dev/null\nsleep ${SLEEP_SECONDS}\nprintf 'I stay with it.\\nVOTE: ${vote}\\n' "$1"\n`);
  const adapters = NAMES.map(
    (name) => `  ${name}: { type: cli, command: /bin/sh, args: [${JSON.stringify(script)}, ${name}], output: text }`,
  );
  const file = path.join(folder, 'bench.yaml');
  writeFileSync(file, `version: "1.0"\nadapters:\n${adapters.join('\n')}\n`);
  return file;
}
