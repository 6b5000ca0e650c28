import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { describe, expect, onTestFinished } from 'vitest';
import { findChromium } from './find-chromium.js';
import type { ViewProgram } from './view-program.js';

const executablePath = findChromium();

/** Like `describe`, for tests that need a browser; without one they are skipped. */
export function describeInBrowser(name: string, tests: () => void): void {
  describe.skipIf(executablePath === undefined)(name, { timeout: 60_000 }, tests);
}

const launched = new Map<string, Promise<Browser>>();

/** One browser for all tests of a worker that need the same arguments. Playwright ends it with the worker. */
function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  const name = args.join(' ');
  const browser =
    launched.get(name) ??
    chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      // Containers have neither the rights for Chromium's sandbox nor much shared memory.
      args: ['--no-sandbox', '--disable-dev-shm-usage', ...args],
    });
  launched.set(name, browser);
  return browser;
}

export type Look = Parameters<Browser['newContext']>[0];

/** A profile of its own (no key, no history), closed with the test. `look` sets color scheme and size. */
export async function openProfile(look: Look = {}, args: readonly string[] = []): Promise<BrowserContext> {
  const context = await (await launchBrowser(args)).newContext(look);
  onTestFinished(() => context.close());
  return context;
}

/** A page of `witan view`, or of `serveBuiltPages`, with access. `path` begins with a slash. */
export async function openPage(view: Pick<ViewProgram, 'newAddress'>, path = '/', look: Look = {}): Promise<Page> {
  const page = await (await openProfile(look)).newPage();
  await page.goto(await view.newAddress(path));
  await page.locator('main#main').waitFor();
  return page;
}

/** Light and wide, then dark and narrow, without loading the page again. */
export async function expectAccessibleInBothLooks(page: Page): Promise<void> {
  for (const { colorScheme, viewport } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await expectAccessible(page);
    await expectFits(page);
  }
}

const LOOKS = [
  { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 400, height: 800 } },
] as const;

/** Tables may scroll inside; the page itself does not move sideways. */
export async function expectFits(page: Page): Promise<void> {
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overflow, page.url()).toBeLessThanOrEqual(0);
}

/** Nothing on the page breaks a rule of WCAG 2.2 AA that axe knows. */
export async function expectAccessible(page: Page): Promise<void> {
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(AXE_OPTIONS)})`);
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
  expect(found, found.join('\n')).toEqual([]);
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const AXE_OPTIONS = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'] },
  resultTypes: ['violations'],
};
