import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { scratchFolder } from '../mcp-session.mjs';
import { median, rounded } from '../median.mjs';
import { loadSources } from '../semantics/load-sources.mjs';

const FILES = 10_000;
const RUNS = 5;
const TOOLS = 'src/council/evidence/tools';

/** Looking at a project of ten thousand files, and how long the event loop is blocked. */
export async function measureSearchTree() {
  const { openProject, createRedactor, searchCode, listFiles, getFileTree } = await loadSources({
    'src/project/project.ts': ['openProject'],
    'src/redaction/index.ts': ['createRedactor'],
    [`${TOOLS}/search-code.ts`]: ['searchCode'],
    [`${TOOLS}/list-files.ts`]: ['listFiles'],
    [`${TOOLS}/get-file-tree.ts`]: ['getFileTree'],
  });
  const root = growTree(path.join(scratchFolder(), 'ten-thousand-files'));
  const opened = await openProject(root, { deny: [], ownFolders: [path.join(root, '.witan')], homeFolder: '' });
  if (!opened.ok) throw new Error(opened.error);
  const redactor = createRedactor({ secretValues: [] });
  const context = {
    project: opened.value,
    signal: AbortSignal.timeout(300_000),
    maxFileBytes: 1024 ** 2,
    redact: (text) => redactor.redact(text),
  };

  const fixedText = await measure(() => searchCode.run({ pattern: 'class \\w+Engine' }, context));
  const noFixedText = await measure(() => searchCode.run({ pattern: '\\d{4}[x-z]|[^\\x00-\\x7f]' }, context));
  const listed = await measure(() => listFiles.run({ pattern: '**/unit3/*.ts' }, context));
  const tree = await measure(() => getFileTree.run({}, context));
  const figure = (name, run, target) => ({
    ...{ name: `${name}, ${FILES / 1000}k files`, value: run.milliseconds, unit: 'ms', target },
    note: `the first time ${run.first} ms; event loop blocked ${run.held} ms at most`,
  });
  return [
    figure('search_code', fixedText, 2000),
    figure('search_code, a pattern without fixed text', noFixedText, 2000),
    figure('list_files', listed),
    figure('get_file_tree', tree),
    {
      ...{ name: 'search_code, event loop blocked', unit: 'ms', target: 50 },
      value: Math.max(fixedText.held, noFixedText.held),
    },
  ];
}

async function measure(work) {
  const times = [];
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  for (let run = 0; run < RUNS; run++) {
    const started = performance.now();
    const result = await work();
    if (!result.ok) throw new Error(result.error);
    times.push(performance.now() - started);
  }
  delays.disable();
  const [first] = times;
  return { milliseconds: rounded(median(times), 0), first: rounded(first, 0), held: rounded(delays.max / 1e6, 0) };
}

/** A thousand folders, three deep, of ten files with sixty lines each; one file in five hundred has what is sought. */
function growTree(root) {
  for (let file = 0; file < FILES; file++) {
    const [part, section, unit] = [file % 10, Math.floor(file / 10) % 10, Math.floor(file / 100) % 10];
    const folder = path.join(root, `part${part}`, `section${section}`, `unit${unit}`);
    if (file < 1000) mkdirSync(folder, { recursive: true });
    const lines = Array.from(
      { length: 60 },
      (_, line) => `export function item${file}_${line}(value) { return value; }`,
    );
    if (file % 500 === 0) lines.push('class SearchEngine {}');
    writeFileSync(path.join(folder, `file${file}.ts`), `${lines.join('\n')}\n`);
  }
  return root;
}
