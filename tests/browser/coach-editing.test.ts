import { expect, it } from 'vitest';
import { describeInBrowser, expectAccessibleInBothLooks, openProfile } from '../support/browser.js';
import {
  editorOf,
  isReady,
  openCoachedProject,
  openFile,
  save,
  typeAtEnd,
  unsavedCount,
} from '../support/coach-page.js';
import { startCoach } from '../support/coach-program.js';

describeInBrowser('the editor of the coach', () => {
  it('saves what is typed, and shows until then that it is not saved', async () => {
    const project = await openCoachedProject({ 'src/a.ts': 'export const a = 1;\n', 'b.md': '# b\n' });
    const { page } = project;
    await openFile(page, 'src/a.ts');
    await typeAtEnd(page, 'export const b = 2;\n');
    await unsavedCount(page).waitFor();
    expect(project.read('src/a.ts')).toBe('export const a = 1;\n');
    await save(page);
    expect(project.read('src/a.ts')).toBe('export const a = 1;\nexport const b = 2;\n');
    await page.keyboard.press('Control+z');
    await unsavedCount(page).waitFor();
  });

  it('replaces selected code by what is typed, in one step and without the style of the code', async () => {
    const { page } = await openCoachedProject({ 'a.ts': 'export const a = 1;\n// b\n' });
    await openFile(page, 'a.ts');
    await editorOf(page).getByText('export', { exact: true }).waitFor();
    await editorOf(page).focus();
    for (const key of ['Control+Home', 'Shift+ArrowDown', 'Shift+ArrowRight']) await page.keyboard.press(key);
    await page.keyboard.type('x');
    await expect.poll(async () => (await editorOf(page).innerText()).trim()).toBe('x/ b');
    await page.keyboard.press('Control+z');
    await page.keyboard.type('(');
    await expect.poll(() => editorOf(page).innerText()).toContain('(export const a = 1;\n/)/ b');
  });

  it('has a history of changes for each file', async () => {
    const { page } = await openCoachedProject({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    await openFile(page, 'a.txt');
    await typeAtEnd(page, 'typed in a');
    await openFile(page, 'b.txt');
    await typeAtEnd(page, 'typed in b');
    await page.keyboard.press('Control+z');
    await expect.poll(() => editorOf(page).innerText()).not.toContain('typed in b');
    await openFile(page, 'a.txt');
    await expect.poll(() => editorOf(page).innerText()).toContain('typed in a');
    await page.keyboard.press('Control+z');
    await expect.poll(() => editorOf(page).innerText()).not.toContain('typed in a');
  });

  it('keeps unsaved text and tabs over a reload right after the last key', async () => {
    const project = await openCoachedProject({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    const { page } = project;
    await openFile(page, 'b.txt');
    await openFile(page, 'a.txt');
    await typeAtEnd(page, 'not saved');
    await page.reload();
    await isReady(page);
    await expect.poll(() => editorOf(page).innerText()).toContain('not saved');
    expect(await page.getByRole('list', { name: 'Open files' }).locator('.coach-tab').allInnerTexts()).toEqual([
      'b.txt',
      expect.stringContaining('a.txt'),
    ]);
    expect(project.read('a.txt')).toBe('a\n');
    await save(page);
    expect(project.read('a.txt')).toBe('a\nnot saved');
  });

  it('keeps the line ends and the byte order mark of a file', async () => {
    const mixed = 'one\r\ntwo\nthree\r\n';
    const project = await openCoachedProject({ 'crlf.txt': '\uFEFFa\r\nb\r\n', 'mixed.txt': mixed, 'cr.txt': 'a\rb' });
    const { page } = project;
    await openFile(page, 'crlf.txt');
    await page.getByText('CRLF, BOM').waitFor();
    await typeAtEnd(page, 'c\nd');
    await save(page);
    expect(project.read('crlf.txt')).toBe('\uFEFFa\r\nb\r\nc\r\nd');
    await openFile(page, 'mixed.txt');
    await typeAtEnd(page, 'four');
    await save(page);
    expect(project.read('mixed.txt')).toBe(`${mixed}four`);
    await openFile(page, 'cr.txt');
    await typeAtEnd(page, '\nc');
    await save(page);
    expect(project.read('cr.txt')).toBe('a\rb\rc');
  });

  it('edits a file of 1 MB, of which only the lines in sight are in the document', async () => {
    const content = Array.from(
      { length: 20_000 },
      (_, index) => `export const value${index} = ${index}; // ${'x'.repeat(20)}`,
    ).join('\n');
    expect(content.length).toBeGreaterThan(1_000_000);
    const project = await openCoachedProject({ 'large.ts': content });
    const { page } = project;
    await openFile(page, 'large.ts');
    await typeAtEnd(page, '\n// the end');
    expect(await page.locator('.editor .cm-line').count()).toBeLessThan(200);
    await save(page);
    expect(project.read('large.ts')).toBe(`${content}\n// the end`);
  });

  it('shows why a binary or a large file is not edited', async () => {
    const { page } = await openCoachedProject({
      'data.txt': new Uint8Array([1, 0, 2]),
      'huge.txt': 'x'.repeat(2_200_000),
    });
    await openFile(page, 'data.txt');
    await page.getByText('is a binary file').waitFor();
    await openFile(page, 'huge.txt');
    await page.getByText('is larger than 2 MiB').waitFor();
    expect(await editorOf(page).count()).toBe(0);
  });

  it('finds and replaces in a file', async () => {
    const project = await openCoachedProject({ 'a.txt': 'red blue red\n' });
    const { page } = project;
    await openFile(page, 'a.txt');
    await editorOf(page).focus();
    await page.keyboard.press('Control+f');
    await page.getByPlaceholder('Find').fill('red');
    await page.getByPlaceholder('Replace').fill('green');
    await page.getByRole('button', { name: 'replace all' }).click();
    await save(page);
    expect(project.read('a.txt')).toBe('green blue green\n');
  });

  it('asks before it closes a file with unsaved text, and discards it only then', async () => {
    const project = await openCoachedProject({ 'a.txt': 'a\n' });
    const { page } = project;
    await openFile(page, 'a.txt');
    await typeAtEnd(page, 'typed');
    await page.keyboard.press('Alt+w');
    await page.getByRole('dialog').getByText('a.txt is not saved').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => editorOf(page).innerText()).toContain('typed');
    await page.keyboard.press('Alt+w');
    await page.getByRole('button', { name: 'Discard my changes' }).click();
    await page.getByText('Choose a file').waitFor();
    await openFile(page, 'a.txt');
    expect(await editorOf(page).innerText()).not.toContain('typed');
    expect(project.read('a.txt')).toBe('a\n');
  });
});

describeInBrowser('text that is typed while the server is gone', () => {
  it('is sent by the tab after kill -9 and a new start', async () => {
    const project = await openCoachedProject({ 'a.txt': 'a\n' });
    const { page } = project;
    await openFile(page, 'a.txt');
    await typeAtEnd(page, 'before ');
    await project.coach.end('SIGKILL');
    await page.getByText('offline: your text is kept here').waitFor();
    await page.keyboard.type('and after');
    const again = await project.restart();
    await page.getByText('● connected').waitFor();
    // Another browser has nothing but what the server has.
    const stranger = await (await openProfile()).newPage();
    await expect
      .poll(async () => {
        await stranger.goto(stranger.url() === 'about:blank' ? again.address : stranger.url());
        await isReady(stranger);
        await unsavedCount(stranger).waitFor();
        return editorOf(stranger).innerText();
      })
      .toContain('before and after');
    await save(page);
    expect(project.read('a.txt')).toBe('a\nbefore and after');
  });

  it('Typed text stays in a tab that has no key of the new server, and is sent when the tab that the command opens brings it.', async () => {
    const project = await openCoachedProject({ 'a.txt': 'a\n' });
    const { page, profile } = project;
    await openFile(page, 'a.txt');
    await typeAtEnd(page, 'kept');
    await project.coach.end('SIGINT');
    const again = await startCoach({ machine: project.coach.machine });
    expect(again.url).toBe(project.coach.url);
    // The tab has asked the new server, which cannot prove that it has the old key.
    await page.waitForResponse(`${again.url}/key`);
    await page.getByText('your text is kept here. Run witan coach, then this page continues').waitFor();
    expect(await editorOf(page).innerText()).toContain('kept');
    await expectAccessibleInBothLooks(page);
    const reloaded = await profile.newPage();
    await reloaded.goto(`${again.url}/coach`);
    await reloaded.getByText('Run witan coach in your project; this page then continues').waitFor();
    await reloaded.getByText('What you typed is kept in this browser').waitFor();
    await expectAccessibleInBothLooks(reloaded);

    const opened = await profile.newPage();
    await opened.goto(again.address);
    await isReady(opened);
    for (const tab of [page, reloaded]) await tab.getByText('● connected').waitFor();
    expect(await editorOf(page).innerText()).toContain('kept');
    await save(page);
    expect(project.read('a.txt')).toBe('a\nkept');
  });

  it('is there after the page was closed and opened again', async () => {
    const project = await openCoachedProject({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    const { page } = project;
    await openFile(page, 'a.txt');
    await project.coach.end('SIGKILL');
    await page.getByText('offline: your text is kept here').waitFor();
    await typeAtEnd(page, 'only here');
    await page.reload().catch(() => undefined);
    const again = await project.restart();
    await page.goto(`${again.url}/coach`);
    await isReady(page);
    await expect.poll(() => editorOf(page).innerText()).toContain('only here');
    await page.close();
    const tab = await project.newTab();
    await expect.poll(() => editorOf(tab).innerText()).toContain('only here');
    await save(tab);
    expect(project.read('a.txt')).toBe('a\nonly here');
  });
});
