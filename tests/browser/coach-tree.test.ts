import { expect, it } from 'vitest';
import { describeInBrowser, expectAccessible } from '../support/browser.js';
import { editorOf, openCoachedProject, openFile, typeAtEnd, unsavedCount } from '../support/coach-page.js';

describeInBrowser('the tree of files', () => {
  it('shows 10,000 files with few rows in the document, and finds the last of them by keys and by name', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `many/file-${String(index).padStart(5, '0')}.txt`);
    const { page } = await openCoachedProject(Object.fromEntries(names.map((name) => [name, name])));
    await page.getByRole('treeitem', { name: 'many' }).waitFor();
    await page.getByRole('tree').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('treeitem', { name: 'file-00000.txt' }).waitFor();
    expect(await page.getByRole('treeitem').count()).toBeLessThan(80);
    await page.keyboard.press('End');
    await page.getByRole('treeitem', { name: 'file-09999.txt', selected: true }).waitFor();
    await page.keyboard.type('file-0500');
    await page.getByRole('treeitem', { name: 'file-05000.txt', selected: true }).waitFor();
    expect(await page.getByRole('treeitem').count()).toBeLessThan(80);
    await openFile(page, 'many/file-07777.txt');
    await page.getByRole('treeitem', { name: 'file-07777.txt', selected: true }).waitFor();
  }, 180_000);

  it('makes, renames, deletes and restores a file by keys alone', async () => {
    const project = await openCoachedProject({ 'src/a.ts': 'a\n' });
    const { page } = project;
    await page.getByRole('tree').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Alt+n');
    await page.getByLabel('Name of the new entry').waitFor();
    await page.keyboard.type('deep/new.ts');
    await page.keyboard.press('Enter');
    await page.locator('[aria-label="Text of src/deep/new.ts"]').waitFor();
    expect(project.read('src/deep/new.ts')).toBe('');
    await typeAtEnd(page, 'typed');

    await page.getByRole('tree').focus();
    await page.keyboard.press('F2');
    await page.getByLabel('New name of new.ts').waitFor();
    await page.keyboard.type('old');
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: 'old.ts' }).waitFor();
    // The unsaved text moved along.
    await page.locator('[aria-label="Text of src/deep/old.ts"]').waitFor();
    expect(await editorOf(page).innerText()).toContain('typed');
    await page.keyboard.press('Control+s');
    await unsavedCount(page).waitFor({ state: 'detached' });
    expect(project.read('src/deep/old.ts')).toBe('typed');

    await page.getByRole('tree').focus();
    await page.keyboard.press('Delete');
    await page.getByText('old.ts was deleted.').waitFor();
    expect(() => project.read('src/deep/old.ts')).toThrow('ENOENT');
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByRole('treeitem', { name: 'old.ts' }).waitFor();
    expect(project.read('src/deep/old.ts')).toBe('typed');
    // Its tab is back, too.
    await page.locator('[aria-label="Text of src/deep/old.ts"]:focus').waitFor();
  });

  it('asks before it deletes a folder, and lists what was deleted so that it can be restored later', async () => {
    const project = await openCoachedProject({ 'src/a.ts': 'a\n', 'src/b.ts': 'b\n', 'c.txt': 'c\n' });
    const { page } = project;
    await page.getByRole('treeitem', { name: 'src' }).waitFor();
    await page.getByRole('tree').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Delete');
    await page.getByRole('dialog').getByText('src, with 2 files.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(project.read('src/a.ts')).toBe('a\n');
    await page.keyboard.press('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByText('src was deleted.').waitFor();
    await page.getByRole('treeitem', { name: 'src' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Deleted files' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Deleted files' });
    await dialog.getByRole('button', { name: 'Restore src', exact: true }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Restore src', exact: true }).press('Enter');
    await page.getByRole('treeitem', { name: 'src' }).waitFor();
    expect(project.read('src/b.ts')).toBe('b\n');
    await page.locator('[role=tree]:focus').waitFor();
  });

  it('shows the notice of a deleted file in a narrow window, until it is closed', async () => {
    const { page } = await openCoachedProject({ 'a.txt': 'a\n' }, { viewport: { width: 400, height: 800 } });
    await page.getByRole('treeitem', { name: 'a.txt' }).waitFor();
    await page.getByRole('tree').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Delete');
    await page.getByText('a.txt was deleted.').waitFor();
    await page.getByRole('button', { name: 'Close this notice' }).click();
    await page.getByText('a.txt was deleted.').waitFor({ state: 'detached' });
  });

  it('shows the field for a new name, also if its row was out of sight', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `many/file-${index}.txt`);
    const { page } = await openCoachedProject(Object.fromEntries(names.map((name) => [name, name])));
    await page.getByRole('treeitem', { name: 'many' }).click();
    await page.getByRole('treeitem', { name: 'file-0.txt' }).waitFor();
    await page.keyboard.press('End');
    await page.getByRole('treeitem', { name: 'file-199.txt', selected: true }).waitFor();
    await page.keyboard.press('Alt+n');
    await page.getByLabel('Name of the new entry').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('new.txt');
    await page.keyboard.press('Enter');
    await page.locator('[aria-label="Text of many/new.txt"]').waitFor();
  });

  it('follows changes of other programs, and says what the server refuses', async () => {
    const project = await openCoachedProject({ 'a.txt': 'a\n' });
    const { page } = project;
    project.write('folder/b.txt', 'b\n');
    await page.getByRole('treeitem', { name: 'folder' }).click();
    await page.getByRole('treeitem', { name: 'b.txt' }).waitFor();
    await page.getByRole('tree').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Alt+n');
    await page.getByLabel('Name of the new entry').fill('b.txt');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('exists already').waitFor();
    expect(project.read('folder/b.txt')).toBe('b\n');
  });
});
