import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { ToPage } from '../../src/http/websocket/protocol.js';
import { createEmptyMachine, createMachineWithModels } from '../integration/cli-program.js';
import { anthropicServer } from '../support/anthropic-server.js';
import { describeInBrowser, expectAccessibleInBothLooks } from '../support/browser.js';
import { addServerMessages, isReady, openCoachedProject, panelOf } from '../support/coach-page.js';
import { rememberOnMachine } from '../support/memory-fixture.js';
import { COACH_ANSWER, FILTER_ANSWER } from '../support/pipeline-fixture.js';

type Setup = Parameters<typeof openCoachedProject>[2];

const TITLES = ['Reproduce', 'Find', 'Fix', 'Clean up', 'Document'];
const CONNECTION = 'similar to "Trim the header" from last week';

/** In a session without phases. */
async function openSession(setup: Setup = {}) {
  const project = await openCoachedProject({ 'src/lines.ts': 'export {};\n' }, {}, setup);
  const { page } = project;
  const agent = await project.connectAgent();
  await panelOf(page).getByLabel('What do you want to work on?').fill('Keep the last line');
  await page.keyboard.press('Enter');
  await panelOf(page).getByRole('heading', { name: 'Keep the last line' }).waitFor();
  const plan = (name: string) =>
    agent.call('paige_run_coaching_pipeline', {
      planText: TITLES.map((title, index) => `${index + 1}. ${title} (${name})\n`).join(''),
      issueSummary: 'The last line is lost.',
    });
  return {
    ...project,
    agent,
    /** Its second phase is the current one. */
    usePlan: async (name: string) => {
      await plan(name);
      await agent.call('paige_update_phase', { phase: 2, status: 'active' });
      await panelOf(page).getByRole('progressbar', { name: '1 of 5 phases done' }).waitFor();
    },
    plan,
  };
}

/** The coach has a model, and remembers something. */
async function openSessionWithModel() {
  const server = await anthropicServer();
  const [first] = COACH_ANSWER.phases;
  server.answer('coach_agent', {
    ...COACH_ANSWER,
    phases: TITLES.map((title, index) => ({ ...first, number: index + 1, title: `${title} (first)` })),
    memory_connection: CONNECTION,
  });
  server.answer('memory_retrieval_filter', FILTER_ANSWER);
  const machine = createEmptyMachine();
  await rememberOnMachine(machine, 'Trimmed the last line of the header.');
  return openSession({ machine, environment: { ANTHROPIC_API_KEY: 'sk-loopback', ANTHROPIC_BASE_URL: server.url } });
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
    const { page, agent, usePlan } = await openSessionWithModel();
    await page.setViewportSize({ width: 1280, height: 800 });
    await usePlan('first');
    await agent.call('paige_show_message', { message: 'Look at the test.', type: 'hint' });
    await announced(page, 'Coach, Hint: Look at the test.');
    await panelOf(page).getByText(CONNECTION).waitFor();
    await page.getByText(/coach: claude-sonnet-\S+ \(anthropic\)/).waitFor();
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
    const { page, plan } = await openSession();
    await plan('demo');
    await panelOf(page).getByRole('heading', { name: 'Plan demo coach, no model' }).waitFor();
    await page.locator('.coach-status').getByText('demo coach, no model').waitFor();
  });

  it('replaces another one without taking or moving what the person types', async () => {
    const { page, plan, usePlan } = await openSession();
    await usePlan('first');
    await phases(page).getByRole('button', { name: 'Edit phase 2' }).click();
    await page.keyboard.press('Tab');
    await page.keyboard.type('My own');
    const typedIn = phases(page).getByLabel('Description');
    const before = await typedIn.boundingBox();
    await plan('second');
    await phases(page).getByText('5. Document (second)').waitFor();
    expect(await typedIn.boundingBox()).toEqual(before);
    await page.keyboard.type(' words');
    await expect.poll(() => typedIn.inputValue()).toContain('My own words');
    await phases(page).getByText('The new plan does not have this phase').waitFor();
    await phases(page).getByRole('button', { name: 'Add as a new phase' }).click();
    await phases(page).getByText('The new plan does not have this phase').waitFor({ state: 'detached' });
    await phases(page).getByText('6. Find (first)').waitFor();
  });

  it('keeps the focus in the panel when the phase that has it is gone', async () => {
    const { page, plan, usePlan } = await openSession();
    await usePlan('first');
    await phases(page).getByRole('button', { name: 'Finish phase 2' }).focus();
    await plan('second');
    await phases(page).getByText('5. Document (second)').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('phases');
  });
});

