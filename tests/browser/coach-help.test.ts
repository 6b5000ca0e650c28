import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { ToPage, ToServer } from '../../src/http/websocket/protocol.js';
import { describeInBrowser, expectAccessibleInBothLooks } from '../support/browser.js';
import {
  addServerMessages,
  editorOf,
  isReady,
  openCoachedProject,
  openFile,
  panelOf,
  type ServerPart,
} from '../support/coach-page.js';

const FILE = 'src/lines.ts';
const LINES = Array.from({ length: 200 }, (_, index) => `export const line${index + 1} = ${index + 1};`);

async function openProject(part: ServerPart = {}) {
  const project = await openCoachedProject({ [FILE]: `${LINES.join('\n')}\n`, 'src/text.ts': 'export {};\n' });
  return { ...project, addMessage: await addServerMessages(project.page, part) };
}

async function openSession(part: ServerPart = {}) {
  const project = await openProject(part);
  const { page } = project;
  await panelOf(page).getByLabel('What do you want to work on?').fill('Keep the last line');
  await page.keyboard.press('Enter');
  await panelOf(page).getByRole('heading', { name: 'Keep the last line' }).waitFor();
  return project;
}

const announced = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' });

const NUDGE: ToPage['observer:nudge'] = {
  nudgeId: 'n-1',
  signal: 'wrong_file',
  confidence: 0.9,
  context: {
    current_file: FILE,
    expected_file: 'src/text.ts',
    time_in_file: '4 minutes',
    phase_description: 'Find where the line is lost',
  },
  text: 'You have been in lines.ts for a while. Does the line get lost there, or before?',
  sentAt: '2026-01-01T10:00:00.000Z',
};

describeInBrowser('the last summary', () => {
  it('is there after a reload, says what is a demo, and stays closed', async () => {
    const ended = { summary: { sessionId: 's-0', durationMs: 60_000, phasesCompleted: 2 } };
    const counts = { knowledgeGaps: 1, kataSpecs: 0, dreyfusUpdates: 0, memoriesStored: 1 };
    const details = { gaps: [], katas: [], skills: [], memories: ['Tests first.'], problems: [], isDemo: true };
    let completed: ToPage['session:completed'] | null = null;
    const { page } = await openProject({ state: () => ({ lastSummary: { ended, completed } }) });
    await panelOf(page).getByText('2 phases finished.').waitFor();
    await panelOf(page).getByText('Looking back on the session…').waitFor();
    completed = { sessionId: 's-0', ...counts, details };
    await page.reload();
    const summary = panelOf(page).getByRole('region', { name: 'Looking back' });
    await summary.getByText('Tests first.').waitFor();
    await summary.getByText('demo coach, no model').waitFor();
    await summary.getByRole('button', { name: 'Close the summary' }).press('Enter');
    await page.reload();
    await isReady(page);
    await panelOf(page).getByLabel('What do you want to work on?').waitFor();
    expect(await panelOf(page).getByText('phases finished').count()).toBe(0);
    expect(await summary.count()).toBe(0);
  });
});

