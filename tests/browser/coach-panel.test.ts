import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser, expectAccessible, expectAccessibleInBothLooks } from '../support/browser.js';
import { editorOf, openCoachedProject, panelOf as panel, save, unsavedCount } from '../support/coach-page.js';

const FILE = 'src/lines.ts';
const TEXT = [
  '/** The lines of a text. */',
  'export function lines(text: string): string[] {',
  "  return text.split('\\n');",
  '}',
  '',
  'export const EMPTY = "";',
  '',
].join('\n');

async function openProject() {
  const project = await openCoachedProject({ [FILE]: TEXT, 'docs/notes.md': '# Notes\n' });
  return { ...project, agent: await project.connectAgent() };
}

/** A page in a session that the agent started, with the file open. */
async function coached() {
  const project = await openProject();
  const { page, agent } = project;
  await agent.call('paige_start_session', { goal: 'Keep the last line' });
  await panel(page).getByRole('heading', { name: 'Keep the last line' }).waitFor();
  await agent.call('paige_open_file', { path: FILE });
  await editorOf(page).waitFor();
  return project;
}

/** The texts of the lines that the coach has marked. */
const marked = (page: Page) => page.locator('.cm-line.cm-coach-lines').allTextContents();
/** How far the number of the last line is from that line, in pixels. */
const gutterOffset = async (page: Page) => {
  const [number, line] = await Promise.all(
    ['.cm-lineNumbers .cm-gutterElement', '.cm-line'].map((name) => page.locator(name).last().boundingBox()),
  );
  return Math.abs(Math.round((number?.y ?? Number.NaN) - (line?.y ?? 0)));
};
const SPLIT = "  return text.split('\\n');";
const HIGHLIGHT = { path: FILE, start: 3, end: 3, style: 'focus', hoverText: 'What about a carriage return?' };

