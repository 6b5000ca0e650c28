import { readFileSync } from 'node:fs';
import path from 'node:path';
import { rounded } from '../median.mjs';
import { loadSources, ROOT } from '../semantics/load-sources.mjs';
import { databaseFile, loadGraphSources, openGraph } from './open-graph.mjs';

const THRESHOLDS = [0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8, 0.9];
const HALVES = ['tuning', 'held-out'];

/** The second labeled set: what is recalled, contradicts and forms groups, under the default settings. */
export async function measureLabeledDecisions() {
  const sources = await loadGraphSources();
  const measures = await loadSources({
    'tests/support/measure-decisions.ts': [
      'measureContradictions',
      'measureRecall',
      'measureTopics',
      'rememberLabeled',
    ],
  });
  const set = { decisions: readSecond('decisions'), questions: readSecond('decision-questions') };
  const graph = await openGraph(sources, databaseFile('labeled'));
  await measures.rememberLabeled(graph, set);
  const figures = [];
  for (const half of HALVES) figures.push(...(await measureHalf(measures, { graph, set, half })));
  await graph.close();
  return figures;
}

async function measureHalf({ measureContradictions, measureRecall, measureTopics }, measured) {
  const curve = [];
  for (const threshold of THRESHOLDS) curve.push({ threshold, ...(await measureRecall(measured, threshold)) });
  const atDefault = curve.find(({ threshold }) => threshold === 0.6);
  const pairs = await measureContradictions(measured);
  const groups = await measureTopics(measured);
  const figure = (name, part, whole, rest) => ({
    name: `${name} (${measured.half})`,
    value: rounded((part / whole) * 100, 0),
    unit: '%',
    note: `${part} of ${whole}`,
    ...rest,
  });
  return [
    {
      ...figure('unrelated questions that recall', atDefault.recalled, atDefault.unrelated, { target: 15 }),
      table: [
        ['threshold', 'unrelated that recall', 'right topic in the first 3'],
        ...curve.map(({ threshold, recalled, unrelated, found, onTopic }) => [
          threshold,
          `${recalled} of ${unrelated}`,
          `${found} of ${onTopic}`,
        ]),
      ],
    },
    figure('right topic in the first 3', atDefault.found, atDefault.onTopic, { least: 80 }),
    figure('reported contradictions that are right', pairs.right, pairs.reported, { least: 90 }),
    figure('planted contradictions that are found', pairs.right, pairs.planted, { least: 80 }),
    figure('grouped decisions of the main topic', groups.ofMainTopic, groups.grouped),
  ];
}

function readSecond(name) {
  return JSON.parse(readFileSync(path.join(ROOT, 'tests', 'data', 'second', `${name}.json`), 'utf8'));
}
