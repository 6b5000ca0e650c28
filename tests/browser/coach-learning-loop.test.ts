import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { anthropicServer } from '../support/anthropic-server.js';
import { describeInBrowser, expectAccessibleInBothLooks, openProfile } from '../support/browser.js';
import { isReady, openFile, openUnbrokenPage, panelOf, save, typeAtEnd } from '../support/coach-page.js';
import { type MovableClock, movableClock } from '../support/coaching-fixture.js';
import { ghMachine, listedIssue } from '../support/gh-machine.js';
import { answerLoop, FILE, OTHER_FILE, PLAN, PROJECT } from '../support/learning-loop.js';
import { type Agent, runCoach } from '../support/running-coach.js';

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;

describeInBrowser('the learning loop', () => {
  it('goes from an issue over a session, a nudge, an explanation and a review to practice that is due a day later', async () => {
    const { coach, server, page, wait } = await openLoop();
    await startWithIssue(page);
    const agent = await coach.connectAgent();
    await agent.call('paige_run_coaching_pipeline', PLAN);
    await panelOf(page).getByText('0 of 3 phases done').waitFor();
    await lookAt(page, 'plan');

    await workInOtherFile({ page, agent, wait });
    await answerNudge(page);
    await askAboutCode(page);
    await reviewChanges(page);
    await endSession(page);
    await practice(page);

    await page.getByRole('link', { name: 'Progress' }).click();
    await section(page, 'Practice later').getByText('1 attempt, best level 2').waitFor();
    await wait(DAY);
    await page.reload();
    const due = section(page, 'Practice due');
    await due.getByRole('link', { name: 'Split a text into lines' }).waitFor();
    await due.getByText('due since').waitFor();
    expect(await section(page, 'Practice later').count()).toBe(0);
    await section(page, 'To learn from').getByRole('link', { name: 'Line ends explained' }).waitFor();
    await lookAt(page, 'due');
    expect(server.callsOf('phase_review')[0]?.userMessage).toContain('+export const LINE_END');
    expect(server.callsOf('practice_review')[0]?.userMessage).toContain('export const lines');
    expect(server.callsOf('learning_materials')).toHaveLength(1);
  });
});

/** A coach whose time, also that of its page, is moved by the test. */
async function openLoop() {
  const server = await anthropicServer();
  answerLoop(server);
  const gh = ghMachine({
    issues: [
      listedIssue(42, { title: 'The last line is lost' }),
      listedIssue(43, { title: 'Read large files line by line' }),
    ],
  });
  const keys = { ANTHROPIC_API_KEY: 'sk-loopback', ANTHROPIC_BASE_URL: server.url };
  for (const [name, value] of Object.entries({ ...gh.environment, ...keys })) vi.stubEnv(name, value);
  const clock = movableClock();
  const coach = await runCoach(PROJECT, { clock });
  const page = await openUnbrokenPage(await openProfile(WIDE));
  page.setDefaultTimeout(10_000);
  await page.clock.install({ time: clock.now() });
  await page.goto(coach.address);
  await isReady(page);
  return { coach, server, page, wait: (ms: number) => passTime(ms, { clock, page }) };
}

const WIDE = { viewport: { width: 1280, height: 800 }, colorScheme: 'light' } as const;

async function passTime(ms: number, { clock, page }: { readonly clock: MovableClock; readonly page: Page }) {
  clock.advance(ms);
  await page.clock.fastForward(ms);
}

async function startWithIssue(page: Page): Promise<void> {
  await panelOf(page).getByRole('link', { name: 'Progress' }).click();
  const issues = section(page, 'Issues');
  await issues.getByText('#42 The last line is lost').waitFor();
  await issues.getByText('good fit').waitFor();
  await lookAt(page, 'home');
  await issues.getByRole('button', { name: 'Start a session with issue 42' }).click();
  await panelOf(page).getByRole('heading', { name: '#42 The last line is lost' }).waitFor();
}

interface Work {
  readonly page: Page;
  readonly agent: Agent;
  readonly wait: (ms: number) => Promise<void>;
}

/** For almost two minutes, in a file that the phase does not name, and then stops to think. */
async function workInOtherFile({ page, agent, wait }: Work): Promise<void> {
  await openFile(page, OTHER_FILE);
  let typed = '';
  for (let update = 0; update < 24; update++) {
    await typeAtEnd(page, '/');
    typed += '/';
    await wait(4.5 * SECOND);
    await expect
      .poll(() => agent.call('paige_get_buffer', { path: OTHER_FILE }))
      .toMatchObject({
        content: PROJECT[OTHER_FILE] + typed,
      });
  }
  await wait(70 * SECOND);
  await save(page);
}

