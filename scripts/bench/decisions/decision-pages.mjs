import { median, rounded } from '../median.mjs';
import { loadSources } from '../semantics/load-sources.mjs';
import { databaseFile, fillDatabase, loadGraphSources, openGraph } from './open-graph.mjs';
import { questionAt } from './questions.mjs';

const DECISIONS = 10_000;
const SAMPLES = 40;

/** What the page of decisions asks for, with ten thousand of them. */
export async function measureDecisionPages() {
  const graphSources = await loadGraphSources();
  const file = databaseFile('decision-pages');
  await fillDatabase(graphSources, file, DECISIONS, 0);
  const { ROUTES, createDecisions, layOutPoints } = await loadSources({
    'src/http/routes/index.ts': ['ROUTES'],
    'src/decisions/create-decisions.ts': ['createDecisions'],
    'src/semantics/layout/lay-out-points.ts': ['layOutPoints'],
  });
  const graph = await openGraph(graphSources, file);
  const clock = { now: () => new Date(), elapsed: () => performance.now() };
  const decisions = createDecisions({ graph, cluster: async () => ({ labels: new Int32Array() }), clock });
  const ask = (name, input) =>
    ROUTES[name].handle(ROUTES[name].input.parse(input), { decisions: async () => decisions, clock });
  await ask('search_decisions', { text: 'Loaded before anything is measured?' });
  let before;
  const pages = await times(async () => {
    const { rows } = await ask('decisions', before === undefined ? {} : { before });
    before = rows.at(-1).id;
  });
  const searches = await times((sample) => ask('search_decisions', { text: questionAt(sample * 131).question }));
  const awaiting = await times(() => decisions.awaitingOutcome(new Date(2030, 1)));
  const { data, dimensions } = await graph.vectors();
  const started = process.cpuUsage();
  layOutPoints({ data, dimensions }, { renew: true, seed: 1 });
  const { user, system } = process.cpuUsage(started);
  await graph.close();
  return [
    {
      name: 'page of 100 decisions',
      value: rounded(median(pages), 1),
      unit: 'ms',
      target: 50,
      note: `of ${DECISIONS}`,
    },
    { name: 'search of decisions', value: rounded(median(searches), 1), unit: 'ms', target: 150 },
    { name: 'decisions without outcome', value: rounded(median(awaiting), 1), unit: 'ms', target: 50 },
    {
      name: 'map of 10,000 decisions',
      value: rounded((user + system) / 1e6, 1),
      unit: 's',
      target: 30,
      note: 'processor time; in a worker thread, and kept',
    },
  ];
}

async function times(work) {
  const measured = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const started = performance.now();
    await work(sample);
    measured.push(performance.now() - started);
  }
  return measured;
}
