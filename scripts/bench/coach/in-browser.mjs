import { launchChromium } from '../view/in-browser.mjs';
import { connectAgent } from './coach-machine.mjs';

const CALLS = 30;
const UPDATE_MS = 10;
const UPDATES = 200;
const ROUNDS = 3;
const LINE_LENGTH = 60;

/** What a person waits for on the page of the coach, in a real browser. `other` is another page of the same project. */
export async function measureInBrowser(coach, other) {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(coach.address());
    await page.getByText('connected').waitFor();
    const call = await connectAgent(coach);
    await call('paige_open_file', { path: 'large.txt' });
    await page.locator('.cm-content').waitFor();
    return { decorations: await timeDecorations(page, call), longestTasks: await timeTasks(browser, page, other) };
  } finally {
    await browser.close();
  }
}

/** From the call of a tool until its mark is drawn. */
async function timeDecorations(page, call) {
  const times = [];
  for (let turn = -3; turn < CALLS; turn++) {
    await call('paige_clear_highlights', {});
    await page.evaluate(untilMarked, false);
    const shown = page.evaluate(untilMarked, true);
    const started = Date.now();
    await call('paige_highlight_lines', { path: 'large.txt', start: 2, end: 4, style: 'focus' });
    const shownAt = await shown;
    if (turn >= 0) times.push(shownAt - started);
  }
  return times;
}

/** The longest task of the page in each round of typing in a text of 100 KB, while another page changes another text as often. */
async function timeTasks(browser, page, other) {
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+Home');
  const longest = [];
  for (let round = -1; round < ROUNDS; round++) {
    await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] });
    await typeFast(page, other);
    const tasks = readTasks(JSON.parse(await browser.stopTracing()));
    if (round >= 0) longest.push(Math.max(...tasks));
  }
  return longest;
}

/** The milliseconds of every task of the page's own thread: an observer in the page hears only of those over 50. */
function readTasks({ traceEvents }) {
  const isMain = ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain';
  const threads = new Set(traceEvents.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`));
  const isTask = ({ name, pid, tid }) => name === 'RunTask' && threads.has(`${pid} ${tid}`);
  return traceEvents.filter(isTask).map(({ dur = 0 }) => dur / 1_000);
}

async function typeFast(page, other) {
  let count = 0;
  const cursorPosition = { line: 1, column: 1 };
  const timer = setInterval(() => {
    other.send('buffer:update', { path: 'small.txt', content: `text ${count++}`, cursorPosition });
  }, UPDATE_MS);
  await page.evaluate(typeInEditor, { updates: UPDATES, updateMs: UPDATE_MS, lineLength: LINE_LENGTH });
  clearInterval(timer);
}

/** Runs in the page: keys of another process that come late would be handled many at a time. */
function typeInEditor({ updates, updateMs, lineLength }) {
  return new Promise((resolve) => {
    let typed = 0;
    const timer = setInterval(() => {
      document.execCommand('insertText', false, typed++ % lineLength === 0 ? '\n' : 'a');
      if (typed < updates) return;
      clearInterval(timer);
      resolve();
    }, updateMs);
  });
}

/** Runs in the page: the time of the first frame with, or without, a mark. */
async function untilMarked(isExpected) {
  const isMarked = () =>
    [...document.querySelectorAll('*')].some((element) => element.shadowRoot?.querySelector('.cm-line.cm-coach-focus'));
  while (isMarked() !== isExpected) await new Promise(requestAnimationFrame);
  return Date.now();
}