describeInBrowser('marks of the coach', () => {
  it('6.9: appear on their lines, add up, move with edits, survive a reload, and are cleared', async () => {
    const { agent, page } = await coached();
    await agent.call('paige_highlight_lines', HIGHLIGHT);
    await expect.poll(() => marked(page)).toEqual([SPLIT]);
    await agent.call('paige_highlight_lines', { ...HIGHLIGHT, start: 6, end: 6, style: 'warning' });
    await expect.poll(() => marked(page)).toEqual([SPLIT, 'export const EMPTY = "";']);
    await editorOf(page).click({ position: { x: 5, y: 5 } });
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('// first\n');
    await unsavedCount(page).waitFor();
    expect(await marked(page)).toEqual([SPLIT, 'export const EMPTY = "";']);
    // The server moves the marks with the text that it gets.
    await expect
      .poll(() => agent.call('paige_get_buffer', { path: FILE }))
      .toMatchObject({
        content: expect.stringMatching(/^\/\/ first\n/),
      });
    await page.reload();
    await unsavedCount(page).waitFor();
    await expect.poll(() => marked(page)).toEqual([SPLIT, 'export const EMPTY = "";']);
    await save(page);
    await page.reload();
    await expect.poll(() => marked(page)).toEqual([SPLIT, 'export const EMPTY = "";']);
    await agent.call('paige_clear_highlights', { path: FILE });
    await expect.poll(() => marked(page)).toEqual([]);
  });

  it('show their text on hover, and keys go from one to the next and read it', async () => {
    const { agent, page } = await coached();
    await agent.call('paige_highlight_lines', HIGHLIGHT);
    await agent.call('paige_highlight_lines', { path: FILE, start: 6, end: 6, style: 'hint' });
    await page.locator('.cm-line.cm-coach-focus').hover({ position: { x: 60, y: 8 } });
    await page.locator('.cm-tooltip', { hasText: 'What about a carriage return?' }).waitFor();
    await page.mouse.move(0, 0);
    await page.locator('.cm-tooltip').waitFor({ state: 'detached' });
    await editorOf(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('F8');
    const spoken = page.locator('.cm-announced');
    await expect.poll(() => spoken.textContent()).toBe('Look here, line 3: What about a carriage return? 1 of 2.');
    await page.keyboard.press('F8');
    await expect.poll(() => spoken.textContent()).toBe('Hint, line 6. 2 of 2.');
    await page.keyboard.press('Shift+F8');
    await page.locator('.cm-tooltip', { hasText: 'What about a carriage return?' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.cm-tooltip').waitFor({ state: 'detached' });
    expect(await editorOf(page).evaluate((content) => content.matches(':focus'))).toBe(true);
  });

  it('are shown as far as the hint level allows, in every tab', async () => {
    const project = await coached();
    const { agent, page } = project;
    const other = await project.newTab();
    await agent.call('paige_highlight_lines', HIGHLIGHT);
    await agent.call('paige_hint_files', { hints: [{ path: 'docs/notes.md', style: 'important' }] });
    await other.getByRole('treeitem', { name: /docs.*important/ }).waitFor();
    const slider = panel(page).getByRole('slider', { name: 'Hints' });
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await page.locator('.cm-coach-region').first().waitFor();
    expect(await marked(page)).toEqual([]);
    expect(await panel(other).getByRole('slider').getAttribute('aria-valuetext')).toBe('Region');
    await page.keyboard.press('Home');
    await panel(page).getByText('2 marks of the coach are hidden.').waitFor();
    await other.locator('.tree-hint').waitFor({ state: 'detached' });
    await page.keyboard.press('End');
    await expect.poll(() => marked(page)).toEqual([SPLIT]);
  });
});

describeInBrowser('the panel of the coach', () => {
  it('says what to do first, starts a session, pauses and ends it, by keyboard alone', async () => {
    const { page } = await openProject();
    await panel(page).getByText('/coach-start').waitFor();
    await expectAccessibleInBothLooks(page);
    // The window is narrow by now: it shows one part at a time.
    await page.getByRole('button', { name: 'Coach', exact: true }).press('Enter');
    await expectAccessible(page);
    await panel(page).getByLabel('What do you want to work on?').focus();
    await page.keyboard.type('#42');
    await page.keyboard.press('Enter');
    await panel(page).getByRole('heading', { name: '#42' }).waitFor();
    await panel(page).getByText('Not protected').waitFor();
    await panel(page).getByRole('button', { name: 'Pause' }).press('Enter');
    await panel(page).getByText('Paused: Claude Code may write').waitFor();
    await panel(page).getByRole('button', { name: 'Hold writes again' }).press('Enter');
    await panel(page).getByText('Not protected').waitFor();
    await panel(page).getByRole('button', { name: 'End the session' }).press('Enter');
    await panel(page).getByRole('button', { name: 'End', exact: true }).press('Enter');
    await panel(page).getByText('The session has ended').waitFor();
    await panel(page).getByText('0 phases finished').waitFor();
  });

  it('offers the session that a killed coach left, with its phases and messages', async () => {
    const project = await coached();
    const { page, agent } = project;
    await panel(page).getByLabel('Title of a new phase').fill('Write a test');
    await page.keyboard.press('Enter');
    await panel(page).locator('.phases > li').waitFor();
    await agent.call('paige_show_message', { message: 'Well found.', type: 'success' });
    await project.restart();
    await panel(page).getByRole('heading', { name: 'Unfinished: Keep the last line' }).waitFor();
    await panel(page).getByRole('button', { name: 'Resume' }).press('Enter');
    await panel(page).getByText('Write a test').waitFor();
    await panel(page).getByText('Well found.').waitFor();
  });

  it('keeps what is typed in a phase when the agent changes that phase', async () => {
    const { agent, page } = await coached();
    await panel(page).getByLabel('Title of a new phase').fill('Write a test');
    await page.keyboard.press('Enter');
    const phase = panel(page).locator('.phases > li');
    await phase.locator('summary').click();
    await phase.getByRole('button', { name: 'Edit phase 1' }).click();
    await phase.getByLabel('Description').fill('One with a carriage return');
    await agent.call('paige_update_phase', { phase: 1, status: 'active' });
    await phase.and(page.locator('.active')).waitFor();
    await agent.call('paige_update_phase', { phase: 1, status: 'complete' });
    await phase.and(page.locator('.complete')).waitFor();
    expect(await phase.getByLabel('Description').inputValue()).toBe('One with a carriage return');
    await phase.getByRole('button', { name: 'Save' }).click();
    await phase.getByText('One with a carriage return').waitFor();
  });

  it('moves and deletes phases that were not started', async () => {
    const { page } = await coached();
    for (const title of ['First', 'Second', 'Third']) {
      await panel(page).getByLabel('Title of a new phase').fill(title);
      await page.keyboard.press('Enter');
      await panel(page).getByText(title).waitFor();
    }
    const titles = () => panel(page).locator('.phases summary').allTextContents();
    const phases = panel(page).locator('.phases');
    await phases.getByText('Third').click();
    await phases.getByRole('button', { name: 'Move up phase 3' }).click();
    await expect
      .poll(titles)
      .toEqual([/1. First/, /2. Third/, /3. Second/].map((title) => expect.stringMatching(title)));
    await phases.getByText('First').click();
    await phases.getByRole('button', { name: 'Delete phase 1' }).click();
    await phases.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(titles).toEqual([/1. Third/, /2. Second/].map((title) => expect.stringMatching(title)));
  });

  it('keeps phases that are typed by hand, and every tab sees the same', async () => {
    const project = await coached();
    const { agent, page } = project;
    const other = await project.newTab();
    for (const title of ['Write a test', 'Change the split']) {
      await panel(page).getByLabel('Title of a new phase').fill(title);
      await page.keyboard.press('Enter');
      await panel(other).getByText(title).waitFor();
    }
    await agent.call('paige_update_phase', { phase: 1, status: 'active' });
    const first = panel(other).locator('.phases > li').first();
    await first.and(other.locator('[aria-current=step]')).waitFor();
    await first.getByRole('button', { name: 'Edit phase 1' }).click();
    await first.getByLabel('Title').fill('Write two tests');
    await first.getByLabel('Description').fill('One with `\\r\\n`.');
    await first.getByRole('button', { name: 'Save' }).click();
    await panel(page).getByText('Write two tests').waitFor();
    await panel(page).getByRole('button', { name: 'Finish phase 1' }).click();
    await panel(other).locator('.phases > li.complete').waitFor();
    await page.reload();
    await panel(page).locator('.phases > li.complete', { hasText: 'Write two tests' }).waitFor();
  });

  it('6.15: announces a message, shows its comment below the lines, and keeps both over a reload', async () => {
    const { agent, page } = await coached();
    const anchor = { path: FILE, startLine: 3 };
    await agent.call('paige_show_message', { message: 'Why **only** `\\n`?', type: 'hint', anchor });
    await page.getByRole('status').filter({ hasText: 'Coach, Hint: Why **only**' }).waitFor({ state: 'attached' });
    const comment = page.locator('.cm-coach-comment');
    await comment.getByText('only').waitFor();
    expect(await comment.evaluate((element) => element.previousElementSibling?.textContent)).toBe(SPLIT);
    await page.reload();
    await comment.waitFor();
    await panel(page)
      .getByRole('button', { name: `${FILE}, line 3` })
      .click();
    await expectAccessibleInBothLooks(page);
    await comment.getByRole('button', { name: 'Hide this comment' }).click();
    await comment.waitFor({ state: 'detached' });
    await page.reload();
    await panel(page).getByText('only').waitFor({ state: 'attached' });
    await editorOf(page).waitFor({ state: 'attached' });
    expect(await comment.count()).toBe(0);
  });

  it('does not give away the line of a comment below the level line', async () => {
    const { agent, page } = await coached();
    const anchor = { path: FILE, startLine: 2 };
    await agent.call('paige_show_message', { message: 'Which lines?', type: 'hint', anchor });
    const symbols = page.locator('.cm-coach-gutter .cm-gutterElement:not([style*="visibility: hidden"]) span');
    await symbols.waitFor();
    await panel(page).getByRole('slider', { name: 'Hints' }).focus();
    await page.keyboard.press('ArrowLeft');
    await panel(page).getByRole('button', { name: FILE, exact: true }).waitFor();
    await symbols.waitFor({ state: 'detached' });
    const lineAbove = () =>
      page.locator('.cm-coach-comment').evaluate((element) => element.previousElementSibling?.textContent);
    await expect.poll(lineAbove).toBe('export const EMPTY = "";');
    await page.keyboard.press('Home');
    await panel(page).getByRole('button', { name: FILE }).waitFor({ state: 'detached' });
    await page.locator('.cm-coach-comment').waitFor({ state: 'detached' });
  });

  it('keeps line numbers beside their lines when a comment gets higher', async () => {
    const { agent, page } = await coached();
    const anchor = { path: FILE, startLine: 3 };
    const message = `${'Why only one of them? '.repeat(12)}\n\n- first\n- second\n\n\`\`\`ts\nlet a;\nlet b;\n\`\`\``;
    await agent.call('paige_show_message', { message, type: 'hint', anchor });
    await page.locator('.cm-coach-comment pre').waitFor();
    await expect.poll(() => gutterOffset(page)).toBe(0);
    const height = async () => (await page.locator('.cm-coach-comment').boundingBox())?.height ?? 0;
    const before = await height();
    await page.setViewportSize({ width: 980, height: 800 });
    await expect.poll(height).toBeGreaterThan(before);
    await expect.poll(() => gutterOffset(page)).toBe(0);
  });

  it('follows the newest message, unless the person reads older ones', async () => {
    const { agent, page } = await coached();
    for (let count = 1; count <= 30; count++) {
      await agent.call('paige_show_message', { message: `Message ${count}`, type: 'info' });
    }
    const list = panel(page).locator('.coach-scroll');
    const scrolled = () =>
      list.evaluate(({ scrollTop, scrollHeight, clientHeight }) => ({
        isAtEnd: scrollTop + clientHeight >= scrollHeight - 1,
        isAtStart: scrollTop === 0,
      }));
    await list.getByText('Message 30').waitFor();
    await expect.poll(scrolled).toEqual({ isAtEnd: true, isAtStart: false });
    await list.focus();
    await page.keyboard.press('Home');
    await expect.poll(scrolled).toEqual({ isAtEnd: false, isAtStart: true });
    await agent.call('paige_show_message', { message: 'Message 31', type: 'warning' });
    await panel(page).getByRole('button', { name: '1 new' }).waitFor();
    expect(await scrolled()).toEqual({ isAtEnd: false, isAtStart: true });
    await panel(page).getByRole('button', { name: '1 new' }).click();
    await panel(page).getByRole('button', { name: '1 new' }).waitFor({ state: 'detached' });
  });

  it('6.16: shows an issue as text, whatever is in it', async () => {
    const { agent, page } = await coached();
    const summary = '<img src=x onerror="wasHacked=1"> [here](javascript:wasHacked=1)\n\n**Steps**';
    const labels = ['bug'];
    await agent.call('paige_show_issue_context', {
      number: 7,
      title: '<b>Lines</b>',
      summary,
      labels,
      url: 'https://x/7',
    });
    await panel(page).getByRole('heading', { name: '#7 <b>Lines</b>' }).waitFor();
    await panel(page).getByText('Description').click();
    await panel(page).getByText('<img src=x').waitFor();
    expect(await page.evaluate('window.wasHacked')).toBeUndefined();
    expect(await panel(page).locator('.coach-plan :is(img, a)').count()).toBe(0);
    await expectAccessible(page);
  });
});
