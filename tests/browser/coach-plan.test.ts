import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { ToPage } from '../../src/http/websocket/protocol.js';
import { describeInBrowser, expectAccessibleInBothLooks } from '../support/browser.js';
import { addServerMessages, isReady, openCoachedProject, panelOf } from '../support/coach-page.js';

type Plan = ToPage['coaching:plan_ready'];

const phase = (id: string, number: number, title: string): Plan['phases'][number] => ({
  id,
  number,
  title,
  description: `What to do in **${title}**.`,
  status: number === 1 ? 'complete' : number === 2 ? 'active' : 'pending',
  hintLevel: 'file',
  expectedFiles: number === 2 ? ['src/lines.ts'] : [],
});
const plan = (name: string, isDemo = false): Plan => ({
  planId: name,
  memoryConnection: 'similar to "Trim the header" from last week',
  estimatedDifficulty: 'medium',
  isDemo,
  phases: ['Reproduce', 'Find', 'Fix', 'Clean up', 'Document'].map((title, index) =>
    phase(`${name}-${index + 1}`, index + 1, `${title} (${name})`),
  ),
});

/** In a session without phases. */
async function openSession() {
  const project = await openCoachedProject({ 'src/lines.ts': 'export {};\n' });
  const { page } = project;
  const addMessage = await addServerMessages(page);
  await panelOf(page).getByLabel('What do you want to work on?').fill('Keep the last line');
  await page.keyboard.press('Enter');
  await panelOf(page).getByRole('heading', { name: 'Keep the last line' }).waitFor();
  return { ...project, addMessage };
}

const phases = (page: Page) => panelOf(page).locator('.phases > li');
const announced = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' });
const isInPlanView = (page: Page, title: string) =>
  phases(page)
    .filter({ hasText: title })
    .locator('summary')
    .evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      const view = element.closest('.coach-plan')?.getBoundingClientRect();
      return view !== undefined && top >= view.top && bottom <= view.bottom;
    });

describeInBrowser('a plan on the page of the coach', () => {
  it('has its progress, what the coach remembers and an open current phase, and four phases are in sight', async () => {
    const { page, addMessage } = await openSession();
    await page.setViewportSize({ width: 1280, height: 800 });
    addMessage('coach:status', { writes: 'held', agents: 1, model: 'some-model' });
    addMessage('coaching:plan_ready', plan('first'));
    addMessage('coaching:message', { message: 'Look at the test.', type: 'hint' });
    await announced(page, 'Coach, Hint: Look at the test.');
    await panelOf(page).getByRole('progressbar', { name: '1 of 5 phases done' }).waitFor();
    await panelOf(page).getByText('similar to "Trim the header" from last week').waitFor();
    await page.getByText('coach: some-model').waitFor();
    expect(await panelOf(page).locator('.phases details[open] > summary').allInnerTexts()).toEqual([
      expect.stringContaining('2. Find (first)'),
    ]);
    expect(await isInPlanView(page, 'Clean up')).toBe(true);
    expect(await page.getByText('demo coach, no model').count()).toBe(0);
    await expectAccessibleInBothLooks(page);
    await page.getByRole('button', { name: /^Coach/ }).click();
    await expectAccessibleInBothLooks(page);
    expect(await isInPlanView(page, 'Clean up')).toBe(true);
  });

  it('of the demo coach says so at the plan and in the last line', async () => {
    const { page, addMessage } = await openSession();
    addMessage('coach:status', { writes: 'held', agents: 1, model: null });
    addMessage('coaching:plan_ready', plan('demo', true));
    await panelOf(page).getByRole('heading', { name: 'Plan demo coach, no model' }).waitFor();
    await page.locator('.coach-status').getByText('demo coach, no model').waitFor();
  });

  it('replaces another one without taking or moving what the person types', async () => {
    const { page, addMessage } = await openSession();
    addMessage('coaching:plan_ready', plan('first'));
    await phases(page).getByRole('button', { name: 'Edit phase 2' }).click();
    await page.keyboard.press('Tab');
    await page.keyboard.type('My own');
    const typedIn = phases(page).getByLabel('Description');
    const before = await typedIn.boundingBox();
    addMessage('coaching:plan_ready', plan('second'));
    await phases(page).getByText('5. Document (second)').waitFor();
    expect(await typedIn.boundingBox()).toEqual(before);
    await page.keyboard.type(' words');
    await expect.poll(() => typedIn.inputValue()).toContain('My own words');
    await phases(page).getByText('The new plan does not have this phase').waitFor();
    await phases(page).getByRole('button', { name: 'Add as a new phase' }).click();
    await phases(page).getByText('The new plan does not have this phase').waitFor({ state: 'detached' });
  });

  it('keeps the focus in the panel when the phase that has it is gone', async () => {
    const { page, addMessage } = await openSession();
    addMessage('coaching:plan_ready', plan('first'));
    await phases(page).getByRole('button', { name: 'Finish phase 2' }).focus();
    addMessage('coaching:plan_ready', plan('second'));
    await phases(page).getByText('5. Document (second)').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('phases');
  });
});

