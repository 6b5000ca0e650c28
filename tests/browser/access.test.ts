import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { BrowserContext } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import type { Runs } from '../../src/council/index.js';
import { describeInBrowser, expectAccessible, openPage, openProfile } from '../support/browser.js';
import { handOver, keyOf } from '../support/coach-page.js';
import { continuing, interruptedRun, QUESTION, requestIn } from '../support/interrupted-run.js';
import { emptyProgram, pagesOptions, serveBuiltPages } from '../support/pages-fixture.js';
import { type RecordedProject, recordedProject } from '../support/recorded-council.js';
import { startView } from '../support/view-program.js';

describeInBrowser('access to the pages', () => {
  it('works once with a code, and stays after a reload and in another tab', async () => {
    const view = await startView();
    const profile = await openProfile();
    const page = await profile.newPage();
    await page.goto(view.address);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(page.url()).toBe(`${view.url}/`);
    await page.reload();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    const tab = await profile.newPage();
    await tab.goto(view.url);
    await tab.getByRole('heading', { name: 'Home' }).waitFor();

    const stranger = await (await openProfile()).newPage();
    await stranger.goto(view.address);
    await stranger.getByText('Run witan view').waitFor();
    expect(stranger.url()).toBe(`${view.url}/`);
  });

  it('continues after kill -9 and a new start of the command, with the key that its new tab brings', async () => {
    const first = await startView();
    const page = await openPage(first);
    const old = await keyOf(page);
    const isConnected = () => page.getByText('Not connected').isHidden();
    expect(await isConnected()).toBe(true);
    await first.end('SIGKILL');
    await page.getByText('Not connected').waitFor();
    const second = await startView(first.machine);
    expect(second.url).toBe(first.url);
    // A tab that is loaded again before that waits, too.
    const other = await page.context().newPage();
    await other.goto(first.url);
    await other.getByText('Run witan view').waitFor();
    expect(await isConnected()).toBe(false);
    await handOver(page.context(), second.address);
    await page.getByText('Not connected').waitFor({ state: 'hidden' });
    await other.getByRole('heading', { name: 'Home' }).waitFor();
    expect(await keyOf(page)).not.toBe(old);
    await page.reload();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  });

  it('A page begins with the private file that the command opens, and leaves nothing of it behind.', async () => {
    const pages = await serveBuiltPages();
    const file = await pages.writeOpener(pages.address('/deliberations'));
    const page = await (await openProfile()).newPage();
    await page.goto(`file://${file}`);
    await page.getByRole('heading', { name: 'Deliberations' }).waitFor();
    expect(page.url()).toBe(`${pages.url}/deliberations`);
    expect(existsSync(file)).toBe(false);
  });

  it('never sends the key to another program that took the port', async () => {
    const pages = await serveBuiltPages();
    const page = await openPage(pages);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await pages.own?.close();
    const received: string[] = [];
    const stranger = createServer((request, response) => {
      received.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
      request.setEncoding('utf8').on('data', (body: string) => received.push(`POST /key ${body}`));
      response.end('{"proof":"I have it","key":"another"}');
    });
    await new Promise<void>((resolve) => stranger.listen(pages.port, '127.0.0.1', resolve));
    onTestFinished(() => {
      stranger.close();
      stranger.closeAllConnections();
    });
    // The page asks every second whether its server is back.
    await expect.poll(() => received.length).toBeGreaterThan(2);
    expect(received.filter((request) => request.includes(pages.key))).toEqual([]);
    expect(received.every((request) => request.startsWith('POST /key'))).toBe(true);
  });

  it('has no violation of WCAG 2.2 AA with and without access, and axe would find one', async () => {
    const view = await startView();
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await openPage(view, '/', { colorScheme });
      await page.getByRole('heading', { name: 'Home' }).waitFor();
      await expectAccessible(page);
      const stranger = await (await openProfile({ colorScheme })).newPage();
      await stranger.goto(view.url);
      await stranger.getByText('Run witan view').waitFor();
      await expectAccessible(stranger);
      await stranger.evaluate(() => document.body.append(document.createElement('img')));
      await expect(expectAccessible(stranger)).rejects.toThrow('image-alt');
    }
  });
});