describeInBrowser('a nudge', () => {
  it('says what was noticed and why without taking the focus, survives a reload, and is answered', async () => {
    const sent: object[] = [];
    let nudge: ToPage['observer:nudge'] | null = null;
    const { page, addMessage } = await openSession({
      state: () => ({ nudge }),
      answers: {
        'nudge:dismiss'(payload) {
          sent.push(payload);
          nudge = null;
          return ['observer:nudge_closed', { nudgeId: payload.nudgeId }];
        },
      },
    });
    await openFile(page, FILE);
    await editorOf(page).focus();
    nudge = NUDGE;
    addMessage('observer:nudge', NUDGE);
    await announced(page, NUDGE.text);
    const card = panelOf(page).getByRole('region', { name: 'The coach noticed something' });
    expect(await editorOf(page).evaluate((content) => content.matches(':focus'))).toBe(true);
    await card.getByText('Why', { exact: true }).click();
    await card.getByText('You work in a file that the phase does not name').waitFor();
    await editorOf(page).focus();
    await expectAccessibleInBothLooks(page);
    await page.getByRole('button', { name: 'Coach (1 new)' }).click();
    await expectAccessibleInBothLooks(page);
    await page.reload();
    await isReady(page);
    await page.getByRole('button', { name: 'Coach (1 new)' }).click();
    await card.getByRole('button', { name: 'src/text.ts' }).click();
    await page.locator('.cm-content[aria-label="Text of src/text.ts"]').waitFor();
    await page.getByRole('button', { name: /^Coach/ }).click();
    // An area that opens takes the focus a moment later.
    await page.waitForFunction('document.activeElement.closest("#coach-panel") !== null');
    await card.getByRole('button', { name: 'Not now' }).press('Enter');
    await card.waitFor({ state: 'detached' });
    expect(sent).toEqual([{ nudgeId: 'n-1', answer: 'not_now' }]);
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('coach-panel');
    addMessage('observer:nudge', { ...NUDGE, nudgeId: 'n-2' });
    await card.getByRole('button', { name: 'Helpful' }).press('Enter');
    await card.waitFor({ state: 'detached' });
    expect(sent.at(-1)).toEqual({ nudgeId: 'n-2', answer: 'helped' });
    addMessage('observer:nudge', { ...NUDGE, nudgeId: 'n-3' });
    await card.waitFor();
    addMessage('observer:nudge_closed', { nudgeId: 'n-3' });
    await card.waitFor({ state: 'detached' });
  });

  it('can be muted, which is shown and undone, by keyboard alone', async () => {
    const { page, addMessage } = await openSession({
      answers: {
        'observer:mute': ({ muted }) => [
          ['observer:status', { active: true, muted, lastEvaluation: null }],
          ['observer:nudge_closed', { nudgeId: NUDGE.nudgeId }],
        ],
      },
    });
    addMessage('observer:nudge', NUDGE);
    await panelOf(page).getByRole('button', { name: 'Mute', exact: true }).press('Enter');
    await panelOf(page).getByText('Muted: the coach says nothing on its own.').waitFor();
    await panelOf(page).getByRole('region', { name: 'The coach noticed something' }).waitFor({ state: 'detached' });
    // The focus is on what undoes it.
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Unmute');
    await expectAccessibleInBothLooks(page);
    await page.keyboard.press('Enter');
    await panelOf(page).getByText('Muted').waitFor({ state: 'detached' });
  });
});

const EXPLANATION: ToPage['explain:response'] = {
  path: FILE,
  explanation: 'A **constant** has a name that stays.',
  keyConcepts: ['constants', 'modules'],
  analogy: 'A label on a box.',
  relatedFiles: ['src/text.ts'],
  phaseConnection: 'The last of them is lost.',
};

describeInBrowser('an explanation', () => {
  it('is asked for by key or button, keeps its own answer, and opens related files', async () => {
    const asked: ToServer['user:explain'][] = [];
    let answerFirst = () => {};
    const first = new Promise<void>((resolve) => {
      answerFirst = resolve;
    });
    const { page } = await openProject({
      answers: {
        async 'user:explain'(payload) {
          asked.push(payload);
          if (asked.length > 1) return ['explain:error', { path: FILE, error: 'The daily limit is reached.' }];
          await first;
          return ['explain:response', EXPLANATION];
        },
      },
    });
    await openFile(page, FILE);
    await editorOf(page).focus();
    await page.keyboard.press('Alt+e');
    await page.getByText('Select the code to explain first.').waitFor();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Alt+e');
    const shown = page.getByRole('region', { name: 'Explanations' });
    await shown.getByText('The coach reads it …').waitFor();
    expect(asked[0]).toMatchObject({
      path: FILE,
      language: 'typescript',
      selection: { startLine: 1, startCol: 0, endLine: 1, endCol: 23 },
      selectedText: `${LINES[0]}\n`,
      surroundingContext: LINES.slice(0, 51).join('\n'),
    });
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByRole('button', { name: /^Explain/ }).click();
    await shown.getByText('The daily limit is reached.').waitFor();
    answerFirst();
    const cards = shown.getByRole('article');
    await cards.first().getByText('A label on a box.').waitFor();
    await cards.first().locator('strong', { hasText: 'constant' }).waitFor();
    expect(await cards.nth(1).innerText()).toContain('The daily limit is reached.');
    await expectAccessibleInBothLooks(page);
    await cards.first().getByRole('button', { name: 'src/text.ts', exact: true }).press('Enter');
    await page.locator('.cm-content[aria-label="Text of src/text.ts"]').waitFor();
    await shown.getByRole('button', { name: 'Close the explanation of src/lines.ts, lines 1 to 2' }).press('Enter');
    await shown.getByRole('button', { name: /^Close the explanation/ }).press('Enter');
    await shown.waitFor({ state: 'detached' });
    await page.locator('body').press('Escape');
    await page.getByRole('button', { name: '?' }).click();
    await page.getByText('explain the selected code').waitFor();
  });
});

