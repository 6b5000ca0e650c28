import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { scratchFolder } from '../mcp-session.mjs';
import { rounded } from '../median.mjs';
import { loadSources } from '../semantics/load-sources.mjs';
import { fillDatabase, loadGraphSources } from './open-graph.mjs';
import { questionAt } from './questions.mjs';

const DECISIONS = 10_000;
const SAMPLES = 60;
const VOTE = 'VOTE: {"option": "yes", "confidence": 0.9, "rationale": "it fits", "continue_debate": false}';

/** From the request to the first participant's prompt, with ten thousand decisions to look through. */
export async function measureDeliberationStart() {
  const project = path.join(scratchFolder(), 'deliberation-start');
  mkdirSync(path.join(project, '.witan'), { recursive: true });
  const file = path.join(realpathSync(project), '.witan', 'decisions.db');
  await fillDatabase(await loadGraphSources(), file, DECISIONS, 0);
  const { openProgram, openKnownDatabases, adoptDatabase, MIGRATIONS } = await loadSources({
    'src/program/open-program.ts': ['openProgram'],
    'src/program/known-databases.ts': ['openKnownDatabases'],
    'src/storage/index.ts': ['adoptDatabase'],
    'src/decisions/store/tables.ts': ['MIGRATIONS'],
  });
  const environment = { XDG_CONFIG_HOME: path.join(scratchFolder(), 'config') };
  const known = openKnownDatabases(project, environment);
  await adoptDatabase(file, { migrations: MIGRATIONS, known });
  let prompted = Number.NaN;
  const adapter = (name) => ({
    name,
    kind: 'http',
    availability: async () => ({ available: true, detail: 'scripted', models: ['m'] }),
    ask: async ({ prompt }) => {
      if (Number.isNaN(prompted)) prompted = performance.now();
      if (!prompt.includes('## Past decisions')) withoutPast += 1;
      return { ok: true, value: { text: VOTE, usage: {} } };
    },
  });
  let withoutPast = 0;
  const program = await openProgram({
    projectFolder: project,
    configFile: writeConfig(project),
    environment,
    logger: { log: () => undefined },
    providedAdapters: { one: adapter('one'), two: adapter('two') },
  });
  const times = [];
  for (let sample = 0; sample <= SAMPLES; sample++) {
    prompted = Number.NaN;
    const started = performance.now();
    await program.council.deliberate({
      // A new question, which no cache has.
      question: `${questionAt(sample * 131).question} Please compare for release ${sample}.`,
      participants: [{ cli: 'one' }, { cli: 'two' }],
      mode: 'quick',
      working_directory: project,
    });
    times.push(prompted - started);
  }
  await program.close();
  const [first, ...warm] = times;
  const p95 = warm.sort((a, b) => a - b)[Math.ceil(warm.length * 0.95) - 1];
  const note = `p95 of ${SAMPLES} at ${DECISIONS} decisions; the first, with opening and loading, ${rounded(first, 0)} ms; ${withoutPast} prompts had no past decision`;
  return [{ name: 'deliberation start', value: rounded(p95, 0), unit: 'ms', target: 450, note }];
}

function writeConfig(project) {
  const file = path.join(project, 'bench.yaml');
  writeFileSync(file, 'semantics: { embedding: builtin }\ncouncil: { summary: extractive }\n');
  return file;
}
