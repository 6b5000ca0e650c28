import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { median, rounded } from '../median.mjs';
import { Unavailable } from '../unavailable.mjs';
import { openPage, withCoach, withMachine } from './coach-machine.mjs';
import { measureInBrowser } from './in-browser.mjs';
import { seedCoaching } from './seed-coaching.mjs';

const STARTS = 10;
const ROUND_TRIPS = 500;
const CHANGES = 60;
const MANY_FILES = 10_000;
const HUGE_PROJECT = 63_000;
const RENAMES = 200;
const DASHBOARDS = 100;
const HELLO = { version: '1', platform: 'bench', windowSize: { width: 1280, height: 900 } };

/** The coach: its start until it answers, and how long a page waits for a file, a change on disk and a tool. */
export async function measureCoach() {
  return [
    ...(await measureProject()),
    ...(await measureManyFiles()),
    ...(await measureHugeProject()),
    await measureDashboard(),
  ];
}

async function measureProject() {
  const files = { 'small.txt': 'x'.repeat(100), 'large.txt': `${'x'.repeat(99)}\n`.repeat(1_000) };
  return withMachine(files, async (machine) => {
    const starts = [];
    for (let run = -1; run < STARTS; run++) {
      const milliseconds = await withCoach(machine, async (coach) => coach.milliseconds);
      if (run >= 0) starts.push(milliseconds);
    }
    return withCoach(machine, async (coach) => {
      const page = await openPage(coach);
      page.send('connection:hello', HELLO);
      await page.next('fs:tree');
      // The tree is sent again when changes on disk are watched: earlier ones would not be reported.
      await page.next('fs:tree');
      // As during work: every step is recorded.
      page.send('session:start', { goal: 'measure' });
      await page.next('session:started');
      // So that marked lines are drawn.
      page.send('hints:level_change', { level: 'line', previousLevel: 'none' });
      return [
        figure('coach, start to /health', starts, { value: median(starts), target: 600 }),
        p95('coach, WebSocket round trip p95', await timeRoundTrips(page, 'small.txt'), 2),
        p95('coach, WebSocket round trip of 100 KB p95', await timeRoundTrips(page, 'large.txt'), 5),
        p95('coach, change on disk to page p95', await timeChanges(page, machine), 150),
        ...(await measureInBrowser(coach, page).then(browserFigures, skipped)),
      ];
    });
  });
}

function p95(name, times, target) {
  const value = [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)];
  return figure(name, times, { value, target });
}

function figure(name, times, { value, target }) {
  const note = `median ${rounded(median(times), 2)} ms, largest ${rounded(Math.max(...times), 1)} ms of ${times.length}`;
  return { name, value: rounded(value, 2), unit: 'ms', target, note };
}

const DECORATION = 'coach, tool to decoration p95';
const TASK = 'coach, longest task of the page at 100 buffer updates a second';

function browserFigures({ decorations, longestTasks }) {
  const longest = { value: median(longestTasks), target: 50 };
  return [p95(DECORATION, decorations, 100), figure(TASK, longestTasks, longest)];
}

function skipped(error) {
  if (error instanceof Unavailable) return [DECORATION, TASK].map((name) => ({ name, skipped: error.message }));
  throw error;
}

/** As a page opens a file: from the message to its content. */
async function timeRoundTrips(page, file) {
  const times = [];
  for (let trip = -50; trip < ROUND_TRIPS; trip++) {
    const started = performance.now();
    const answered = page.next('fs:content');
    page.send('file:open', { path: file });
    await answered;
    if (trip >= 0) times.push(performance.now() - started);
  }
  return times;
}

/** From the end of the write of another program to the message. */
async function timeChanges(page, { project }) {
  const times = [];
  for (let change = -5; change < CHANGES; change++) {
    const name = `changed-${change % 10}.txt`;
    const reported = page.next('fs:tree_update', (update) => update.path === name);
    writeFileSync(path.join(project, name), String(change));
    const written = performance.now();
    await reported;
    if (change >= 0) times.push(performance.now() - written);
  }
  return times;
}

