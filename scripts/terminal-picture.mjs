// Draws docs/pictures/deliberate.svg from the output of a real run: the demo panel on the example project, on a real
// pseudo terminal. Needs a build and python3 (Node has no pseudo terminal).
//   node scripts/terminal-picture.mjs
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const COLUMNS = 100;
const STYLES = { 1: 'strong', 2: 'quiet', 31: 'bad', 32: 'good', 33: 'caution' };
const LIGHT = {
  back: '#ffffff',
  bar: '#eaeef2',
  line: '#d0d7de',
  text: '#1f2328',
  quiet: '#59636e',
  good: '#1a7f37',
  caution: '#9a6700',
  bad: '#cf222e',
};
const DARK = {
  back: '#0d1117',
  bar: '#161b22',
  line: '#3d444d',
  text: '#e6edf3',
  quiet: '#9198a1',
  good: '#3fb950',
  caution: '#d29922',
  bad: '#f85149',
};
const QUESTION = 'Should our job queue use PostgreSQL or SQLite?';

const lines = readScreen(runOnTerminal());
mkdirSync(path.join(ROOT, 'docs/pictures'), { recursive: true });
writeFileSync(path.join(ROOT, 'docs/pictures/deliberate.svg'), draw([prompt(), ...lines]));

/** Everything that the program wrote, with its control sequences. */
function runOnTerminal() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'witan-picture-'));
  try {
    const project = path.join(folder, 'parcels');
    cpSync(path.join(ROOT, 'assets/demo-project'), project, { recursive: true });
    mkdirSync(path.join(folder, 'bin'));
    symlinkSync(process.execPath, path.join(folder, 'bin/node'));
    const program = path.join(ROOT, 'dist/witan.cjs');
    const task = {
      command: ['/bin/sh', '-c', `/bin/stty cols ${COLUMNS}; exec node "${program}" deliberate "${QUESTION}"`],
      cwd: project,
      // No other program is on the PATH: with a model on this machine the picture would not be the demo's.
      environment: { PATH: path.join(folder, 'bin'), HOME: folder, TERM: 'xterm-256color', LANG: 'C.UTF-8' },
      answers: [],
    };
    const runner = path.join(ROOT, 'tests/fixtures/terminal/run-on-terminal.py');
    const printed = execFileSync('python3', [runner], { input: JSON.stringify(task), encoding: 'utf8' });
    const { exit_code: exitCode, screen } = JSON.parse(printed);
    if (exitCode !== 0) throw new Error(`the demo ended with exit code ${exitCode}: ${screen}`);
    return screen;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lines of styled segments, as the terminal shows them in the end: a redrawn line counts once. */
function readScreen(screen) {
  return screen
    .replace(/\r+\n/g, '\n')
    .trimEnd()
    .split('\n')
    .map((line) => toSegments(line.slice(line.lastIndexOf('\u001b[2K') + 1).replace(/^\[2K/, '')));
}

function toSegments(line) {
  const segments = [];
  let style = 'plain';
  let column = 0;
  for (const part of line.split(/(\u001b\[\d+m)/)) {
    const code = /^\u001b\[(\d+)m$/.exec(part)?.[1];
    if (code !== undefined) style = STYLES[code] ?? 'plain';
    else if (part !== '') {
      segments.push({ text: part, style, column });
      column += [...part].length;
    }
  }
  return segments;
}

function prompt() {
  return toSegments(`\u001b[32m$\u001b[0m \u001b[1mwitan deliberate "${QUESTION}"\u001b[0m`);
}

function draw(rows) {
  const [cell, lineHeight, margin, bar] = [8, 20, 20, 36];
  const longest = Math.max(...rows.flat().map(({ column, text }) => column + [...text].length));
  const [width, height] = [longest * cell + 2 * margin, rows.length * lineHeight + bar + margin];
  const texts = rows.flatMap((row, index) =>
    row.flatMap(({ text, style, column }) =>
      // One element per word group, because SVG collapses spaces. `textLength` keeps the columns in line in every font.
      [...text.matchAll(/\S+(?: \S+)*/g)].map(({ 0: words, index: start }) => {
        const [x, y] = [margin + (column + start) * cell, bar + 14 + index * lineHeight];
        const length = `textLength="${[...words].length * cell}" lengthAdjust="spacingAndGlyphs"`;
        return `<text class="${style}" x="${x}" y="${y}" ${length}>${escapeMarkup(words)}</text>`;
      }),
    ),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
<title id="title">A terminal: three participants of the demo panel vote in two rounds and agree on PostgreSQL</title>
<style>
${rules(LIGHT)}
  @media (prefers-color-scheme: dark) {
${rules(DARK)}
  }
  text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
  .strong { font-weight: 700; }
</style>
<rect class="window" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
<path class="bar" d="M1 24V8.5a7.5 7.5 0 0 1 7.5-7.5h${width - 17}a7.5 7.5 0 0 1 7.5 7.5V24z"/>
${[16, 30, 44].map((x) => `<circle class="button" cx="${x}" cy="12" r="4"/>`).join('')}
${texts.join('\n')}
</svg>
`;
}

/** Plain rules, not CSS variables: some viewers of SVG files do not know those. */
function rules({ back, bar, line, text, quiet, good, caution, bad }) {
  return `  .window { fill: ${back}; stroke: ${line}; } .bar { fill: ${bar}; } .button { fill: ${line}; } text { fill: ${text}; }
  .quiet { fill: ${quiet}; } .good { fill: ${good}; } .caution { fill: ${caution}; } .bad { fill: ${bad}; }`;
}

function escapeMarkup(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
