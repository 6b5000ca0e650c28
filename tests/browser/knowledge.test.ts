import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createKnowledge, DEFAULT_HOOK_SETTINGS } from '../../src/guidance/index.js';
import { describeInBrowser, expectAccessible, expectAccessibleInBothLooks, openPage } from '../support/browser.js';
import { LESSONS, learnDrafts } from '../support/learned-drafts.js';
import { emptyProgram, serveBuiltPages } from '../support/pages-fixture.js';
import { memoryOf } from '../support/project-memory.js';
import { scratchFolder } from '../support/scratch-folder.js';

const TITLES = LESSONS.map(([label]) => label);

/** A project whose hook learned ten drafts, and its pages. */
async function serve(lessons: readonly (typeof LESSONS)[number][] = LESSONS) {
  const projectFolder = scratchFolder('reviewed');
  const folders = { projectFolder, dataFolder: memoryOf(projectFolder) };
  await learnDrafts(folders, lessons);
  const hookSettings = { ...DEFAULT_HOOK_SETTINGS, holdout: 0.1 };
  const knowledge = createKnowledge({ folders: { ...folders, hookSettings }, redact: (text) => text });
  const pages = await serveBuiltPages({ program: emptyProgram({ projectFolder, knowledge: async () => knowledge }) });
  return { folders, knowledge, pages, statuses: () => nodesOf(projectFolder).map(({ status }) => status) };
}

interface StoredNode {
  readonly id: string;
  readonly label: string;
  readonly status: string;
}

function nodesOf(projectFolder: string): StoredNode[] {
  const text = readFileSync(path.join(projectFolder, '.claude', 'graphs', 'default_graph.json'), 'utf8');
  return (JSON.parse(text) as { nodes: StoredNode[] }).nodes;
}

const shown = (page: Page, title: string) => page.getByRole('heading', { name: title, exact: true }).waitFor();