async function measureManyFiles() {
  const names = Array.from({ length: MANY_FILES }, (_, index) => `f${Math.floor(index / 100)}/${index}.ts`);
  const files = Object.fromEntries(names.map((name) => [name, '']));
  return withMachine(files, (machine) =>
    withCoach(machine, async (coach) => {
      const page = await openPage(coach);
      const started = performance.now();
      const shown = page.next('fs:tree');
      page.send('connection:hello', HELLO);
      await shown;
      const tree = performance.now() - started;
      const reported = page.next('fs:tree_update', (update) => update.path === names.at(-1));
      const last = path.join(machine.project, names.at(-1));
      const changes = setInterval(() => writeFileSync(last, String(Math.random())), 50);
      await reported;
      clearInterval(changes);
      const note = `all are watched after ${rounded((performance.now() - started) / 1_000, 1)} s`;
      return [
        { name: 'coach, tree of 10,000 files', value: rounded(tree, 0), unit: 'ms', note },
        { name: 'coach, memory with 10,000 files', value: rounded(coach.megabytes(), 0), unit: 'MB' },
      ];
    }),
  );
}

/** A page opens a file again and again while all folders are scanned, and while the folder of all others is renamed. */
async function measureHugeProject() {
  const names = Array.from({ length: HUGE_PROJECT }, (_, index) => `all/f${Math.floor(index / 100)}/${index}.ts`);
  const files = { 'small.txt': '', ...Object.fromEntries(names.map((name) => [name, ''])) };
  return withMachine(files, (machine) =>
    withCoach(machine, async (coach) => {
      const page = await openPage(coach);
      const first = page.next('fs:tree');
      page.send('connection:hello', HELLO);
      await first;
      let isScanned = false;
      // The tree is sent again when all folders are watched.
      const scanned = page.next('fs:tree').then(() => {
        isScanned = true;
      });
      const scanning = await timeOpens(page, () => !isScanned);
      await scanned;
      let [from, to] = ['all', 'moved'].map((name) => path.join(machine.project, name));
      let renames = 0;
      const renaming = await timeOpens(page, () => {
        renameSync(from, to);
        [from, to] = [to, from];
        return ++renames < RENAMES;
      });
      const largest = (times) => ({ value: Math.max(...times), target: 150 });
      return [
        figure('coach, longest opening of a file while 63,000 are scanned', scanning, largest(scanning)),
        figure('coach, longest opening of a file while their folder is renamed', renaming, largest(renaming)),
        { name: 'coach, memory with 63,000 files', value: rounded(coach.megabytes(), 0), unit: 'MB' },
      ];
    }),
  );
}

async function timeOpens(page, goesOn) {
  const times = [];
  while (goesOn()) {
    const started = performance.now();
    const answered = page.next('fs:content');
    page.send('file:open', { path: 'small.txt' });
    await answered;
    times.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return times;
}

/** From the message of a page to the state of the dashboard, with 1,000 sessions and a million actions. */
async function measureDashboard() {
  return withMachine({ 'a.ts': '' }, async (machine) => {
    // Its first start makes the tables.
    await withCoach(machine, async () => undefined);
    await seedCoaching(path.join(machine.env.HOME, '.paige'));
    return withCoach(machine, async (coach) => {
      const page = await openPage(coach);
      const times = [];
      for (let turn = -10; turn < DASHBOARDS; turn++) {
        const started = performance.now();
        const answered = page.next('dashboard:state');
        page.send('dashboard:request', { statsPeriod: ['7d', '30d', 'all'][Math.abs(turn) % 3] });
        await answered;
        if (turn >= 0) times.push(performance.now() - started);
      }
      return p95('coach, dashboard of 1,000 sessions and a million actions p95', times, 50);
    });
  });
}
