import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { scratchFolder } from '../mcp-session.mjs';
import { median, rounded } from '../median.mjs';
import { loadSources } from '../semantics/load-sources.mjs';

const FILES = 10_000;
const RUNS = 5;
const TOOLS = 'src/council/evidence/tools';

/** Looking at a project of ten thousand files, with ripgrep and without it, and how long the event loop is held. */
export async function measureSearchTree() {
  const { openProject, createRedactor, rememberRedacted, createSearchCode, findRipgrep, listFiles, getFileTree } =
    await loadSources({
      'src/council/evidence/confinement/project.ts': ['openProject'],
      'src/council/evidence/search/ripgrep.ts': ['findRipgrep'],
      'src/council/evidence/remember-redacted.ts': ['rememberRedacted'],
      'src/redaction/index.ts': ['createRedactor'],
      [`${TOOLS}/search-code.ts`]: ['createSearchCode'],
      [`${TOOLS}/list-files.ts`]: ['listFiles'],
      [`${TOOLS}/get-file-tree.ts`]: ['getFileTree'],
    });
  const root = growTree(path.join(scratchFolder(), 'ten-thousand-files'));
  const opened = await openProject(root, { deny: [], ownFolders: [path.join(root, '.witan')], homeFolder: '' });
  if (!opened.ok) throw new Error(opened.error);
  const redactor = createRedactor({ secretValues: [] });
  const scene = {
    project: opened.value,
    signal: AbortSignal.timeout(300_000),
    maxFileBytes: 1024 ** 2,
    sandbox: 'off',
    redact: rememberRedacted((text) => redactor.redact(text)),
  };
  const own = createSearchCode(async () => undefined);
  const accelerated = createSearchCode(findRipgrep);
  const literal = { pattern: 'class \\w+Engine' };
  const classes = { pattern: '\\d{4}[x-z]|[^\\x00-\\x7f]' };

  const hasRipgrep = (await findRipgrep(root)) !== undefined;
  const withRipgrep = hasRipgrep ? await measure(() => accelerated.run(literal, scene)) : undefined;
  const without = await measure(() => own.run(literal, scene));
  const withoutText = await measure(() => own.run(classes, scene));
  const listed = await measure(() => listFiles.run({ pattern: '**/unit3/*.ts' }, scene));
  const tree = await measure(() => getFileTree.run({}, scene));
  const figure = (name, run, target) => ({
    ...{ name: `${name}, ${FILES / 1000}k files`, value: run.milliseconds, unit: 'ms', target },
    note: `the first time ${run.first} ms; event loop held ${run.held} ms at most`,
  });
  return [
    withRipgrep === undefined
      ? { name: 'search_code with ripgrep', skipped: 'ripgrep is not installed' }
      : figure('search_code with ripgrep', withRipgrep, 300),
    figure('search_code without ripgrep', without, 2000),
    figure('search_code, a pattern without fixed text', withoutText, 2000),
    figure('list_files', listed),
    figure('get_file_tree', tree),
    {
      ...{ name: 'search_code without ripgrep, event loop held', unit: 'ms', target: 50 },
      value: Math.max(without.held, withoutText.held),
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