describeInBrowser('hints on the page of the coach', () => {
  it('can be asked for one at a time, are counted, and end at the last level with a reason', async () => {
    const { page, addMessage } = await openSession();
    const more = panelOf(page).getByRole('button', { name: 'One more hint' });
    await panelOf(page).getByText('Start a phase to get one more.').waitFor();
    expect(await more.getAttribute('aria-disabled')).toBe('true');
    addMessage('coaching:plan_ready', plan('first'));
    addMessage('hints:level', { level: 'region', hintsUsed: 1 });
    await panelOf(page).getByText('1 used in this phase').waitFor();
    expect(await panelOf(page).getByRole('slider', { name: 'Hints' }).getAttribute('aria-valuetext')).toBe('Region');
    await more.focus();
    addMessage('hints:level', { level: 'line', hintsUsed: 2 });
    await panelOf(page).getByText('No closer hint is left.').waitFor();
    expect(await more.evaluate((button) => button.matches(':focus'))).toBe(true);
    expect(await more.getAttribute('aria-disabled')).toBe('true');
    await panelOf(page).getByText('2 used in this phase').waitFor();
  });
});

describeInBrowser('the council on the page of the coach', () => {
  it('shows that it works on a question, then the verdict with its page, or why there is none', async () => {
    const { page, addMessage } = await openSession();
    addMessage('coaching:plan_ready', plan('first'));
    const question = 'Keep the empty line?';
    const answer = { question, text: '', deliberationId: 'd-1' } as const;
    addMessage('council:answer', { ...answer, status: 'running' });
    await panelOf(page).getByText('The council is working on it').waitFor();
    await panelOf(page).getByRole('link', { name: 'Watch the deliberation' }).waitFor();
    addMessage('council:answer', { ...answer, status: 'done', text: 'Keep it.' });
    await announced(page, 'The council answered: Keep it.');
    await panelOf(page).getByText('Verdict: Keep it.').waitFor();
    const link = panelOf(page).getByRole('link', { name: 'Look at the deliberation' });
    expect(await link.getAttribute('href')).toBe('/deliberations/d-1');
    addMessage('council:answer', {
      question: 'B?',
      status: 'failed',
      text: 'No model answered.',
      deliberationId: null,
    });
    await panelOf(page).getByText('No verdict: No model answered.').waitFor();
    await panelOf(page).getByRole('button', { name: 'Ask again' }).waitFor();
    await expectAccessibleInBothLooks(page);
  });

  it('keeps the question when the server is gone', async () => {
    const { coach, page, addMessage } = await openSession();
    addMessage('coaching:plan_ready', plan('first'));
    await phases(page).getByRole('button', { name: 'Ask the council' }).press('Enter');
    await page.keyboard.type('Keep the empty line?');
    await coach.end('SIGKILL');
    await page.getByText('offline: your text is kept here').waitFor();
    await phases(page).getByRole('button', { name: 'Ask', exact: true }).press('Enter');
    await page.getByText('The server does not answer.').waitFor();
    expect(await panelOf(page).getByLabel('Question to the council').inputValue()).toBe('Keep the empty line?');
  });
});

const DETAILS: NonNullable<ToPage['session:completed']['details']> = {
  gaps: [{ topic: 'Line ends', severity: 'medium' }],
  katas: [{ title: 'Split a text', topic: 'strings' }],
  skills: [
    { skillArea: 'Testing', stage: 'advanced_beginner', previousStage: 'novice' },
    { skillArea: 'Streams', stage: 'novice', previousStage: null },
  ],
  memories: ['Wrote the failing test first.'],
  problems: ['The daily limit was reached.'],
  isDemo: true,
};

describeInBrowser('the end of a session on the page of the coach', () => {
  it('looks back until the summary comes, which does not move what is typed and stays closed', async () => {
    const { page, addMessage } = await openSession();
    addMessage('session:ended', { summary: { sessionId: 's-1', durationMs: 60_000, phasesCompleted: 2 } });
    await panelOf(page).getByText('2 phases finished.').waitFor();
    await panelOf(page).getByText('Looking back on the session…').waitFor();
    const goal = panelOf(page).getByLabel('What do you want to work on?');
    await goal.focus();
    await page.keyboard.type('The next');
    const before = await goal.boundingBox();
    const counts = { knowledgeGaps: 1, kataSpecs: 1, dreyfusUpdates: 2, memoriesStored: 1 };
    addMessage('session:completed', { sessionId: 's-1', ...counts, details: DETAILS });
    const summary = panelOf(page).getByRole('region', { name: 'Looking back' });
    for (const text of [
      'Wrote the failing test first.',
      'Testing: novice → advanced beginner',
      'Streams: novice (first assessment)',
      'Line ends (medium)',
      'Split a text (strings)',
      'The daily limit was reached.',
      'demo coach, no model',
    ]) {
      await summary.getByText(text).waitFor();
    }
    await announced(page, 'The summary of the session is ready.');
    await page.keyboard.type(' goal');
    expect(await goal.inputValue()).toBe('The next goal');
    expect(await goal.boundingBox()).toMatchObject({ x: before?.x, y: before?.y });
    await expectAccessibleInBothLooks(page);
    await page.getByRole('button', { name: /^Coach/ }).click();
    await expectAccessibleInBothLooks(page);
    await summary.getByRole('button', { name: 'Close the summary' }).press('Enter');
    await summary.waitFor({ state: 'detached' });
    await page.reload();
    await isReady(page);
    addMessage('session:completed', { sessionId: 's-1', ...counts, details: DETAILS });
    await announced(page, 'The summary of the session is ready.');
    expect(await summary.count()).toBe(0);
  });
});
