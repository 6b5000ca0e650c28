import { chromium } from 'playwright-core';
import { median, rounded } from '../median.mjs';
import { loadSources } from '../semantics/load-sources.mjs';
import { Unavailable } from '../unavailable.mjs';
import { openRuns } from './view-machine.mjs';

const COMMITS = 10;
const FRAMES = 150;
const PATHS = ['/', '/deliberations', '/deliberations/last', '/decisions', '/journal', '/learning', '/knowledge'];

/** What a person waits for in a real browser. */
export async function measureInBrowser({ url }, { headers, machine }) {
  // Without a limit of the rate, the time between two frames is what a frame costs.
  const browser = await launchChromium(['--disable-frame-rate-limit', '--disable-gpu-vsync']);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const { code } = await (
      await fetch(`${url}/code`, { method: 'POST', headers: { ...headers, ...JSON_TYPE }, body: '{}' })
    ).json();
    await page.goto(`${url}/#k=${code}`);
    await page.locator('h1').waitFor();
    return [
      await timeLoads(page, url),
      await timeCommits(page, url, machine),
      await timePan(page, url).catch(failedPan),
    ];
  } finally {
    await browser.close();
  }
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

export async function launchChromium(args = []) {
  const { findChromium } = await loadSources({ 'tests/support/find-chromium.ts': ['findChromium'] });
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Unavailable('there is no Chromium; WITAN_CHROMIUM can name one');
  const containerArgs = ['--no-sandbox', '--disable-dev-shm-usage'];
  return chromium.launch({ executablePath, args: [...containerArgs, ...args] });
}

async function timeLoads(page, url) {
  const times = [];
  for (const path of [...PATHS, ...PATHS]) {
    await page.goto(url + path);
    await page.locator('h1').waitFor();
    times.push(await page.evaluate(firstContent));
  }
  const note = `largest ${rounded(Math.max(...times), 0)} ms of ${times.length}`;
  return { name: 'view, navigation to first content', value: rounded(median(times), 0), unit: 'ms', target: 300, note };
}

/** Runs in the page. */
function firstContent() {
  return performance.getEntries().find(({ name }) => name.startsWith('first-content')).startTime;
}

/** From the end of a commit of this process until the text is on the page. */
async function timeCommits(page, url, machine) {
  await page.goto(`${url}/deliberations`);
  await page.locator('tbody tr').first().waitFor();
  const database = openRuns(machine);
  const times = [];
  for (let commit = 0; commit < COMMITS; commit++) {
    const question = `Is it visible ${commit}?`;
    await page.evaluate(watchFor, question);
    database.exec(`UPDATE runs SET question = '${question}'`);
    const committed = Date.now();
    times.push((await page.evaluate('window.shownAt')) - committed);
  }
  database.close();
  const note = `largest ${rounded(Math.max(...times), 0)} ms of ${times.length}`;
  return { name: 'view, commit of another process to page', value: median(times), unit: 'ms', target: 500, note };
}

/** Runs in the page, which then knows when a text was shown. */
function watchFor(text) {
  window.shownAt = new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      if (!document.body.textContent.includes(text)) return;
      observer.disconnect();
      resolve(Date.now());
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

/** A step of the map in every frame. */
async function timePan(page, url) {
  await page.goto(`${url}/learning`);
  // It appears with the first clusters, which take their time.
  await page.getByText('Map of experiences').click({ timeout: 300_000 });
  const canvas = page.locator('canvas');
  await canvas.waitFor({ timeout: 120_000 });
  await canvas.focus();
  const intervals = await page.evaluate(panFrames, FRAMES);
  intervals.sort((a, b) => a - b);
  const note = `median ${rounded(median(intervals), 1)} ms, ${FRAMES} frames, 20,000 points`;
  const value = rounded(intervals[Math.floor(intervals.length * 0.95)], 1);
  return { name: 'view, pan of the map, 95th percentile', value, unit: 'ms', target: 16.7, note };
}

/** The other figures are still worth printing. */
function failedPan(error) {
  process.exitCode = 1;
  return { name: 'view, pan of the map', skipped: `failed: ${error.message.split('\n')[0]}` };
}

/** Runs in the page. */
async function panFrames(count) {
  const frame = () => new Promise(requestAnimationFrame);
  const step = (at) => {
    const key = at % 20 < 10 ? 'ArrowLeft' : 'ArrowRight';
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  };
  let last = await frame();
  const intervals = [];
  for (let at = 0; at < count; at++) {
    step(at);
    const now = await frame();
    intervals.push(now - last);
    last = now;
  }
  return intervals;
}