async function answerNudge(page: Page): Promise<void> {
  const card = panelOf(page).getByRole('region', { name: 'The coach noticed something' });
  await card.getByText(`You are working in ${OTHER_FILE}.`).waitFor();
  await page.reload();
  await card.getByText('Why', { exact: true }).click();
  await card.getByText('You work in a file that the phase does not name').waitFor();
  await lookAt(page, 'nudge', 'Coach');
  await card.getByRole('button', { name: 'Not now' }).click();
  await card.waitFor({ state: 'detached' });
}

async function askAboutCode(page: Page): Promise<void> {
  await openFile(page, FILE);
  await page.locator('.editor .cm-line', { hasText: 'readFileSync(file' }).click({ clickCount: 3 });
  await page.keyboard.press('Alt+e');
  const explanations = page.getByRole('region', { name: 'Explanations' });
  await explanations.getByText('For your phase:').waitFor();
  await lookAt(page, 'explanation', 'Editor');
}

async function reviewChanges(page: Page): Promise<void> {
  await typeAtEnd(page, '\nexport const LINE_END = /\\r?\\n/;\n');
  await save(page);
  await panelOf(page).getByRole('button', { name: 'Review my changes' }).click();
  const review = panelOf(page).getByRole('region', { name: 'Review of your changes' });
  await review.getByText('Not ready yet').waitFor();
  await review.getByRole('button', { name: `${FILE}:6` }).waitFor();
  await lookAt(page, 'review', 'Coach');
}

async function endSession(page: Page): Promise<void> {
  await panelOf(page).getByRole('button', { name: 'End the session' }).click();
  await panelOf(page).getByRole('button', { name: 'End', exact: true }).click();
  const summary = panelOf(page).getByRole('region', { name: 'Looking back' });
  for (const text of [
    'Regular expressions (high)',
    'Split a text into lines (Regular expressions)',
    'TypeScript: advanced beginner (first assessment)',
    'Line ends of Windows were new.',
  ]) {
    await summary.getByText(text).waitFor();
  }
  await lookAt(page, 'wrap-up', 'Coach');
}

async function practice(page: Page): Promise<void> {
  await panelOf(page).getByRole('link', { name: 'Progress' }).click();
  await section(page, 'Skills').getByText('advanced beginner (2 of 5)').waitFor();
  await section(page, 'Gaps to close').getByText('Regular expressions').waitFor();
  await section(page, 'Practice due').getByRole('link', { name: 'Split a text into lines' }).click();
  await page.getByRole('textbox', { name: 'Your solution' }).focus();
  await page.keyboard.press('Control+a');
  // Over a selection, Chromium would keep the look of the old text in a style of its own, which the policy refuses.
  await page.keyboard.press('Delete');
  await page.keyboard.insertText("export const lines = (text: string) => text.split('\\n');\n");
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('region', { name: 'Review of your solution' }).getByText('Not passed yet, level 2').waitFor();
  await page.getByText('Attempt 1: not passed, level 2').waitFor();
  await page.getByLabel(/^No loop/).check();
  await lookAt(page, 'practice');
}

function section(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true });
}

/** As a person and as a screen reader do; with `WITAN_PICTURES` the pictures are in that folder. */
async function lookAt(page: Page, name: string, area?: 'Editor' | 'Coach'): Promise<void> {
  if (area !== undefined) {
    await page.setViewportSize(NARROW);
    await page.getByRole('button', { name: new RegExp(`^${area}`) }).click();
  }
  await expectAccessibleInBothLooks(page);
  const { WITAN_PICTURES: folder } = process.env;
  if (folder !== undefined) await takePictures(page, path.join(folder, name));
  await page.emulateMedia({ colorScheme: WIDE.colorScheme });
  await page.setViewportSize(WIDE.viewport);
}

const NARROW = { width: 400, height: 800 };

async function takePictures(page: Page, file: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const { width, height } of [WIDE.viewport, NARROW]) {
      await page.setViewportSize({ width, height });
      // A view that scrolls is shown whole.
      const hidden = await page.evaluate<number>(HIDDEN_HEIGHT);
      await page.setViewportSize({ width, height: height + hidden });
      await page.screenshot({ path: `${file}-${colorScheme}-${width}.png` });
    }
  }
}

const HIDDEN_HEIGHT =
  "(({ scrollHeight = 0, clientHeight = 0 }) => scrollHeight - clientHeight)(document.querySelector('.coach-view') ?? {})";
