import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fillDatabase, loadGraphSources } from '../decisions/open-graph.mjs';
import { questionAt } from '../decisions/questions.mjs';
import { fillExperiences, loadLearning } from '../learning/fill-experiences.mjs';
import { median, rounded } from '../median.mjs';
import { loadSources } from '../semantics/load-sources.mjs';
import { Unavailable } from '../unavailable.mjs';
import { measureInBrowser } from './in-browser.mjs';
import { signIn, startView } from './view-machine.mjs';

const DECISIONS = 10_000;
const EXPERIENCES = 20_000;
const SAMPLES = 20;
const IDLE_MS = 4_000;

/** The pages of a project that was used for years. */
export async function measureFullProject(machine) {
  await fill(machine);
  const view = await startView(machine);
  try {
    const idle = await wakeUps(view, IDLE_MS);
    const headers = await signIn(view);
    const answers = await timeAnswers(view, headers);
    const watched = await fetch(`${view.url}/api/changes`, { headers });
    const busy = await wakeUps(view, IDLE_MS);
    await watched.body.cancel();
    const browser = await measureInBrowser(view, { headers, machine }).catch(orSkipped);
    return [
      ...answers,
      ...browser,
      {
        name: 'view, wake-ups without a page',
        value: rounded(idle, 1),
        unit: 'per second',
        target: 2,
        note: `${rounded(busy, 1)} while a page listens`,
      },
      {
        name: 'view, memory after all pages',
        value: residentMegabytes(view),
        unit: 'MB',
        target: 90,
        note: `of ${DECISIONS} decisions and ${EXPERIENCES} experiences`,
      },
    ];
  } finally {
    await view.end();
  }
}

function orSkipped(error) {
  if (error instanceof Unavailable) return [{ name: 'view, in a browser', skipped: error.message }];
  throw error;
}

/** Databases and maps as the program would have made them over time, in the memory of the project. */
async function fill({ project, home, env }) {
  const { writeLayout, projectFile, openProjectMemory } = await loadSources({
    'src/http/map/layout-file.ts': ['writeLayout'],
    'src/http/project-file.ts': ['projectFile'],
    'src/storage/make-project-memory.ts': ['openProjectMemory'],
  });
  const data = openProjectMemory(project, { environment: env, homeFolder: home }).make();
  const decisions = path.join(data, 'decisions.db');
  for (const ending of ['', '-wal', '-shm']) rmSync(decisions + ending, { force: true });
  await fillDatabase(await loadGraphSources(), decisions, DECISIONS, 0);
  const learning = await loadLearning();
  const planted = learning.mixThemes({ count: EXPERIENCES, themes: 12, seed: 1, half: 'tuning' });
  await fillExperiences(learning, planted, path.join(data, 'experiences.db'));
  const { embeddedWith } = learning.semantics;
  await learning.semantics.close();
  const maps = {
    'experiences-full': planted.map(({ entry }) => entry.id),
    decisions: Array.from({ length: DECISIONS }, (_, number) => `bench-${String(number).padStart(7, '0')}`),
  };
  for (const [name, ids] of Object.entries(maps)) {
    const positions = new Map(ids.map((id, at) => [id, [(at * 0.618) % 1, (at * 0.7548) % 1]]));
    const layout = { backend: embeddedWith.backend, laidOut: ids.length, placedLater: 0, positions };
    await writeLayout(projectFile(data, `map-${name}`, project), layout);
  }
}

/** Each query of a page, with its budget in milliseconds where there is one. */
const QUERIES = [
  { name: 'home', input: () => ({}) },
  { name: 'deliberations', input: () => ({}) },
  { name: 'decisions', input: () => ({}), target: 50 },
  { name: 'search_decisions', input: (sample) => ({ text: questionAt(sample * 131).question }), target: 150 },
  { name: 'contradictions', input: () => ({}) },
  { name: 'reliability', input: () => ({}) },
  { name: 'decision_map', input: () => ({}) },
  { name: 'journal', input: () => ({}) },
  { name: 'learning', input: () => ({}) },
  { name: 'experience_map', input: () => ({}) },
  { name: 'search_experiences', input: (sample) => ({ query: questionAt(sample * 131).question }) },
  { name: 'knowledge', input: () => ({}) },
  { name: 'cost', input: () => ({}) },
  { name: 'health', input: () => ({}) },
];

async function timeAnswers({ url }, headers) {
  const figures = [];
  for (const { name, input, target } of QUERIES) {
    const times = [];
    for (let sample = -1; sample < SAMPLES; sample++) {
      const started = performance.now();
      const asked = encodeURIComponent(JSON.stringify(input(sample + 1)));
      const response = await fetch(`${url}/api/${name}?input=${asked}`, { headers });
      const text = await response.text();
      if (!response.ok) throw new Error(`${name}: ${text}`);
      times.push(performance.now() - started);
    }
    const [first, ...later] = times;
    const note = `first ${rounded(first, 0)} ms, largest later ${rounded(Math.max(...later), 0)} ms`;
    figures.push({ name: `view, answer ${name}`, value: rounded(median(later), 1), unit: 'ms', target, note });
  }
  return figures;
}

/** How often the main thread had something to do. A look at the database four times a second would be among it. */
async function wakeUps({ processId }, ms) {
  const read = () => Number(/^voluntary_ctxt_switches:\s*(\d+)/m.exec(statusOf(processId))?.[1]);
  await delay(ms);
  const before = read();
  await delay(ms);
  return ((read() - before) / ms) * 1000;
}

function residentMegabytes({ processId }) {
  return Math.round(Number(/^VmRSS:\s*(\d+)/m.exec(statusOf(processId))?.[1]) / 1024);
}

function statusOf(processId) {
  try {
    return readFileSync(`/proc/${processId}/status`, 'utf8');
  } catch {
    throw new Unavailable('this system has no /proc');
  }
}
