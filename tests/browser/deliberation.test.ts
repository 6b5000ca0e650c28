import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { createRuns, openRunStore, type Runs } from '../../src/council/index.js';
import { systemClock } from '../../src/kernel/clock.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { type ScriptedProject, scriptedProject } from '../integration/runs/scripted-project.js';
import {
  describeInBrowser,
  expectAccessible,
  expectAccessibleInBothLooks,
  openPage,
  openProfile,
} from '../support/browser.js';
import { runScenario, SCENARIOS, type Scenario } from '../support/followed-scenarios.js';
import { interruptedRun } from '../support/interrupted-run.js';
import { emptyProgram, serveBuiltPages } from '../support/pages-fixture.js';
import { recordedProject } from '../support/recorded-council.js';
import { scratchFolder } from '../support/scratch-folder.js';
import { SETTINGS, vote } from '../support/scripted-council.js';

async function servedScenario(scenario: Scenario) {
  const project = recordedProject();
  const interrupted = await interruptedRun(project);
  const { runs, result, close } = await runScenario(project, scenario);
  onTestFinished(close);
  const pages = await serveBuiltPages({ program: emptyProgram({ pageRuns: async () => runs }) });
  return { pages, result, interrupted };
}

const [EVIDENCE = { title: '', models: {} }] = SCENARIOS;
const SILENT = SCENARIOS.at(-1) ?? EVIDENCE;

describeInBrowser('the page of a deliberation', () => {
  it('shows verdict, doubts, votes, and an answer when it is opened', async () => {
    const { pages, result } = await servedScenario(EVIDENCE);
    const page = await openPage(pages, `/deliberations/${result.deliberation_id}`);
    await page.getByText(result.verdict).waitFor();
    await page.getByText('Citations verified').waitFor();
    expect(await page.locator('.warnings li').count()).toBeGreaterThan(0);
    await page.getByText('export const writers = 1;').first().waitFor();
    await page.getByText('Answer, ').first().click();
    await page.locator('.markdown').first().waitFor();
    await page.getByText('Output, ').first().click();
    await page.locator('pre.long').first().waitFor();
    await expectAccessible(page);
  });

  it('has no violation of WCAG 2.2 AA in the list, of an interrupted one, and where no participant answered', async () => {
    const { pages, result, interrupted } = await servedScenario(SILENT);
    const page = await openPage(pages, '/deliberations');
    await page.getByRole('link', { name: /job queue/ }).waitFor();
    await expectAccessibleInBothLooks(page);
    await page.goto(`${pages.url}/deliberations/${interrupted}`);
    await page.getByText(`witan deliberate --resume ${interrupted}`).first().waitFor();
    await expectAccessibleInBothLooks(page);
    await page.goto(`${pages.url}/deliberations/${result.deliberation_id}`);
    await page.getByText(result.verdict).first().waitFor();
    await expectAccessibleInBothLooks(page);
  });

  it('is reached and left by keyboard, and a deletion is confirmed', async () => {
    const { pages, interrupted } = await servedScenario(EVIDENCE);
    const page = await openPage(pages, '/deliberations');
    await page.getByRole('link', { name: /job queue/ }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByText('It was interrupted.').waitFor();
    await page.goBack();
    await page.getByRole('searchbox').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('one writer');
    await page.getByRole('link', { name: /job queue/ }).waitFor({ state: 'detached' });
    expect(page.url()).toContain('search=one+writer');
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: `Delete ${interrupted}` }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText(`Deleted the record of ${interrupted}.`).waitFor();
    await page.getByRole('link', { name: /job queue/ }).waitFor({ state: 'detached' });
  });

  it('shows hostile answers as text, and no request leaves the machine', async () => {
    const texts = [
      '<script>window.hacked = 1</script><img src="https://evil.example/x.png" onerror="window.hacked = 1">',
      '![a](https://evil.example/y.png) [b](javascript:window.hacked=1) <https://evil.example/z>',
      '_'.repeat(30_000),
      '> '.repeat(5_000),
      '['.repeat(20_000),
      '*a '.repeat(20_000),
      `${'- '.repeat(2_000)}x`,
      'x'.repeat(10_000),
      '\u001b[31mred\u001b[0m \u202ereversed\u2069',
      'word '.repeat(200_000),
    ];
    const models = Object.fromEntries(
      texts.map((text, index) => [
        `p${index}`,
        () => `${text}\n\n${vote('one writer', { rationale: text.slice(0, 900) })}`,
      ]),
    );
    const { pages, result } = await servedScenario({ title: '', models, request: { rounds: 1 } });
    const page = await openPage(pages, `/deliberations/${result.deliberation_id}`);
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(pages.url)) elsewhere.push(request.url());
    });
    await page.getByText('Votes by round').waitFor();
    for (const summary of await page.getByText(/^Answer, /).all()) await summary.click();
    await expect.poll(() => page.locator('.answer .markdown, .answer pre.long').count()).toBe(texts.length);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(elsewhere).toEqual([]);
    expect(await page.locator('main img, main script, main .markdown a').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});

