import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { ToServer } from '../../src/http/websocket/protocol.js';
import { describeInBrowser, expectAccessibleInBothLooks } from '../support/browser.js';
import { addServerMessages, openCoachedProject, panelOf, type ServerPart } from '../support/coach-page.js';
import { CONSTRAINTS, EMPTY, GAP, ISSUE, LOADED, MATERIALS, STATE } from '../support/progress-messages.js';

async function openProject(part: ServerPart) {
  const project = await openCoachedProject({ 'a.txt': 'base\n' });
  return { ...project, addMessage: await addServerMessages(project.page, part) };
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

describeInBrowser('the progress', () => {
  it('shows the state at once, issues and materials as they arrive, and closes gaps', async () => {
    const asked: object[] = [];
    let state = STATE;
    const { page, addMessage } = await openProject({
      answers: {
        'dashboard:request'(payload) {
          asked.push(payload);
          return ['dashboard:state', { ...state, stats: { ...state.stats, period: payload.statsPeriod ?? 'all' } }];
        },
        'gap:update'({ addressed }) {
          state = { ...STATE, gaps: [{ ...GAP, addressed }] };
          return ['dashboard:state', state];
        },
      },
    });
    await panelOf(page).getByRole('link', { name: 'Progress' }).press('Enter');
    await section(page, 'Practice due').getByRole('link', { name: 'Split a text' }).waitFor();
    const headings = await page.getByRole('heading', { level: 2 }).allInnerTexts();
    expect(headings.slice(0, 4)).toEqual(['Practice due', 'Sessions in progress', 'Issues', 'Skills']);
    await section(page, 'Issues').getByText('Looking for issues of the project …').waitFor();
    await section(page, 'Skills').getByText('advanced beginner (2 of 5)').waitFor();
    expect(await section(page, 'Skills').locator('.reached').count()).toBe(2);
    await section(page, 'Skills').getByText('History of Testing').click();
    await section(page, 'Skills').getByText('Needed help to run one.').waitFor();
    await page.getByText('$0.50 of $5.00 spent today, and 2 calls of unknown price').waitFor();
    addMessage('dashboard:issues', { issues: [ISSUE] });
    await section(page, 'Issues').getByText('a stretch').waitFor();
    addMessage('dashboard:materials', MATERIALS);
    const link = page.getByRole('link', { name: 'About lines' });
    await link.waitFor();
    expect([await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual([
      'https://example.org/lines',
      'noopener noreferrer',
    ]);
    expect(await page.getByText('A script').count()).toBe(0);
    await expectAccessibleInBothLooks(page);
    await page.getByRole('button', { name: 'I know this now: Line ends' }).press('Enter');
    await page.getByText('1 closed gap').click();
    await page.getByRole('button', { name: 'Open again: Line ends' }).waitFor();
    await page.getByLabel('Period').selectOption('7 days');
    await expect.poll(() => asked.at(-1)).toEqual({ statsPeriod: '7d' });
    await page.reload();
    await expect.poll(() => page.getByLabel('Period').inputValue()).toBe('7d');
    expect(asked).toEqual([{ statsPeriod: 'all' }, { statsPeriod: '7d' }, { statsPeriod: '7d' }]);
    await page.getByRole('link', { name: 'Code' }).press('Enter');
    await page.getByRole('tree').waitFor();
  });

  it('says what fills it, why there are no issues, and starts a session with one', async () => {
    const { page, addMessage } = await openProject({
      answers: {
        'dashboard:request': () => [
          ['dashboard:state', EMPTY],
          ['dashboard:issues_error', { error: 'Install gh to see issues.' }],
        ],
        'dashboard:refresh_issues': () => ['dashboard:issues', { issues: [ISSUE] }],
      },
    });
    await panelOf(page).getByRole('link', { name: 'Progress' }).click();
    for (const text of [
      'When a session ends, the coach makes tasks from what was hard in it.',
      'The coach looks at your skills when a session ends.',
      'The coach notes here what was hard in a session that has ended.',
      'The coach searches for pages about gaps that are open.',
      'Install gh to see issues.',
    ]) {
      await page.getByText(text).waitFor();
    }
    addMessage('dashboard:issues', { issues: [] });
    await page.getByText('No open issue.').waitFor();
    await expectAccessibleInBothLooks(page);
    await page.getByRole('button', { name: 'Look again' }).press('Enter');
    await page.getByRole('button', { name: 'Start a session with issue 7' }).press('Enter');
    await page.getByRole('button', { name: /^Coach/ }).click();
    await panelOf(page).getByRole('heading', { name: '#7' }).waitFor();
  });
});

describeInBrowser('practice', () => {
  it('keeps what is typed over a reload, and shows the review, what it unlocked and all attempts', async () => {
    let loaded = LOADED;
    let isFailing = true;
    const sent: ToServer['user:review'][] = [];
    const { page } = await openProject({
      answers: {
        'dashboard:request': () => ['dashboard:state', STATE],
        'practice:load': () => ['practice:kata_load', loaded],
        'user:review'(payload) {
          sent.push(payload);
          if (isFailing) return ['review:error', { kataId: 'k-1', error: 'The model did not answer.' }];
          const attempt = {
            code: payload.userCode ?? '',
            review: 'Good.',
            level: 7,
            passed: true,
            constraints: ['No loops'],
          };
          loaded = {
            kata: { ...LOADED.kata, bestLevel: 7, attempts: [...LOADED.kata.attempts, attempt] },
            constraints: CONSTRAINTS.map((each) => ({ ...each, isUnlocked: true })),
            reviewing: [],
          };
          const answer = { kataId: 'k-1', correct: true, feedback: 'Good **names**.', level: 7, passed: true } as const;
          return [
            'review:response',
            { ...answer, followUp: null, dreyfusSignal: 'advancing', unlockedConstraints: CONSTRAINTS.slice(1) },
          ];
        },
      },
    });
    await panelOf(page).getByRole('link', { name: 'Progress' }).click();
    await page.getByRole('link', { name: 'Split a text' }).press('Enter');
    const editor = page.getByRole('textbox', { name: 'Your solution' });
    await page.getByText('Locked: needs level 7.').waitFor();
    expect(await page.getByLabel(/One pass/).isDisabled()).toBe(true);
    await page.getByLabel(/No loops/).check();
    await editor.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('// mine ');
    await page.reload();
    await expect.poll(() => editor.innerText()).toContain('// mine function lines(text)');
    expect(await page.getByLabel(/No loops/).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Submit' }).press('Enter');
    await page.getByText('The model did not answer.').waitFor();
    isFailing = false;
    await page.getByRole('button', { name: 'Submit' }).press('Enter');
    const review = page.getByRole('region', { name: 'Review of your solution' });
    await review.getByText('Passed, level 7').waitFor();
    await review.getByText('One pass').waitFor();
    expect(sent.at(-1)).toEqual({
      kataId: 'k-1',
      submissionId: expect.any(String),
      userCode: '// mine function lines(text) {\n}\n',
      activeConstraintTitles: ['No loops'],
    });
    await page.getByText('Attempt 2: passed, level 7, with No loops').waitFor();
    await expect.poll(() => page.getByLabel(/One pass/).isDisabled()).toBe(false);
    await page.getByText('Attempt 1: not passed, level 2').click();
    await page.getByText('Too short.').waitFor();
    await expectAccessibleInBothLooks(page);
    await page.getByRole('button', { name: 'Start over' }).press('Enter');
    await page.getByRole('button', { name: 'Start over' }).press('Enter');
    await expect.poll(() => editor.innerText()).not.toContain('// mine');
  });

  /** A page on which a solution was submitted, and which was loaded again before its review. */
  async function reloadDuringReview() {
    const server = { loaded: LOADED, submitted: [] as string[] };
    const { page, addMessage } = await openProject({
      answers: {
        'dashboard:request': () => ['dashboard:state', STATE],
        'practice:load': () => ['practice:kata_load', server.loaded],
        'user:review'({ submissionId = '' }) {
          server.submitted.push(submissionId);
          server.loaded = { ...server.loaded, reviewing: [submissionId] };
          return [];
        },
      },
    });
    await panelOf(page).getByRole('link', { name: 'Progress' }).click();
    await page.getByRole('link', { name: 'Split a text' }).press('Enter');
    await page.getByRole('button', { name: 'Submit' }).press('Enter');
    const busy = page.getByRole('button', { name: 'The coach reads it …' });
    await busy.waitFor();
    await page.reload();
    await busy.press('Enter');
    expect(server.submitted).toHaveLength(1);
    return { page, addMessage, server, review: page.getByRole('region', { name: 'Review of your solution' }) };
  }

  it('knows after a reload that a solution is being reviewed, and shows the review when it comes', async () => {
    const { page, addMessage, server, review } = await reloadDuringReview();
    const attempt = { code: '', review: 'Good.', level: 7, passed: true, constraints: [] };
    server.loaded = { ...LOADED, kata: { ...LOADED.kata, attempts: [...LOADED.kata.attempts, attempt] } };
    addMessage('review:error', { kataId: 'k-2', error: 'Of another kata.' });
    const answer = { correct: true, feedback: 'Good.', level: 7, passed: true, followUp: null } as const;
    addMessage('review:response', { kataId: 'k-1', ...answer, dreyfusSignal: 'advancing', unlockedConstraints: [] });
    await review.getByText('Passed, level 7').waitFor();
    await page.getByText('Attempt 2: passed, level 7').waitFor();
    expect(await page.getByText('Of another kata.').count()).toBe(0);
    await page.getByRole('button', { name: 'Submit' }).waitFor();
  });

  it('shows a review that came while no page was open, and says if none came', async () => {
    const { page, server, review } = await reloadDuringReview();
    const [submissionId] = server.submitted;
    const attempt = { code: '', review: 'Came late.', level: 6, passed: true, constraints: [], submissionId };
    server.loaded = { ...LOADED, kata: { ...LOADED.kata, attempts: [attempt] } };
    await page.reload();
    await review.getByText('Came late.').waitFor();
    await page.getByRole('button', { name: 'Submit' }).press('Enter');
    await page.getByRole('button', { name: 'The coach reads it …' }).waitFor();
    server.loaded = LOADED;
    await page.reload();
    await page.getByText('The review of your last submission did not arrive. Submit it again.').waitFor();
  });

  it('says after a restart of the coach that the review did not arrive', async () => {
    const project = await openProject({
      answers: {
        'dashboard:request': () => ['dashboard:state', STATE],
        'practice:load': () => ['practice:kata_load', LOADED],
        'user:review': () => [],
      },
    });
    const { page } = project;
    await panelOf(page).getByRole('link', { name: 'Progress' }).click();
    await page.getByRole('link', { name: 'Split a text' }).press('Enter');
    await page.getByRole('button', { name: 'Submit' }).press('Enter');
    await page.getByRole('button', { name: 'The coach reads it …' }).waitFor();
    await project.restart();
    await page.getByText('The review of your last submission did not arrive. Submit it again.').waitFor();
  });

  it('has the colors of its language, and Ctrl-S says that the text is kept', async () => {
    const { page } = await openProject({
      answers: {
        'dashboard:request': () => ['dashboard:state', STATE],
        'practice:load': () => ['practice:kata_load', LOADED],
      },
    });
    await panelOf(page).getByRole('link', { name: 'Progress' }).click();
    await page.getByRole('link', { name: 'Split a text' }).press('Enter');
    const keyword = page.getByRole('textbox', { name: 'Your solution' }).getByText('function', { exact: true });
    const colorOf = () => keyword.evaluate((element) => getComputedStyle(element).color);
    const plain = await page.locator('body').evaluate((element) => getComputedStyle(element).color);
    await expect.poll(colorOf).not.toBe(plain);
    await keyword.click();
    await page.evaluate(() => {
      addEventListener('keydown', (event) => document.body.setAttribute('data-prevented', `${event.defaultPrevented}`));
    });
    await page.keyboard.press('Control+s');
    await page.getByText('What you type is kept in this browser.').waitFor();
    expect(await page.locator('body').getAttribute('data-prevented')).toBe('true');
    await expectAccessibleInBothLooks(page);
    await keyword.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('mine');
    await page.getByRole('textbox', { name: 'Your solution' }).getByText('mine', { exact: true }).waitFor();
  });
});