const REVIEW: ToPage['review:phase'] = {
  phaseId: 'p-1',
  phaseNumber: 1,
  summary: 'The test **fails** for the right reason.',
  strengths: ['A small test.'],
  remarks: [{ path: FILE, line: 120, text: 'What if the text is empty?' }],
  isReady: false,
};

const PHASE: ToPage['coaching:phase_update']['phase'] = {
  id: 'p-1',
  number: 1,
  title: 'Write a test',
  description: '',
  status: 'active',
  hintLevel: 'none',
  expectedFiles: [],
};

describeInBrowser('help after a reload', () => {
  it('is there again: explanations with those that the coach works on, and the review of the phase', async () => {
    const given = { path: FILE, startLine: 1, endLine: 2 };
    const explanations = [
      { ...given, explanationId: 'e-1', answer: EXPLANATION },
      { ...given, startLine: 2, explanationId: 'e-2', answer: null },
    ];
    const { page, addMessage } = await openSession({
      state: ({ session }) => ({
        explanations,
        reviews: session?.phases.map(({ id }) => ({ ...REVIEW, phaseId: id })),
      }),
    });
    await panelOf(page).getByLabel('Title of a new phase').fill('Write a test');
    await page.keyboard.press('Enter');
    await panelOf(page).locator('.phases summary').click();
    await panelOf(page).getByRole('button', { name: 'Start phase 1' }).click();
    await page.reload();
    await isReady(page);
    const shown = page.getByRole('region', { name: 'Explanations' });
    await openFile(page, FILE);
    await shown.getByText('A label on a box.').waitFor();
    await shown.getByText('The coach reads it …').waitFor();
    addMessage('explain:response', { ...EXPLANATION, analogy: 'A name on a door.', explanationId: 'e-2' });
    await shown.getByText('A name on a door.').waitFor();
    await shown.getByRole('button', { name: 'Close the explanation of src/lines.ts, lines 1 to 2' }).press('Enter');
    await panelOf(page).getByText('A small test.').waitFor();
    await page.reload();
    await isReady(page);
    await openFile(page, FILE);
    await shown.getByText('The coach reads it …').waitFor();
    expect(await shown.getByText('A label on a box.').count()).toBe(0);
  });
});

describeInBrowser('a review of the phase', () => {
  it('says whether it is ready, what is good, and jumps to the lines of its remarks', async () => {
    const failed = { phaseId: 'p-1', error: 'Nothing was changed since the phase began.' };
    let answer: readonly ['review:phase', typeof REVIEW] | readonly ['review:phase_error', typeof failed] = [
      'review:phase_error',
      failed,
    ];
    const { page, addMessage } = await openSession({ answers: { 'user:review': () => answer } });
    addMessage('coaching:phase_update', { phase: PHASE, status: 'active', description: '' });
    const ask = panelOf(page).getByRole('button', { name: 'Review my changes' });
    await ask.press('Enter');
    await panelOf(page).getByText('Nothing was changed since the phase began.').waitFor();
    answer = ['review:phase', REVIEW];
    await ask.press('Enter');
    const review = panelOf(page).getByRole('region', { name: 'Review of your changes' });
    await review.getByText('Not ready yet').waitFor();
    await review.getByText('A small test.').waitFor();
    await announced(page, 'The review of phase 1 is ready');
    expect(await panelOf(page).getByText('Nothing was changed').count()).toBe(0);
    await expectAccessibleInBothLooks(page);
    await page.getByRole('button', { name: /^Coach/ }).click();
    await expectAccessibleInBothLooks(page);
    await review.getByRole('button', { name: `${FILE}:120` }).press('Enter');
    await page.locator('.cm-activeLine', { hasText: 'line120' }).waitFor();
    addMessage('review:phase_error', { ...failed, error: 'Of a phase that was deleted.', phaseId: 'p-2' });
    addMessage('review:phase_error', { ...failed, error: 'Asked for before a reload.' });
    await panelOf(page).getByText('Asked for before a reload.').waitFor({ state: 'attached' });
    expect(await panelOf(page).getByText('Of a phase that was deleted.').count()).toBe(0);
    answer = ['review:phase', { ...REVIEW, isReady: true }];
    await page.getByRole('button', { name: /^Coach/ }).click();
    await ask.press('Enter');
    await review.getByText('Ready: you can finish the phase').waitFor();
  });
});
