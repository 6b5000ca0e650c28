// Takes pictures of the page of the coach during a session and in each step of a learning loop, light and dark, 1280 and
// 400 pixels wide, and draws docs/pictures/coach.png. A real agent shows what is on them:
//   node scripts/coach-pictures.mjs <folder for the pictures>
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { launchChromium } from './bench/view/in-browser.mjs';
import { LAUNCHER, startView } from './bench/view/view-machine.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const FILE = 'src/lines.ts';
const FILES = {
  [FILE]: `import { readFileSync } from 'node:fs';
import { normalize } from './normalize.js';

/** The lines of a file, without their ends. */
export function readLines(file: string): string[] {
  return readFileSync(file, 'utf8').split('\\n');
}

/** Joins lines again. */
export function joinLines(lines: readonly string[]): string {
  return lines.map((line) => normalize(line)).join('\\n');
}
`,
  'src/normalize.ts': 'export const normalize = (line: string) => line.trimEnd();\n',
  'tests/lines.test.ts': "import { readLines } from '../src/lines.js';\n",
  'package.json': '{ "name": "shop" }\n',
  'README.md': '# Shop\n',
};
const PHASES = ['Reproduce it with a test', 'Find where lines are split', 'Accept both line ends'];
const CALLS = [
  ['paige_update_phase', { phase: 1, status: 'complete' }],
  ['paige_update_phase', { phase: 2, status: 'active' }],
  ['paige_hint_files', { hints: [{ path: 'tests/lines.test.ts', style: 'important' }] }],
  ['paige_highlight_lines', { path: FILE, start: 5, end: 7, style: 'focus', hoverText: 'What about `\\r\\n`?' }],
  ['paige_show_message', { message: 'The test fails for the right reason: good.', type: 'success' }],
  [
    'paige_show_message',
    { message: 'What does `split` leave at the end of each line?', type: 'hint', anchor: { path: FILE, startLine: 6 } },
  ],
];

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Usage: node scripts/coach-pictures.mjs <folder for the pictures>');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const machine = plantMachine();
const coach = await startView(machine, 'coach');
const browser = await launchChromium();
try {
  await takePictures(await browser.newPage({ viewport: { width: 1280, height: 820 } }));
  copyFileSync(path.join(folder, 'coach-light-1280.png'), path.join(ROOT, 'docs/pictures/coach.png'));
} finally {
  await browser.close();
  await coach.end();
  rmSync(machine.root, { recursive: true, force: true });
}
takeLoopPictures();

function plantMachine() {
  const root = mkdtempSync(path.join(tmpdir(), 'witan-coach-pictures-'));
  const project = path.join(root, 'shop');
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(path.dirname(path.join(project, name)), { recursive: true });
    writeFileSync(path.join(project, name), text);
  }
  return { root, project, env: { PATH: path.dirname(process.execPath), HOME: root } };
}

async function takePictures(page) {
  await page.goto(coach.address);
  await page.getByText('● connected').waitFor();
  await playSession(page);
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 1280, height: 820 });
    await picture(page, `coach-${colorScheme}-1280`);
    await page.setViewportSize({ width: 400, height: 800 });
    for (const part of ['Files', 'Editor', 'Coach']) {
      await page.getByRole('button', { name: part, exact: true }).click();
      await picture(page, `coach-${part.toLowerCase()}-${colorScheme}-400`);
    }
  }
}

async function playSession(page) {
  const call = await connectAgent(await page.evaluate('localStorage.getItem("witan-key")'));
  await call('paige_start_session', { issueNumber: 42, goal: 'The last line is lost' });
  const summary = 'A file with Windows line ends loses its last line.';
  const issue = { number: 42, title: 'The last line is lost', summary, labels: ['bug'], url: 'https://example.org/42' };
  await call('paige_show_issue_context', issue);
  await call('paige_open_file', { path: FILE });
  for (const title of PHASES) {
    await page.getByLabel('Title of a new phase').fill(title);
    await page.keyboard.press('Enter');
    await page.getByText(title).waitFor();
  }
  for (const [name, given] of CALLS) await call(name, given);
  await page.getByRole('treeitem', { name: 'tests' }).click();
  reportAsHook();
  await page.getByText('writes held').waitFor();
  await page.locator('.cm-coach-comment').waitFor();
}

/** The test goes the way of a person, from an issue to practice. */
function takeLoopPictures() {
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  const env = { ...process.env, WITAN_PICTURES: path.resolve(folder) };
  const words = [vitest, 'run', 'tests/browser/coach-learning-loop.test.ts'];
  execFileSync(process.execPath, words, { cwd: ROOT, env, stdio: 'inherit' });
}

/** As Claude Code does before every prompt: only then is it known that writes are held. */
function reportAsHook() {
  const input = JSON.stringify({
    hook_event_name: 'UserPromptSubmit',
    cwd: machine.project,
    session_id: 's',
    prompt: 'Hi',
  });
  const words = [LAUNCHER, 'hook', 'user-prompt-submit', '--all-tools'];
  execFileSync(process.execPath, words, { ...machine, cwd: machine.project, input });
}

async function connectAgent(key) {
  const client = new Client({ name: 'pictures', version: '1' });
  const headers = { Authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${coach.url}/mcp`), { requestInit: { headers } }));
  return async (name, given) => {
    const { isError, content } = await client.callTool({ name, arguments: given });
    if (isError) throw new Error(`${name}: ${content[0].text}`);
  };
}

async function picture(page, name) {
  await page.mouse.move(0, 0);
  await page.evaluate('document.activeElement?.blur()');
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
  console.log(`${name}.png`);
}