describeInBrowser('changes on the page', () => {
  it('reach twenty tabs through one stream, also after the tab that had it is closed, and after a sleep', async () => {
    const project = recordedProject();
    const { assetsFolder: _, ...options } = pagesOptions({
      program: emptyProgram({ pageRuns: await runsOf(project) }),
    });
    const pages = await serveBuiltPages(options);
    const profile = await openProfile();
    const streams = countStreams(profile);
    const first = await profile.newPage();
    await first.goto(await pages.newAddress());
    await first.getByText(QUESTION).first().waitFor();
    const tabs = await Promise.all(Array.from({ length: 19 }, () => profile.newPage()));
    await Promise.all(tabs.map((tab) => tab.goto(pages.url)));
    await Promise.all(tabs.map((tab) => tab.getByText(QUESTION).first().waitFor()));
    expect(streams()).toBe(1);
    setQuestion(project, 'Shown in every tab?');
    await Promise.all([first, ...tabs].map((tab) => tab.getByText('Shown in every tab?').first().waitFor()));
    expect(streams()).toBe(1);

    await first.close();
    await expect.poll(streams).toBe(2);
    setQuestion(project, 'Shown by the next one?');
    await Promise.all(tabs.map((tab) => tab.getByText('Shown by the next one?').first().waitFor()));

    // As after a sleep: all connections are gone.
    await pages.own?.close();
    await Promise.all(tabs.map((tab) => tab.getByText('Not connected').waitFor()));
    setQuestion(project, 'Asked twice while all slept?');
    setQuestion(project, 'Shown after a sleep?');
    await handOver(profile, await (await serveBuiltPages(options)).newAddress());
    await Promise.all(tabs.map((tab) => tab.getByText('Shown after a sleep?').first().waitFor()));
    await Promise.all(tabs.map((tab) => tab.getByText('Not connected').waitFor({ state: 'hidden' })));
    const shown = await Promise.all(tabs.map((tab) => tab.locator('main').innerText()));
    const [reloaded] = tabs;
    await reloaded?.reload();
    await reloaded?.getByText('Shown after a sleep?').first().waitFor();
    const stored = await reloaded?.locator('main').innerText();
    expect(new Set(shown)).toEqual(new Set([stored]));
  });

  it('that were made while there was no connection are shown after it', async () => {
    const project = recordedProject();
    const options = pagesOptions({ program: emptyProgram({ pageRuns: await runsOf(project) }) });
    const { assetsFolder: _, ...same } = options;
    const before = await serveBuiltPages(same);
    const page = await openPage(before);
    await page.getByText(QUESTION).first().waitFor();
    await before.own?.close();
    await page.getByText('Not connected').waitFor();
    setQuestion(project, 'Asked while the page slept?');
    await handOver(page.context(), await (await serveBuiltPages(same)).newAddress());
    await page.getByText('Asked while the page slept?').first().waitFor();
    expect(await page.getByText('Not connected').isHidden()).toBe(true);
  });
});

/** An interrupted deliberation, which the first page shows. */
async function runsOf(project: RecordedProject): Promise<() => Promise<Runs>> {
  await interruptedRun(project);
  const opened = await continuing(project);
  onTestFinished(() => opened.close());
  await opened.council.deliberate(requestIn(project, { mode: 'quick' }));
  return async () => opened.runs;
}

/** As another process does it. */
function setQuestion(project: RecordedProject, question: string): void {
  project.sql(`UPDATE runs SET question = '${question}' WHERE status <> 'completed'`);
}

function countStreams(profile: BrowserContext): () => number {
  let begun = 0;
  profile.on('request', (request) => {
    if (request.url().includes('/api/changes')) begun++;
  });
  return () => begun;
}
