import { expect, it } from 'vitest';
import { describeInBrowser, openProfile } from '../support/browser.js';
import {
  editorOf,
  isReady,
  keyOf,
  openCoachedProject,
  openConflict,
  openFile,
  ownTextOf,
  save,
  typeAtEnd,
  unsavedCount,
} from '../support/coach-page.js';

describeInBrowser('text that is typed next to the text on disk', () => {
  it('stays over other changes on disk, the way back, another file and a reload, and Ctrl-S saves it', async () => {
    const project = await openConflict({ 'b.txt': 'b\n' });
    const { page } = project;
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await ownTextOf(page).waitFor();
    await typeAtEnd(page, ' one', ownTextOf(page));
    project.write('a.txt', 'base\nchanged again\n');
    await expect.poll(() => page.getByLabel('Text on disk').innerText()).toContain('changed again');
    // The focus is still there.
    await page.keyboard.type(' two');

    await page.getByRole('button', { name: 'Back to the editor' }).click();
    await expect.poll(() => editorOf(page).innerText()).toContain('mine one two');
    await page.keyboard.press('Alt+d');
    await ownTextOf(page).waitFor();
    await openFile(page, 'b.txt');
    await page.getByRole('list', { name: 'Open files' }).getByText('a.txt').click();
    await typeAtEnd(page, ' three', ownTextOf(page));

    await page.reload();
    await isReady(page);
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect.poll(() => ownTextOf(page).innerText()).toContain('mine one two three');
    await typeAtEnd(page, ' four', ownTextOf(page));
    await save(page);
    expect(project.read('a.txt')).toBe('base\nmine one two three four');
    expect(await editorOf(page).innerText()).toContain('four');
  });
});

describeInBrowser('a file that the coach opens', () => {
  it('stays in the background while the person types in another one', async () => {
    const project = await openCoachedProject({ 'a.txt': 'a\n', 'price.txt': 'price\n' });
    const { page } = project;
    const agent = await project.connectAgent();
    await agent.call('paige_start_session', { goal: 'Prices' });
    await openFile(page, 'a.txt');
    await typeAtEnd(page, 'before ');
    await agent.call('paige_open_file', { path: 'price.txt' });
    await page.getByText('The coach opened price.txt').waitFor();
    await page.keyboard.type('and after');
    expect(await editorOf(page).innerText()).toContain('before and after');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.locator('[aria-label="Text of price.txt"]').waitFor();
    expect((await editorOf(page).innerText()).trim()).toBe('price');
  });
});

describeInBrowser('texts of closed tabs', () => {
  it('are both kept if they differ, until the person has decided', async () => {
    const project = await openCoachedProject({ 'a.txt': 'base\n' });
    const other = await project.newTab();
    for (const tab of [project.page, other]) await openFile(tab, 'a.txt');
    await typeAtEnd(project.page, 'from the first');
    await typeAtEnd(other, 'from the second');
    await project.page.close();
    await other.close();

    const tab = await project.newTab();
    await tab.getByText('There is another text of this file').waitFor();
    const [shown, left] = [editorOf(tab), tab.getByLabel('Another text', { exact: true })];
    await tab.getByRole('button', { name: 'Compare', exact: true }).click();
    await left.waitFor();
    expect([await ownTextOf(tab).innerText(), await left.innerText()].sort()).toEqual([
      expect.stringContaining('from the first'),
      expect.stringContaining('from the second'),
    ]);
    const taken = await left.innerText();
    // Nothing is decided by a reload.
    await tab.reload();
    await tab.getByRole('button', { name: 'Compare', exact: true }).click();
    await left.waitFor();
    await tab.getByRole('button', { name: 'Take the other text' }).click();
    await expect.poll(() => shown.innerText()).toBe(taken);
    await save(tab);
    await tab.reload();
    await isReady(tab);
    await expect.poll(() => shown.innerText()).toBe(taken);
    expect(await tab.getByText('There is another text of this file').count()).toBe(0);
  });

  it('do not come back after another tab continued and saved them', async () => {
    const project = await openCoachedProject({ 'a.txt': 'base\n' });
    const { page } = project;
    const first = await project.newTab();
    await openFile(first, 'a.txt');
    await typeAtEnd(first, 'begun');
    await unsavedCount(first).waitFor();
    await first.close();
    await expect
      .poll(async () => {
        await openFile(page, 'a.txt');
        return editorOf(page).innerText();
      })
      .toContain('begun');
    await typeAtEnd(page, ' and ended');
    await save(page);
    const last = await project.newTab();
    await openFile(last, 'a.txt');
    await expect.poll(() => editorOf(last).innerText()).toContain('begun and ended');
    expect(await unsavedCount(last).count()).toBe(0);
    expect(await last.getByText(/another text|changed on disk/).count()).toBe(0);
  });
});

describeInBrowser('text of another browser', () => {
  it('is offered if this browser has another text of the file', async () => {
    const project = await openCoachedProject({ 'a.txt': 'base\n' });
    await openFile(project.page, 'a.txt');
    await typeAtEnd(project.page, 'one');
    const key = await keyOf(project.page);
    await project.page.close();
    const stranger = await (await openProfile()).newPage();
    await stranger.addInitScript(`localStorage.setItem('witan-key', ${JSON.stringify(key)})`);
    await stranger.goto(`${project.coach.url}/coach`);
    await isReady(stranger);
    await openFile(stranger, 'a.txt');
    await typeAtEnd(stranger, ' two');
    await stranger.close();

    const tab = await project.newTab();
    await tab.getByText('There is another text of this file').waitFor();
    await tab.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect.poll(() => tab.getByLabel('Another text', { exact: true }).innerText()).toContain('one two');
    await tab.getByRole('button', { name: 'Take the other text' }).click();
    await save(tab);
    expect(project.read('a.txt')).toBe('base\none two');
  });
});

describeInBrowser('text that was discarded while the server was gone', () => {
  it('does not come back with the server', async () => {
    const project = await openCoachedProject({ 'a.txt': 'base\n' });
    const { page } = project;
    await openFile(page, 'a.txt');
    await typeAtEnd(page, 'typed');
    await page.reload();
    await unsavedCount(page).waitFor();
    await project.coach.end('SIGKILL');
    await page.getByText('offline: your text is kept here').waitFor();
    await page.keyboard.press('Alt+w');
    await page.getByRole('button', { name: 'Discard my changes' }).click();
    const again = await project.restart();
    await isReady(page);
    await openFile(page, 'a.txt');
    await page.goto(`${again.url}/coach`);
    await isReady(page);
    await editorOf(page).waitFor();
    expect((await editorOf(page).innerText()).trim()).toBe('base');
  });
});

describeInBrowser('Delete, pressed twice in the tree', () => {
  it('acts on the next row, also if the first file was open in a tab', async () => {
    const project = await openCoachedProject({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'z.txt': 'z\n' });
    const { page } = project;
    await openFile(page, 'z.txt');
    await openFile(page, 'a.txt');
    await page.getByRole('treeitem', { name: 'a.txt', selected: true }).waitFor();
    await page.getByRole('tree').focus();
    await page.keyboard.press('Delete');
    await page.getByText('a.txt was deleted.').waitFor();
    await page.getByRole('treeitem', { name: 'b.txt', selected: true }).waitFor();
    await page.keyboard.press('Delete');
    await page.getByText('b.txt was deleted.').waitFor();
    expect(project.read('z.txt')).toBe('z\n');
  });
});