describeInBrowser('the page of knowledge', () => {
  it('lets a person review ten drafts by keyboard alone, and undo', async () => {
    const { pages, statuses } = await serve();
    const page = await openPage(pages, '/knowledge');
    for (const [index, title] of TITLES.entries()) {
      await shown(page, title);
      await page.keyboard.press(index % 3 === 2 ? 'x' : 'a');
    }
    await page.getByText(`Approved: ${TITLES[9]}`).waitFor();
    expect(statuses()).toEqual(TITLES.map((_, index) => (index % 3 === 2 ? 'archived' : 'active')));
    await page.keyboard.press('u');
    await page.getByText(`Undone: ${TITLES[9]}`).waitFor();
    await page.keyboard.press('u');
    await page.getByText(`Undone: ${TITLES[8]}`).waitFor();
    expect(statuses().slice(8)).toEqual(['draft', 'draft']);
    await shown(page, TITLES[8] ?? '');
  });

  it('moves with j and k, opens with Enter, and keeps the selection in the address', async () => {
    const { pages } = await serve();
    const page = await openPage(pages, '/knowledge');
    await shown(page, TITLES[0] ?? '');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await shown(page, TITLES[2] ?? '');
    await page.keyboard.press('k');
    await shown(page, TITLES[1] ?? '');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('item');
    await page.reload();
    await shown(page, TITLES[1] ?? '');
  });

  it('adds its keys to those that ? lists on every page', async () => {
    const { pages } = await serve();
    const page = await openPage(pages, '/cost');
    await page.locator('h1').waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('complementary', { name: 'Keys' });
    expect(await help.locator('kbd').allTextContents()).toEqual(['j', 'k', 'Enter', 'Esc', '/', '?']);
    await page.getByRole('link', { name: 'Knowledge' }).click();
    await help.getByText('approve').waitFor();
    const keys = await help.locator('kbd').allTextContents();
    expect(keys).toEqual(['j', 'k', 'Enter', 'Esc', '/', '?', 'u', 'a', 'e', 'x']);
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
  });

  it('keeps what was typed when another row is clicked or Esc is pressed', async () => {
    const { pages } = await serve();
    const page = await openPage(pages, '/knowledge');
    await shown(page, TITLES[0] ?? '');
    await page.keyboard.press('e');
    await page.getByLabel('Title').fill('Lint before a push');
    await page.getByRole('navigation', { name: 'Items' }).getByRole('button').nth(3).click();
    await page.getByText('Save or cancel the open edit first.').waitFor();
    await page.getByLabel('Title').press('Escape');
    await page.getByText('+ Title: Lint before a push').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByLabel('Title').inputValue()).toBe('Lint before a push');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('navigation', { name: 'Items' }).getByRole('button').nth(3).click();
    await shown(page, TITLES[3] ?? '');
  });

  it('says that a text is longer than what is read of it, before it is saved', async () => {
    const { pages } = await serve(LESSONS.slice(0, 1));
    const page = await openPage(pages, '/knowledge');
    await shown(page, TITLES[0] ?? '');
    await page.keyboard.press('e');
    await page.getByLabel('About').fill('a'.repeat(1_005));
    await page.getByText('About: 5 of 1005 characters too many.').waitFor();
    expect(await page.getByRole('button', { name: 'Review changes' }).isDisabled()).toBe(true);
    await page.getByLabel('About').fill('a'.repeat(1_000));
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Changed:').waitFor();
    // The item as it is stored now.
    await page.reload();
    await shown(page, TITLES[0] ?? '');
    await page.keyboard.press('e');
    await page.getByLabel('About').fill('short');
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.getByText('About: only its beginning was read').waitFor();
  });

  it('keeps an open edit when keys of the queue are pressed', async () => {
    const { pages } = await serve();
    const page = await openPage(pages, '/knowledge');
    await shown(page, TITLES[0] ?? '');
    await page.keyboard.press('e');
    await page.getByLabel('Title').fill('Lint before a push');
    await page.keyboard.press('Enter');
    await page.getByText('+ Title: Lint before a push').waitFor();
    for (const key of ['j', 'k', 'u']) await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await page.getByText('Changed: Lint before a push').waitFor();
  });

  it('shows the differences before an edit is saved', async () => {
    const { pages, folders } = await serve(LESSONS.slice(0, 1));
    const page = await openPage(pages, '/knowledge');
    await shown(page, TITLES[0] ?? '');
    await page.keyboard.press('e');
    await page.getByLabel('Title').fill('Lint before a push');
    await page.keyboard.press('Enter');
    await page.getByText('+ Title: Lint before a push').waitFor();
    await page.getByText(`- Title: ${TITLES[0]}`).waitFor();
    await page.keyboard.press('Enter');
    await shown(page, 'Lint before a push');
    expect(nodesOf(folders.projectFolder)).toMatchObject([{ label: 'Lint before a push', status: 'draft' }]);
  });

  it.each([
    ['Use stored', { label: TITLES[0], evidence: 'changed elsewhere' }],
    ['Use mine', { label: 'Mine', evidence: 'changed elsewhere' }],
  ])('shows both texts if an item was changed elsewhere, and "%s" decides', async (choice, expected) => {
    const { pages, folders, knowledge } = await serve(LESSONS.slice(0, 1));
    const page = await openPage(pages, '/knowledge');
    await shown(page, TITLES[0] ?? '');
    await page.keyboard.press('e');
    await page.getByLabel('Title').fill('Mine');
    await knowledge.edit(nodesOf(folders.projectFolder)[0]?.id ?? '', { evidence: 'changed elsewhere' });
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await shown(page, 'Changed elsewhere');
    await page.getByRole('region', { name: 'Stored now' }).getByText('changed elsewhere').waitFor();
    await page.getByRole('region', { name: 'With your change' }).getByText('"Mine"').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: choice }).click();
    await shown(page, expected.label ?? '');
    expect(nodesOf(folders.projectFolder)).toMatchObject([expected]);
  });

  it('tries a call, and keeps it in the address', async () => {
    const { pages } = await serve(LESSONS.slice(0, 2));
    const page = await openPage(pages, '/knowledge?tool=Bash&call=git%20commit%20-m%20x');
    await page.getByRole('button', { name: 'Try' }).click();
    await page.getByText('shown with the result').waitFor();
    await page.getByText('Run npm run lint before every commit.').last().waitFor();
    await expectAccessible(page);
  });

  it('says which items came from others, until they are approved, and again after an undo', async () => {
    const { pages } = await serveForeign();
    const page = await openPage(pages, '/knowledge?status=all');
    const notice = page.getByText('Not written or reviewed on this machine');
    await notice.waitFor();
    await expectAccessible(page);
    await page.keyboard.press('a');
    await notice.waitFor({ state: 'detached' });
    await page.keyboard.press('u');
    await notice.waitFor();
  });

  it('breaks no rule of accessibility, also while an item is edited', async () => {
    const { pages } = await serve();
    const page = await openPage(pages, '/knowledge');
    await shown(page, TITLES[0] ?? '');
    await expectAccessibleInBothLooks(page);
    await page.keyboard.press('e');
    await page.getByLabel('Title').waitFor();
    await expectAccessibleInBothLooks(page);
  });
});

/** The graph came with the project, with texts that were not learned here. */
async function serveForeign() {
  const learned = await serve(LESSONS.slice(0, 2));
  const from = path.join(learned.folders.projectFolder, '.claude', 'graphs', 'default_graph.json');
  const projectFolder = scratchFolder('foreign');
  mkdirSync(path.join(projectFolder, '.claude', 'graphs'), { recursive: true });
  const text = readFileSync(from, 'utf8').replaceAll('"evidence": "', '"evidence": "Others: ');
  writeFileSync(path.join(projectFolder, '.claude', 'graphs', 'default_graph.json'), text);
  const folders = { projectFolder, dataFolder: memoryOf(projectFolder) };
  const knowledge = createKnowledge({ folders, redact: (text) => text });
  return {
    pages: await serveBuiltPages({ program: emptyProgram({ projectFolder, knowledge: async () => knowledge }) }),
  };
}
