import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser, openPage } from '../support/browser.js';
import { fillDecisions, openDecisionPages } from '../support/decision-pages.js';
import { emptyProgram, serveBuiltPages } from '../support/pages-fixture.js';

const AT = '2026-01-02T03:04:05.000Z';

/** Decisions, findings of the doctor, hooks and databases. */
async function serve() {
  const { decisions, program } = await openDecisionPages();
  await fillDecisions(decisions, 20);
  const findings = ['git', 'node'].map((subject) => ({ subject, state: 'broken' as const, text: 'is missing' }));
  writeFileSync(path.join(program.memory.make(), 'decisions.db'), Buffer.alloc(4096));
  return serveBuiltPages({
    program: {
      ...emptyProgram(),
      ...program,
      doctorReport: async () => ({ at: AT, version: '1.0.0', findings }),
      hookFigures: async () => [{ hook: 'pre-tool-use', count: 3, lastAt: AT, p95Ms: 12, slow: 0 }],
    },
  });
}

const focused = (page: Page) =>
  page.evaluate<string>('document.activeElement.closest("tr, .row, .rows > *")?.textContent ?? ""');

describeInBrowser('the keys', () => {
  it('move through the rows of pages without links, too, and Esc leaves them', async () => {
    const page = await openPage(await serve(), '/health-report');
    await page.getByText('git').waitFor();
    await page.keyboard.press('j');
    expect(await focused(page)).toContain('git');
    await page.keyboard.press('j');
    expect(await focused(page)).toContain('node');
    await page.keyboard.press('j');
    expect(await focused(page)).toContain('pre-tool-use');
    await page.keyboard.press('k');
    expect(await focused(page)).toContain('node');
    await page.keyboard.press('Escape');
    expect(await focused(page)).toBe('');
    expect(new URL(page.url()).pathname).toBe('/health-report');
  });

  it('open a card of Home, and a side of a contradiction', async () => {
    const pages = await serve();
    const page = await openPage(pages, '/');
    await page.getByText('Something does not work').waitFor();
    await page.locator('.card.row').last().locator('a').focus();
    await page.keyboard.press('k');
    for (let count = 0; count < 9; count++) await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/health-report');
    await page.goto(`${pages.url}/decisions?show=contradictions`);
    const side = page.locator('.row').nth(1);
    await side.waitFor();
    for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'Consensus' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL('**/decisions');
  });

  it.each([
    ['/', '/deliberations'],
    ['/cost', '/deliberations'],
    ['/health-report', '/deliberations'],
    ['/decisions?show=contradictions', '/decisions'],
    ['/learning', '/deliberations'],
  ])('/ on %s leads to the search of %s', async (from, to) => {
    const page = await openPage(await serve(), from);
    await page.locator('h1').waitFor();
    await page.keyboard.press('/');
    await page.waitForURL(`**${to}`);
    await page.getByRole('searchbox').waitFor();
    await page.waitForFunction('document.activeElement.type === "search"');
    await page.keyboard.type('j?');
    expect(await page.getByRole('searchbox').inputValue()).toBe('j?');
  });
});
