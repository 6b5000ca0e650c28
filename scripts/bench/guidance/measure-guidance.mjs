import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { scratchFolder } from '../mcp-session.mjs';
import { median, rounded } from '../median.mjs';
import { loadSources, ROOT } from '../semantics/load-sources.mjs';

/** The labeled sets, both halves, and how long the index and a decision take with 500 nodes and 100 items. */
export async function measureGuidance() {
  const sources = await loadSources({
    'tests/support/labeled-guidance.ts': ['measureCalls'],
    'tests/support/labeled-lessons.ts': ['measurePrompts', 'measureCorrections', 'measureBlocks'],
    'src/guidance/hook.ts': ['loadHookIndex', 'decideInjection'],
    'src/guidance/injection/injection.ts': ['NO_MEMORY'],
  });
  return [
    ...['tune', 'held out'].flatMap((half) => callFigures(sources, half)),
    ...['tuning', 'held-out'].flatMap((half) => lessonFigures(sources, half)),
    ...timeFigures(sources),
  ];
}

function callFigures({ measureCalls }, half) {
  const figures = measureCalls(half, ROOT);
  const { criticalFound, criticalWanted, otherFound, otherWanted, falseInjections, shown, calls } = figures;
  return [
    {
      name: `CRITICAL items shown, ${half}`,
      value: rounded(criticalFound / criticalWanted, 3),
      unit: 'ratio',
      least: 1,
      note: `${criticalFound} of ${criticalWanted} wanted, ${calls} calls`,
    },
    {
      name: `items shown without need, ${half}`,
      value: rounded(falseInjections / shown, 3),
      unit: 'ratio',
      target: 0.1,
      note: `${falseInjections} of ${shown} shown`,
    },
    {
      name: `other items shown, ${half}`,
      value: rounded(otherFound / otherWanted, 3),
      unit: 'ratio',
      note: `${otherFound} of ${otherWanted} wanted`,
    },
  ];
}

function lessonFigures({ measurePrompts, measureCorrections, measureBlocks }, half) {
  const { prompts, drafts, lines } = measurePrompts(half, ROOT);
  const corrected = measureCorrections(half, ROOT);
  const { blocks, kept } = measureBlocks(half, ROOT);
  const ratio = (name, count, total, limit) => ({
    name: `${name}, ${half}`,
    value: rounded(count / total, 3),
    unit: 'ratio',
    ...limit,
    note: `${count} of ${total}`,
  });
  return [
    ratio('ordinary prompts that make a draft', drafts, prompts, { target: 0.03 }),
    ratio('ordinary prompts with the line about lessons', lines, prompts, { target: 0.1 }),
    ratio('corrections with the line about lessons', corrected.lines, corrected.corrections, { least: 0.9 }),
    ratio('blocks that keep everything', kept, blocks, { least: 1 }),
  ];
}

const RUNS = 300;

function timeFigures({ loadHookIndex, decideInjection, NO_MEMORY }) {
  const folders = largeProject();
  const now = new Date('2026-11-20T12:00:00Z');
  const call = {
    sessionId: 'bench',
    toolUseId: 'call',
    toolName: 'Write',
    toolInput: { file_path: path.join(folders.projectFolder, 'db/migrations/0044.sql') },
    cwd: folders.projectFolder,
    projectFolder: folders.projectFolder,
    recentMessages: ['We bump the version and release it.'],
  };
  loadHookIndex(folders);
  const times = Array.from({ length: RUNS }, () => {
    const started = performance.now();
    const index = loadHookIndex(folders);
    const itemsFor = (action) => index.itemsFor(action).map(trusted);
    decideInjection({ settings: index.settings, itemsFor }, call, { memory: NO_MEMORY, now });
    return performance.now() - started;
  });
  const name = 'index read and decided, 500 nodes and 100 items';
  return [{ name, value: rounded(median(times), 2), unit: 'ms', target: 2, note: `${RUNS} runs` }];
}

/** As the hook finds items that the user has reviewed. */
function trusted(item) {
  return { ...item, status: 'active', isForeign: false };
}

function largeProject() {
  const projectFolder = path.join(scratchFolder(), 'guidance');
  const graphs = path.join(projectFolder, '.claude/graphs');
  mkdirSync(graphs, { recursive: true });
  const items = JSON.parse(readFileSync(path.join(ROOT, 'tests/data/guidance-items.json'), 'utf8'));
  const entities = Array.from({ length: 400 }, (_, index) => ({
    id: `entity_${index}`,
    type: 'Entity',
    label: 'A thing',
  }));
  const process = Array.from({ length: 100 }, (_, index) => ({
    ...items[index % items.length],
    id: `process_${index}`,
  }));
  writeFileSync(
    path.join(graphs, 'default_graph.json'),
    JSON.stringify({ nodes: [...entities, ...process], edges: [] }),
  );
  const dataFolder = path.join(projectFolder, 'data');
  mkdirSync(dataFolder);
  return { projectFolder, dataFolder };
}