describeInBrowser('a deliberation in another process', () => {
  it('is followed live: who thinks, then its vote before it ends, without moving or closing anything', async () => {
    const project = scriptedProject();
    project.hold();
    const started = project.start(deliberate(project));
    const page = await openPage(await served(project), '/deliberations/last', {
      viewport: { width: 900, height: 500 },
    });
    await page.getByText('v1@alpha').first().waitFor();
    await expect.poll(() => page.getByText(/thinks, \d+ s/).count()).toBe(3);
    await expect.poll(() => page.locator('.since').first().textContent()).not.toBe('0 s');
    await page.reload();
    await expect.poll(() => page.getByText(/thinks, \d+ s/).count()).toBe(3);
    project.release();
    await page.getByText('Round 2').first().waitFor();
    await page.getByText('Answer, ').first().click();
    await page.locator('.markdown').first().waitFor();
    const opened = page.locator('.markdown').first();
    await opened.scrollIntoViewIfNeeded();
    const before = await opened.boundingBox();
    await page.locator('.verdict').waitFor({ state: 'attached' });
    expect(await opened.isVisible()).toBe(true);
    const after = await opened.boundingBox();
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(3);
    expect((await started.ended).exitCode).toBe(0);
    await expect.poll(() => page.getByRole('region', { name: 'Votes as a table' }).locator('b.mark').count()).toBe(9);
  });

  it('is shown as interrupted after kill -9, with the command that continues it', async () => {
    const project = scriptedProject();
    project.hold();
    const { child, ended } = project.start(deliberate(project));
    const page = await openPage(await served(project), '/deliberations/last');
    await expect.poll(() => page.getByText(/thinks, \d+ s/).count()).toBe(3);
    child.kill('SIGKILL');
    await ended;
    await page.getByText(/witan deliberate --resume \d{8}-/).waitFor();
    await page.getByText('It was interrupted.').waitFor();
    expect(await page.getByText(/thinks, /).count()).toBe(0);
    project.release();
  });
});

describeInBrowser('an exported deliberation', () => {
  it('opens from the disk without scripts and without a network, and nothing is missing', async () => {
    const { pages, result } = await servedScenario(EVIDENCE);
    const runs = await pages.options.program.pageRuns();
    const bundle = createRequire(import.meta.url)('../../dist/export.cjs') as { renderHtml(given: unknown): string };
    const html = bundle.renderHtml(await runs?.export(result.deliberation_id));
    const file = path.join(scratchFolder('export'), 'verdict.html');
    writeFileSync(file, html);
    const page = await (await openProfile({ javaScriptEnabled: false, offline: true })).newPage();
    await page.goto(pathToFileURL(file).href);
    await page.getByText(result.verdict).waitFor();
    await page.locator('.answer summary').first().click();
    await page.locator('.markdown').first().waitFor();
    const withScripts = await (await openProfile({ offline: true })).newPage();
    await withScripts.goto(pathToFileURL(file).href);
    await expectAccessible(withScripts);
    expect(html).not.toMatch(/<script|<img|<link|<iframe|\son\w+=|javascript:/i);
  });
});

function deliberate({ participants }: ScriptedProject): string[] {
  return [
    'deliberate',
    'Should our job queue use PostgreSQL, SQLite or Redis?',
    ...participants.flatMap(({ cli, model }) => ['-p', `${cli}:${model}`]),
  ];
}

/** The pages of a project, served by this process, once its first deliberation is recorded. */
async function served(project: ScriptedProject) {
  const { folder, runsFile } = project;
  await expect.poll(() => project.rows('SELECT id FROM runs').length).toBe(1);
  const store = await openRunStore({ file: runsFile, version: '0.0.0-test', clock: systemClock, logger: silentLogger });
  onTestFinished(() => store.close());
  const redactor = { redact: async (text: string) => text, redactNow: (text: string) => text };
  const settings = {
    ...SETTINGS,
    dataFolder: path.dirname(runsFile),
    transcriptsFolder: path.join(folder, 'transcripts'),
  };
  const runs: Runs = createRuns(store, { redactor, settings, projectFolder: folder });
  return serveBuiltPages({ program: emptyProgram({ pageRuns: async () => runs }) });
}
