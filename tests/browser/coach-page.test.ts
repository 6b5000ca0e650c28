import { renameSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createEmptyMachine } from '../integration/cli-program.js';
import { describeInBrowser, expectAccessibleInBothLooks, openPage } from '../support/browser.js';
import { editorOf, isReady, openCoachedProject, openFile, typeAtEnd, unsavedCount } from '../support/coach-page.js';
import { startView } from '../support/view-program.js';

describeInBrowser('the page of the coach', () => {
  it('has no violation of WCAG 2.2 AA in any of its views, light and dark, wide and narrow', async () => {
    const project = await openCoachedProject({ 'src/a.ts': 'export const a = "text"; // note\n', 'b.bin': 'x' });
    const { page } = project;
    await expectAccessibleInBothLooks(page);
    await openFile(page, 'src/a.ts');
    await typeAtEnd(page, 'class B {}\n');
    await expectAccessibleInBothLooks(page);
    await page.keyboard.press('Control+f');
    await page.getByPlaceholder('Find').waitFor();
    await expectAccessibleInBothLooks(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+d');
    await page.getByLabel('Your text').waitFor();
    await expectAccessibleInBothLooks(page);
    await page.keyboard.press('Alt+d');
    await page.keyboard.press('Control+p');
    await page.getByRole('combobox').waitFor();
    await expectAccessibleInBothLooks(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Alt+w');
    await page.getByRole('dialog').waitFor();
    await expectAccessibleInBothLooks(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    project.write('src/a.ts', 'changed\n');
    await page.getByText('changed on disk after').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByLabel('Your text').waitFor();
    await expectAccessibleInBothLooks(page);
    await project.coach.end('SIGKILL');
    await page.getByText('offline: your text').waitFor();
    await expectAccessibleInBothLooks(page);
  }, 120_000);

  it('The page says that typed text is only in memory while it cannot be stored, and still saves the file.', async () => {
    const machine = createEmptyMachine();
    const project = await openCoachedProject({ 'a.txt': 'a\n' }, {}, { machine });
    const { page } = project;
    await openFile(page, 'a.txt');
    const database = path.join(machine.home, '.local/share/witan/coach/workbench.db');
    renameSync(database, `${database}.away`);
    await typeAtEnd(page, 'typed\n');
    const notice = page.getByText('only in memory until then');
    await notice.waitFor();
    await page.keyboard.press('Control+s');
    await expect.poll(() => project.read('a.txt')).toBe('a\ntyped\n');
    await unsavedCount(page).waitFor({ state: 'detached' });
    renameSync(`${database}.away`, database);
    await notice.waitFor({ state: 'detached' });
  });

  it('is used with keys alone: find a file, type, save, leave the editor, list the keys', async () => {
    const project = await openCoachedProject({ 'a/b/c.txt': 'c\n' });
    const { page } = project;
    await page.getByRole('treeitem').first().waitFor();
    await page.getByRole('tree').focus();
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'Enter'])
      await page.keyboard.press(key);
    await editorOf(page).and(page.locator('.cm-content:focus')).waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('? / typed');
    await page.keyboard.press('Control+s');
    await unsavedCount(page).waitFor({ state: 'detached' });
    expect(project.read('a/b/c.txt')).toBe('c\n? / typed');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate('document.activeElement.classList.contains("editor")')).toBe(false);
    await editorOf(page).focus();
    await page.keyboard.press('F6');
    await page.locator('#goal:focus').waitFor();
    await page.keyboard.press('F6');
    await page.locator('[role=tree]:focus').waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('complementary', { name: 'Keys' });
    await help.getByText('next mark of the coach').waitFor();
    expect(await help.locator('kbd').allTextContents()).not.toContain('j');
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press('F6');
    await page.locator('.cm-content:focus').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('leads to the other pages and back, which load no editor', async () => {
    const project = await openCoachedProject({ 'a.txt': 'a\n' });
    const { page, coach } = project;
    await openFile(page, 'a.txt');
    await typeAtEnd(page, 'typed');
    await page.getByRole('link', { name: 'Decisions' }).click();
    await page.getByRole('heading', { name: 'Decisions' }).waitFor();
    await page.getByRole('link', { name: 'Coach' }).click();
    await isReady(page);
    await expect.poll(() => editorOf(page).innerText()).toContain('typed');

    const loaded: string[] = [];
    const tab = await project.profile.newPage();
    tab.on('response', async (response) => loaded.push(await response.text().catch(() => '')));
    await tab.goto(`${coach.url}/decisions`);
    await tab.getByRole('heading', { name: 'Decisions' }).waitFor();
    expect(loaded.some((text) => text.includes('cm-content'))).toBe(false);
    expect(loaded.length).toBeGreaterThan(3);
  });

  it('is not offered by `witan view`, which says which command serves it', async () => {
    const view = await startView();
    const page = await openPage(view, '/coach');
    await page.getByText('Run witan coach').waitFor();
    expect(await page.getByRole('link', { name: 'Coach' }).count()).toBe(0);
  });
});
