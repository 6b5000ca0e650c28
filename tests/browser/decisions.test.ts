import { expect, it } from 'vitest';
import { describeInBrowser, openPage } from '../support/browser.js';
import { fillDecisions, idAt, openDecisionPages } from '../support/decision-pages.js';
import { deliberationRecord } from '../support/deliberation-record.js';
import { serveBuiltPages } from '../support/pages-fixture.js';

const NARROW = { colorScheme: 'dark', viewport: { width: 400, height: 800 } } as const;

const VIEWS = ['/decisions', '/decisions?show=map', '/decisions?show=contradictions', '/decisions?show=reliability'];

describeInBrowser('the page of decisions', () => {
  it('names the command that fills it while there is no decision', async () => {
    const page = await openPage(await serveBuiltPages(), '/decisions');
    for (const view of VIEWS) {
      await page.goto(new URL(view, page.url()).href);
      await page.locator('.empty').waitFor();
    }
    await page.goto(new URL('/decisions', page.url()).href);
    await page.getByText('witan deliberate').waitFor();
  });

  it('opens a decision by keyboard and records how it turned out', async () => {
    const { decisions, program } = await openDecisionPages();
    await fillDecisions(decisions, 8);
    const page = await openPage(await serveBuiltPages({ program }), '/decisions');
    await page.locator('tbody tr').nth(7).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/decisions/${idAt(7)}`);
    await page.getByLabel('Note').fill('nothing broke');
    await page.getByRole('button', { name: 'right' }).click();
    await page.getByText('Recorded: right.').waitFor();
    expect((await decisions.graph.get(idAt(7)))?.outcome).toMatchObject({ outcome: 'right', note: 'nothing broke' });
    await page.reload();
    await page.getByRole('button', { name: 'mixed' }).click();
    await page.getByText('Recorded: mixed.').waitFor();
    expect((await decisions.graph.get(idAt(7)))?.outcome).toMatchObject({ outcome: 'mixed', note: 'nothing broke' });
    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByText('Take back into recall').waitFor();
    expect((await decisions.graph.get(idAt(7)))?.archivedAt).not.toBeNull();
    await page.keyboard.press('Escape');
    await page.waitForURL('**/decisions');
  });

  it('keeps search and filters in the address, and at most eighty rows on the screen', async () => {
    const { decisions, program } = await openDecisionPages();
    await fillDecisions(decisions, 130);
    const pages = await serveBuiltPages({ program });
    const page = await openPage(pages, '/decisions');
    await page.locator('tbody tr').first().waitFor();
    const seen = new Set<string>();
    for (let part = 0; part < 3; part++) {
      const links = page.locator('tbody a');
      expect(await links.count()).toBeLessThanOrEqual(80);
      for (const href of await links.evaluateAll((each) => each.map((link) => link.getAttribute('href') ?? '')))
        seen.add(href);
      if (part === 2) break;
      const last = await links.last().getAttribute('href');
      await page.getByRole('link', { name: 'Older' }).click();
      await page.locator(`tbody a[href="${last}"]`).waitFor({ state: 'detached' });
    }
    expect(seen.size).toBe(130);
    await page.keyboard.press('/');
    await page.keyboard.type('How long should log files be kept?');
    await page.waitForURL(/search=How\+long/);
    await page.getByRole('columnheader', { name: 'Similar' }).waitFor();
    await page.reload();
    await page.locator('tbody tr', { hasText: 'log files' }).first().waitFor();
  });

  it('shows hostile texts as texts', async () => {
    const { decisions, program } = await openDecisionPages();
    const hostile = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
    const long = `${hostile} ${'word_'.repeat(20_000)}`;
    await decisions.graph.remember(
      deliberationRecord({ id: 'bad', question: long, winner: hostile, consensus: long, rationale: long }),
    );
    const pages = await serveBuiltPages({ program });
    for (const path of ['/decisions', '/decisions/bad', '/decisions?show=map']) {
      const page = await openPage(pages, path, NARROW);
      await page.locator('table, canvas').first().waitFor();
      expect(await page.locator('main img, main script').count()).toBe(0);
      expect(await page.title()).toContain('Witan');
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
  });
});
