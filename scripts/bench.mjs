// Prints one table of figures, each a median with its target where there is one.
//   npm run bench [-- --json] [--full] [--only <group>]
// --json prints them as JSON, --full adds what takes minutes, --only measures one group (an unknown name lists them).
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { printTable } from './bench/print-table.mjs';
import { Unavailable } from './bench/unavailable.mjs';

// Loaded when their turn comes: a part that does not exist must not keep the others from being measured.
const GROUPS = {
  'start-up': async () => (await import('./bench/start-up.mjs')).measureStartUp,
  engine: async () => (await import('./bench/engine-overhead.mjs')).measureEngineOverhead,
  'vote-parser': async () => (await import('./bench/vote-parser.mjs')).measureVoteParser,
  redaction: async () => (await import('./bench/redaction.mjs')).measureRedaction,
  'list-models': async () => (await import('./bench/list-models.mjs')).measureListModels,
  evidence: async () => (await import('./bench/evidence/search-tree.mjs')).measureSearchTree,
  'evidence-ping': async () => (await import('./bench/evidence/hostile-ping.mjs')).measureHostilePing,
  embeddings: async () => (await import('./bench/semantics/embeddings.mjs')).measureEmbeddings,
  'vote-grouping': async () => (await import('./bench/semantics/vote-grouping.mjs')).measureVoteGrouping,
  convergence: async () => (await import('./bench/semantics/convergence.mjs')).measureConvergence,
  'event-loop': async () => (await import('./bench/semantics/event-loop.mjs')).measureEventLoop,
  'top-10': async () => (await import('./bench/semantics/top-ten.mjs')).measureTopTen,
  decisions: async () => (await import('./bench/decisions/measure-decisions.mjs')).measureDecisions,
  'decision-pages': async () => (await import('./bench/decisions/decision-pages.mjs')).measureDecisionPages,
  'decision-recall': async () => (await import('./bench/decisions/labeled-decisions.mjs')).measureLabeledDecisions,
  learning: async () => (await import('./bench/learning/measure-learning.mjs')).measureLearning,
  'deliberation-start': async () => (await import('./bench/decisions/deliberation-start.mjs')).measureDeliberationStart,
  ghap: async () => (await import('./bench/ghap/measure-ghap.mjs')).measureGhap,
  hook: async () => (await import('./bench/hook/measure-hook.mjs')).measureHook,
  guidance: async () => (await import('./bench/guidance/measure-guidance.mjs')).measureGuidance,
  view: async () => (await import('./bench/view/measure-view.mjs')).measureView,
  coach: async () => (await import('./bench/coach/measure-coach.mjs')).measureCoach,
  memory: async () => (await import('./bench/coach/memory.mjs')).measureMemory,
  pipeline: async () => (await import('./bench/coach/pipeline.mjs')).measurePipeline,
  explain: async () => (await import('./bench/coach/explain.mjs')).measureExplain,
  hdbscan: async () => (await import('./bench/semantics/clustering.mjs')).measureClustering,
};

const options = readOptions();
const figures = [];
for (const [group, load] of chosenGroups(options.only)) figures.push(...(await measure(group, load)));

const cores = availableParallelism();
const [load = 0] = loadavg();
if (options.json) {
  console.log(JSON.stringify({ node: process.version, cores, load, figures }, null, 2));
} else {
  console.log(`Node ${process.version}, ${cores} cores, load ${load.toFixed(1)}\n`);
  printTable(figures);
}

function readOptions() {
  const flags = { json: { type: 'boolean' }, full: { type: 'boolean' }, only: { type: 'string' } };
  try {
    return parseArgs({ options: flags }).values;
  } catch (error) {
    return explain(`${error.message.split('. ')[0]}; usage: npm run bench [-- --json] [--full] [--only <group>]`);
  }
}

function chosenGroups(name) {
  if (name === undefined) return Object.entries(GROUPS);
  if (Object.hasOwn(GROUPS, name)) return [[name, GROUPS[name]]];
  return explain(`--only takes one of: ${Object.keys(GROUPS).join(', ')}`);
}

function explain(mistake) {
  console.error(`bench: ${mistake}`);
  process.exit(2);
}

async function measure(group, load) {
  try {
    return await (await load())({ isFull: options.full === true });
  } catch (error) {
    if (error instanceof Unavailable) return [{ name: group, skipped: error.message }];
    process.exitCode = 1;
    console.error(error);
    return [{ name: group, skipped: `failed: ${error.message.split('\n')[0]}` }];
  }
}
