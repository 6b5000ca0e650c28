import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
// @ts-expect-error: the scripts are plain JavaScript
import { PAGE_PATHS } from '../../scripts/page-paths.mjs';
import { createEmptyMachine } from '../integration/cli-program.js';
import { describeInBrowser, expectAccessibleInBothLooks, expectFits, openPage } from '../support/browser.js';
import { fillProject } from '../support/full-project.js';
import { fillWithHostileTexts } from '../support/hostile-project.js';
import { memoryOf } from '../support/project-memory.js';
import { startView } from '../support/view-program.js';

const PATHS: readonly string[] = PAGE_PATHS;

describeInBrowser('every page', () => {
  it('of a new project says what fills it, and is accessible', async () => {
    const view = await startView();
    const page = await openPage(view);
    for (const path of PATHS) await look(page, view.url + path);
  }, 180_000);

  it('of a full project is accessible and fits the window', async () => {
    const machine = createEmptyMachine();
    actAs(machine);
    await fillProject(machine.project, { decisions: 60, experiences: 60 });
    const view = await startView(machine);
    const page = await openPage(view);
    for (const path of PATHS) await look(page, view.url + path);
    for (const { list, heading } of DETAILS) {
      const [first = ''] = await linksIn(page, view.url, list);
      await look(page, first);
      await page.getByRole('heading', { name: heading }).first().waitFor();
    }
  }, 240_000);

  it('is accessible where something failed: unusable databases, unknown ids, a server that is gone', async () => {
    const machine = createEmptyMachine();
    const data = memoryOf(machine.project, machine.home);
    for (const name of ['runs', 'decisions', 'experiences']) writeFileSync(path.join(data, `${name}.db`), 'damaged');
    const view = await startView(machine);
    const page = await openPage(view);
    for (const path of ['/', ...UNUSABLE, ...UNKNOWN]) {
      await page.goto(view.url + path);
      await loaded(page);
      if (path !== '/') expect(await page.getByRole('alert').count(), path).toBeGreaterThan(0);
      await expectAccessibleInBothLooks(page);
    }
    await view.end('SIGKILL');
    await page.getByText('Not connected').waitFor();
    await expectAccessibleInBothLooks(page);
  }, 180_000);

  it('shows hostile texts as text: no script runs, nothing is asked for elsewhere, and it keeps answering', async () => {
    const machine = createEmptyMachine();
    actAs(machine);
    await fillWithHostileTexts(machine.project);
    const view = await startView(machine);
    const page = await openPage(view);
    const elsewhere: string[] = [];
    page.on('request', (request) => !request.url().startsWith(view.url) && elsewhere.push(request.url()));
    page.on('dialog', (dialog) => elsewhere.push(`dialog ${dialog.message()}`));
    const details: string[] = [];
    for (const { list } of DETAILS) details.push(...(await linksIn(page, view.url, list)).slice(0, MAX_DETAILS));
    for (const url of [...PATHS.map((path) => view.url + path), ...details, `${view.url}/knowledge?search=script`]) {
      await page.goto(url);
      await loaded(page);
      await openEverything(page);
      expect(await page.evaluate('window.wasHacked'), url).toBeUndefined();
      expect(await page.locator('main img, main script, main iframe').count(), url).toBe(0);
      await expectFits(page);
      // The next frame comes only if nothing holds the page.
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    expect(elsewhere).toEqual([]);
  }, 240_000);
});

/** Lists whose rows lead to a page of their own. */
const DETAILS = [
  { list: '/deliberations', heading: 'Answers' },
  { list: '/decisions', heading: 'Related decisions over time' },
  { list: '/journal', heading: 'Believed' },
];

/** Of the many hostile entries of the journal, these are enough: together their fields have every text. */
const MAX_DETAILS = 12;

const UNUSABLE = ['/deliberations', '/decisions', '/decisions?show=map', '/decisions?show=reliability', '/learning'];
const UNKNOWN = ['/deliberations/20260101-000000-aaaaaa', '/decisions/unknown', '/journal/ghap_unknown'];

async function linksIn(page: Page, origin: string, list: string): Promise<string[]> {
  await page.goto(origin + list);
  const links = page.locator(`main tbody a[href^="${list}/"]`);
  await links.first().waitFor();
  return links.evaluateAll((found) => [...new Set(found.map((link) => (link as HTMLAnchorElement).href))]);
}

/** What this process stores belongs to the user whose pages are looked at. */
function actAs({ home }: { readonly home: string }): void {
  process.env.HOME = home;
  delete process.env.XDG_CONFIG_HOME;
}

async function look(page: Page, url: string): Promise<void> {
  const errors: string[] = [];
  const note = (error: Error) => errors.push(error.message);
  page.on('pageerror', note);
  await page.goto(url);
  await loaded(page);
  expect((await page.getByRole('alert').allTextContents()).filter((text) => text !== '')).toEqual([]);
  await expectAccessibleInBothLooks(page);
  page.off('pageerror', note);
  expect(errors).toEqual([]);
}

async function loaded(page: Page): Promise<void> {
  await page.locator('h1').waitFor();
  await page.getByText('Loading …', { exact: true }).waitFor({ state: 'detached' });
}

async function openEverything(page: Page): Promise<void> {
  for (const summary of await page.locator('summary').all()) await summary.click();
  await page.getByRole('heading').first().waitFor();
}
