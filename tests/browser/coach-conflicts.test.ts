import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from '../support/browser.js';
import {
  type CoachedProject,
  editorOf,
  openCoachedProject,
  openConflict,
  openFile,
  ownTextOf,
  save,
  typeAtEnd,
  unsavedCount,
} from '../support/coach-page.js';

describeInBrowser('a file that another program changes', () => {
  it('is shown as it is now if it has no unsaved text, with the cursor where it was', async () => {
    const project = await openCoachedProject({ 'a.txt': 'one\ntwo\n' });
    const { page } = project;
    await openFile(page, 'a.txt');
    await editorOf(page).focus();
    await page.keyboard.press('Control+End');
    project.write('a.txt', 'zero\none\ntwo\n');
    await expect.poll(() => editorOf(page).innerText()).toContain('zero');
    await page.keyboard.type('end');
    await save(page);
    expect(project.read('a.txt')).toBe('zero\none\ntwo\nend');
  });

  it.each([
    ['Keep mine', 'base\nmine'],
    ['Take theirs', 'base\ntheirs\n'],
  ])('is not overwritten: both texts are shown, and "%s" decides', async (choice, expected) => {
    const project = await saveInConflict();
    const { page } = project;
    expect(project.read('a.txt')).toBe('base\ntheirs\n');
    await expect.poll(() => page.getByLabel('Text on disk').innerText()).toContain('theirs');
    expect(await ownTextOf(page).innerText()).toContain('mine');
    await page.getByRole('button', { name: choice }).click();
    await unsavedCount(page).waitFor({ state: 'detached' });
    await expect.poll(() => project.read('a.txt')).toBe(expected);
    expect(await editorOf(page).innerText()).toContain(expected.split('\n')[1]);
  });

  it('can be merged by hand next to the other text', async () => {
    const project = await saveInConflict();
    const { page } = project;
    await typeAtEnd(page, ' and theirs', ownTextOf(page));
    await page.getByRole('button', { name: 'Save merged' }).click();
    await unsavedCount(page).waitFor({ state: 'detached' });
    expect(project.read('a.txt')).toBe('base\nmine and theirs');
  });

  it('can be deleted there without loss of the unsaved text', async () => {
    const project = await openCoachedProject({ 'a.txt': 'base\n' });
    const { page } = project;
    await openFile(page, 'a.txt');
    await typeAtEnd(page, 'mine');
    rmSync(path.join(project.coach.machine.project, 'a.txt'));
    await page.getByText('The file was deleted on disk').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await unsavedCount(page).waitFor({ state: 'detached' });
    expect(project.read('a.txt')).toBe('base\nmine');
  });
});

describeInBrowser('two tabs of the coach', () => {
  it('show what the other one saved, and never overwrite what the other one has', async () => {
    const project = await openCoachedProject({ 'a.txt': 'base\n' });
    const { page } = project;
    const other = await project.newTab();
    for (const tab of [page, other]) await openFile(tab, 'a.txt');
    await typeAtEnd(page, 'first');
    await save(page);
    await expect.poll(() => editorOf(other).innerText()).toContain('first');

    await typeAtEnd(other, ' other');
    await typeAtEnd(page, ' page');
    await save(page);
    await other.getByText('changed on disk after you began').waitFor();
    await other.keyboard.press('Control+s');
    await other.getByRole('button', { name: 'Keep mine' }).waitFor();
    expect(project.read('a.txt')).toBe('base\nfirst page');
    await other.getByRole('button', { name: 'Keep mine' }).click();
    await expect.poll(() => editorOf(page).innerText()).toContain('first other');
    expect(project.read('a.txt')).toBe('base\nfirst other');
  });

  it('each keep their own unsaved text of the same file over a reload', async () => {
    const project = await openCoachedProject({ 'a.txt': 'base\n' });
    const { page } = project;
    const other = await project.newTab();
    const typed: [Page, string][] = [
      [page, 'of the first'],
      [other, 'of the second'],
    ];
    for (const [tab, text] of typed) {
      await openFile(tab, 'a.txt');
      await typeAtEnd(tab, text);
    }
    for (const [tab] of typed) await tab.reload();
    for (const [tab, text] of typed) await expect.poll(() => editorOf(tab).innerText()).toContain(text);
  });
});

async function saveInConflict(): Promise<CoachedProject> {
  const project = await openConflict();
  await project.page.keyboard.press('Control+s');
  await ownTextOf(project.page).waitFor();
  return project;
}