describeInBrowser('hints on the page of the coach', () => {
  it('can be asked for one at a time, are counted, and end at the last level with a reason', async () => {
    const { page, agent } = await openSession();
    const more = panelOf(page).getByRole('button', { name: 'One more hint' });
    const slider = panelOf(page).getByRole('slider', { name: 'Hints' });
    await panelOf(page).getByText('Start a phase to get one more.').waitFor();
    expect(await more.getAttribute('aria-disabled')).toBe('true');
    const planText = '1. Keep the last line in `src/lines.ts:1`';
    await agent.call('paige_run_coaching_pipeline', { planText, issueSummary: 'The last line is lost.' });
    // A novice sees everything at first.
    await panelOf(page).getByText('No closer hint is left.').waitFor();
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('File');
    await more.press('Enter');
    await panelOf(page).getByText('1 used in this phase').waitFor();
    expect(await slider.getAttribute('aria-valuetext')).toBe('Region');
    await more.press('Enter');
    await panelOf(page).getByText('2 used in this phase').waitFor();
    await panelOf(page).getByText('No closer hint is left.').waitFor();
    expect(await more.evaluate((button) => button.matches(':focus'))).toBe(true);
    expect(await more.getAttribute('aria-disabled')).toBe('true');
  });
});

/** In a phase that the person has typed, with the field for a question. */
async function openQuestion(setup?: Setup) {
  const project = await openSession(setup);
  const { page } = project;
  await panelOf(page).getByLabel('Title of a new phase').fill('Choose');
  await page.keyboard.press('Enter');
  await phases(page).getByText('1. Choose').click();
  await phases(page).getByRole('button', { name: 'Start phase 1' }).click();
  await phases(page).getByRole('button', { name: 'Ask the council' }).press('Enter');
  await page.keyboard.type('PostgreSQL or SQLite?');
  return { ...project, ask: phases(page).getByRole('button', { name: 'Ask', exact: true }) };
}

describeInBrowser('the council on the page of the coach', () => {
  it('shows that it works on a question, then the verdict with its page', async () => {
    const { page, ask } = await openQuestion({ machine: createMachineWithModels() });
    await ask.press('Enter');
    await panelOf(page).getByText('The council is working on it').waitFor();
    await panelOf(page)
      .getByText(/Verdict: .*PostgreSQL/)
      .waitFor();
    await announced(page, 'The council answered: ');
    const link = panelOf(page).getByRole('link', { name: 'Look at the deliberation' });
    expect(await link.getAttribute('href')).toMatch(/^\/deliberations\/.+/);
    await expectAccessibleInBothLooks(page);
  });

  it('says that no model was asked if there is none', async () => {
    const { page, ask } = await openQuestion();
    await ask.press('Enter');
    await panelOf(page).getByText('Verdict: demo council, no model: ').waitFor();
  });

  it('says why there is no verdict, and can be asked again', async () => {
    const { page } = await openSession();
    const addMessage = await addServerMessages(page);
    const question = 'Keep the empty line?';
    addMessage('council:answer', { question, status: 'failed', text: 'No model answered.', deliberationId: null });
    await panelOf(page).getByText('No verdict: No model answered.').waitFor();
    await panelOf(page).getByRole('button', { name: 'Ask again' }).waitFor();
    await expectAccessibleInBothLooks(page);
  });

  it('keeps the question when the server is gone', async () => {
    const { coach, page, ask } = await openQuestion();
    await coach.end('SIGKILL');
    await page.getByText('offline: your text is kept here').waitFor();
    await ask.press('Enter');
    await page.getByText('The server does not answer.').waitFor();
    expect(await panelOf(page).getByLabel('Question to the council').inputValue()).toBe('PostgreSQL or SQLite?');
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
    const { page } = await openSession();
    const addMessage = await addServerMessages(page);
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
