import { chmodSync, existsSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { applyPatch } from 'diff';
import { describe, expect, it } from 'vitest';
import { unifiedDiff } from '../../../../src/coaching/workspace/unified-diff.js';
import {
  coachWorkspace as anyWorkspace,
  openCoachWorkspace,
  WORKSPACE_TIME,
} from '../../../support/coach-workspace.js';
import { memoryFolder } from '../../../support/memory-folder.js';

const dataIn = memoryFolder('coach');
const coachWorkspace = (contents: Readonly<Record<string, string>>) => anyWorkspace(contents, dataIn);
const cursorPosition = { line: 2, column: 5 };

describe('buffers', () => {
  it('3.2: are clean after the file was written', async () => {
    const { workspace, at } = await coachWorkspace({ 'src/a.ts': 'old\n' });
    await workspace.openFile('src/a.ts');
    await workspace.updateBuffer({ path: 'src/a.ts', content: 'new\n', cursorPosition });
    const saved = await workspace.writeFile({ path: 'src/a.ts', content: 'new\n' });
    expect(saved).toMatchObject({ path: 'src/a.ts', timestamp: WORKSPACE_TIME.toISOString() });
    expect(workspace.getBuffer('src/a.ts')).toMatchObject({ content: 'new\n', cursorPosition, dirty: false });
    expect(readFileSync(at('src/a.ts'), 'utf8')).toBe('new\n');
  });

  it('3.3: hold what was typed, where the cursor is and when', async () => {
    const { workspace } = await coachWorkspace({ 'src/a.ts': 'old\n' });
    const entry = { content: 'typed', cursorPosition, dirty: true, lastUpdated: WORKSPACE_TIME.toISOString() };
    const typed = await workspace.updateBuffer({ path: './src/a.ts', content: 'typed', cursorPosition });
    expect(typed).toEqual({ path: 'src/a.ts', before: 'old\n' });
    expect(workspace.getBuffer('src/a.ts')).toEqual(entry);
  });

  it('3.4: are found under every name of the file, and null without one', async () => {
    const { workspace, root, at } = await coachWorkspace({ 'src/a.ts': '' });
    symlinkSync('src', at('alias'));
    await workspace.updateBuffer({ path: './src//a.ts', content: 'typed', cursorPosition });
    for (const name of ['src/a.ts', 'alias/a.ts', `${root}/src/a.ts`, 'src/../src/a.ts'])
      expect(workspace.getBuffer(name)?.content, name).toBe('typed');
    expect(workspace.getBuffer('src/b.ts')).toBeNull();
    expect(await workspace.getDiff('alias/a.ts')).toContain('+typed');
  });

  it('EC-15: keep the last of updates at the same time, in memory and after a restart', async () => {
    const made = await coachWorkspace({ 'a.ts': '' });
    const texts = Array.from({ length: 20 }, (_, index) => `text ${index}`);
    await Promise.all(texts.map((content) => made.workspace.updateBuffer({ path: 'a.ts', content, cursorPosition })));
    expect(made.workspace.getBuffer('a.ts')?.content).toBe('text 19');
    await made.workbench.close();
    const { workspace } = await openCoachWorkspace(made, made.dataFolder);
    expect(workspace.getBuffer('a.ts')).toMatchObject({ content: 'text 19', dirty: true, cursorPosition });
  });

  it('come back byte for byte after a restart, with the version that they began with', async () => {
    const made = await coachWorkspace({ 'a.ts': 'old' });
    const { version } = await made.workspace.openFile('a.ts');
    const content = '\ufeffa\r\nü😀\r';
    await made.workspace.updateBuffer({ path: 'a.ts', content, cursorPosition });
    // Not closed: a program that is killed closes nothing.
    const { workspace, writes } = await openCoachWorkspace(made, made.dataFolder);
    expect(await workspace.openFile('a.ts')).toMatchObject({
      content: 'old',
      version,
      unsaved: { content, baseVersion: version },
    });
    await workspace.writeFile({ path: 'a.ts', content });
    expect(readFileSync(made.at('a.ts'), 'utf8')).toBe(content);
    await writes.close();
    const third = await openCoachWorkspace(made, made.dataFolder);
    expect(third.workspace.getBuffer('a.ts')).toBeNull();
  });

  it('stay dirty with what was typed while a save was running', async () => {
    const { workspace } = await coachWorkspace({ 'a.ts': 'old' });
    await workspace.openFile('a.ts');
    await workspace.updateBuffer({ path: 'a.ts', content: 'one', cursorPosition });
    const saving = workspace.writeFile({ path: 'a.ts', content: 'one' });
    await workspace.updateBuffer({ path: 'a.ts', content: 'one two', cursorPosition });
    await saving;
    expect(workspace.getBuffer('a.ts')).toMatchObject({ content: 'one two', dirty: true });
    await workspace.writeFile({ path: 'a.ts', content: 'one two' });
    expect(workspace.getBuffer('a.ts')?.dirty).toBe(false);
  });

  it('are clean after a save of a newer text than the last update', async () => {
    const { workspace } = await coachWorkspace({ 'a.ts': 'old' });
    await workspace.openFile('a.ts');
    await workspace.updateBuffer({ path: 'a.ts', content: 'one', cursorPosition });
    for (const content of ['one two', 'one two three']) {
      await workspace.writeFile({ path: 'a.ts', content });
      expect(workspace.getBuffer('a.ts')).toMatchObject({ content, dirty: false });
    }
  });

  it('survive a save that conflicts with another program, which shows both texts', async () => {
    const { workspace, at } = await coachWorkspace({ 'a.ts': 'old' });
    await workspace.openFile('a.ts');
    await workspace.updateBuffer({ path: 'a.ts', content: 'mine', cursorPosition });
    writeFileSync(at('a.ts'), 'theirs');
    await expect(workspace.writeFile({ path: 'a.ts', content: 'mine' })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { yours: 'mine', onDisk: { content: 'theirs' } },
    });
    expect(workspace.getBuffer('a.ts')).toMatchObject({ content: 'mine', dirty: true });
    expect(readFileSync(at('a.ts'), 'utf8')).toBe('theirs');
  });

  it.each([
    ['a binary file', (file: string) => writeFileSync(file, new Uint8Array([0, 1, 2]))],
    ['a file over 2 MiB', (file: string) => writeFileSync(file, 'x'.repeat(2_097_153))],
    [
      'a link out of the project',
      (file: string) => {
        rmSync(file);
        symlinkSync('/etc/hostname', file);
      },
    ],
  ])('are still there if the file on the disk is replaced by %s', async (_, replace) => {
    const made = await coachWorkspace({ 'a.ts': 'old' });
    const { version } = await made.workspace.openFile('a.ts');
    await made.workspace.updateBuffer({ path: 'a.ts', content: 'typed', cursorPosition });
    replace(made.at('a.ts'));
    const { workspace } = await openCoachWorkspace(made, made.dataFolder);
    expect(workspace.unsavedTexts()).toEqual([{ path: 'a.ts', content: 'typed', baseVersion: version }]);
    expect(workspace.openFiles()).toEqual([]);
    expect(await workspace.openFile('a.ts')).toMatchObject({ version: null, unsaved: { content: 'typed' } });
    await workspace.discardBuffer('a.ts');
    expect(workspace.unsavedTexts()).toEqual([]);
    await expect(workspace.openFile('a.ts')).rejects.toMatchObject({ code: expect.any(String) });
  });

  it('are not unsaved if what was typed was undone', async () => {
    const { workspace } = await coachWorkspace({ 'a.ts': 'old' });
    await workspace.openFile('a.ts');
    await workspace.updateBuffer({ path: 'a.ts', content: 'old', cursorPosition });
    expect(workspace.unsavedTexts()).toEqual([]);
  });

  it('stay unsaved if another page saves another text, and saving them then is a conflict', async () => {
    const made = await coachWorkspace({ 'a.ts': 'old' });
    const { workspace, at } = made;
    const { version } = await workspace.openFile('a.ts');
    await workspace.updateBuffer({ path: 'a.ts', content: 'of B', cursorPosition, author: 'B' });
    await workspace.writeFile({ path: 'a.ts', content: 'of A', expectedVersion: version, author: 'A' });
    expect(readFileSync(at('a.ts'), 'utf8')).toBe('of A');
    const next = await openCoachWorkspace(made, made.dataFolder);
    expect(next.workspace.unsavedTexts()).toEqual([{ path: 'a.ts', content: 'of B', baseVersion: version }]);
    const save = next.workspace.writeFile({ path: 'a.ts', content: 'of B', author: 'B' });
    await expect(save).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('are refused to another file that would take their path', async () => {
    const { workspace, at } = await coachWorkspace({ 'a.ts': 'a', 'b/b.ts': 'b', 'c/b.ts': 'c' });
    await workspace.updateBuffer({ path: 'b/b.ts', content: 'precious', cursorPosition });
    await workspace.remove('b');
    await expect(workspace.rename('c', 'b')).rejects.toMatchObject({ code: 'CONFLICT' });
    await workspace.createFolder('b');
    await expect(workspace.rename('a.ts', 'b/b.ts')).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(workspace.createFile('b/b.ts')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(workspace.getBuffer('b/b.ts')).toMatchObject({ content: 'precious', dirty: true });
    expect(existsSync(at('a.ts'))).toBe(true);
    await workspace.discardBuffer('b/b.ts');
    await workspace.rename('a.ts', 'b/b.ts');
    expect(readFileSync(at('b/b.ts'), 'utf8')).toBe('a');
  });

  it('EC-12: are not kept for binary files, and their diff is empty', async () => {
    const { workspace } = await coachWorkspace({ 'a.png': 'x' });
    await expect(workspace.updateBuffer({ path: 'a.png', content: 'y', cursorPosition })).rejects.toMatchObject({
      code: 'BINARY_FILE',
    });
    expect(workspace.getBuffer('a.png')).toBeNull();
    expect(await workspace.getDiff('a.png')).toBe('');
  });

  it('EC-13: keep the text of a file that was removed while it was open', async () => {
    const { workspace, at } = await coachWorkspace({ 'a.ts': 'old\n' });
    await workspace.openFile('a.ts');
    await workspace.updateBuffer({ path: 'a.ts', content: 'typed\n', cursorPosition });
    rmSync(at('a.ts'));
    expect(workspace.getBuffer('a.ts')?.content).toBe('typed\n');
    expect(await workspace.getDiff('a.ts')).toBe('--- /dev/null\n+++ a.ts\n@@ -0,0 +1,1 @@\n+typed\n');
    await expect(workspace.readFile('a.ts')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await workspace.openFile('a.ts')).toMatchObject({
      content: '',
      version: null,
      unsaved: { content: 'typed\n' },
    });
    await expect(workspace.writeFile({ path: 'a.ts', content: 'typed\n' })).rejects.toMatchObject({ code: 'CONFLICT' });
    await workspace.writeFile({ path: 'a.ts', content: 'typed\n', expectedVersion: null });
    expect(readFileSync(at('a.ts'), 'utf8')).toBe('typed\n');
  });
});

describe('diffs', () => {
  it('3.5: show what is typed against what is saved, and are empty for a clean or missing buffer', async () => {
    const { workspace } = await coachWorkspace({ 'src/a.ts': 'one\ntwo\nthree\n', 'b.ts': '' });
    expect(await workspace.getDiff('src/a.ts')).toBe('');
    expect(await workspace.getDiffs()).toEqual([]);
    await workspace.openFile('src/a.ts');
    await workspace.updateBuffer({ path: 'src/a.ts', content: 'one\n2\nthree\n', cursorPosition });
    const diff = '--- src/a.ts\n+++ src/a.ts\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n';
    expect(await workspace.getDiff('src/a.ts')).toBe(diff);
    expect(await workspace.getDiffs()).toEqual([{ path: 'src/a.ts', diff }]);
    await workspace.writeFile({ path: 'src/a.ts', content: 'one\n2\nthree\n' });
    expect(await workspace.getDiff('src/a.ts')).toBe('');
  });

  it('turn one text into the other, with CRLF, without a last line end, and for large different texts', () => {
    const large = (seed: number) => Array.from({ length: 30_000 }, (_, line) => `${(line * seed) % 7919}\n`).join('');
    const pairs = [
      ['a\r\nb\r\n', 'a\r\nc\r\n'],
      ['a', 'a\n'],
      ['', 'x'],
      ['x\n', ''],
      [large(3), `${large(5)}end`],
    ] as const;
    for (const [before, after] of pairs) expect(applyPatch(before, unifiedDiff('a.ts', before, after))).toBe(after);
  });

  it('of a phase show everything since it began, saved or not', async () => {
    const made = await coachWorkspace({
      'a.ts': 'a\n',
      'b.ts': 'b\n',
      'c.ts': 'c\n',
      'gone.ts': 'gone\n',
      'old.ts': 'old\n',
    });
    const { workspace } = made;
    const save = async (path: string, content: string) => {
      await workspace.openFile(path);
      await workspace.writeFile({ path, content });
    };
    await save('c.ts', 'before the phase\n');
    await workspace.beginPhase('phase-1');
    await save('a.ts', 'first\n');
    await save('a.ts', 'second\n');
    await workspace.openFile('b.ts');
    await workspace.updateBuffer({ path: 'b.ts', content: 'typed\n', cursorPosition });
    await workspace.createFile('new.ts');
    await workspace.writeFile({ path: 'new.ts', content: 'new\n' });
    await workspace.remove('gone.ts');
    await workspace.rename('old.ts', 'renamed.ts');
    const shown = async () =>
      (await workspace.getPhaseDiffs('phase-1')).map(({ path, diff }) => [
        path,
        ...diff.split('\n').filter((line) => /^[-+][a-z]/.test(line)),
      ]);
    const expected = [
      ['a.ts', '-a', '+second'],
      ['b.ts', '-b', '+typed'],
      ['gone.ts', '-gone'],
      ['new.ts', '+new'],
      ['old.ts', '-old'],
      ['renamed.ts', '+old'],
    ];
    expect(await shown()).toEqual(expected);
    await workspace.beginPhase('phase-2');
    await save('a.ts', 'third\n');
    expect(await workspace.getPhaseDiffs('phase-2')).toMatchObject([{ path: 'a.ts' }, { path: 'b.ts' }]);
    await made.workbench.close();
    const again = await openCoachWorkspace(made, made.dataFolder);
    await again.workspace.beginPhase('phase-1');
    expect((await again.workspace.getPhaseDiffs('phase-1'))[0]?.diff).toContain('-a\n+third\n');
  });

  it('of a phase include changes by other programs to open and new files', async () => {
    const { workspace, at } = await coachWorkspace({ 'a.ts': 'a\n' });
    await workspace.beginPhase('phase-1');
    await workspace.openFile('a.ts');
    const seen: string[] = [];
    const watcher = workspace.watch({
      onManyChanges: () => undefined,
      onChange: ({ path }) => seen.push(path),
      onNotice: (notice) => seen.push(notice),
    });
    await watcher.ready;
    writeFileSync(at('a.ts'), 'other\n');
    writeFileSync(at('new.ts'), 'new\n');
    await expect
      .poll(async () => (await workspace.getPhaseDiffs('phase-1')).map(({ path }) => path))
      .toEqual(['a.ts', 'new.ts']);
    await watcher.close();
  });
});

describe('open, renamed and removed files', () => {
  it('are in the set of open files by their one path', async () => {
    const { workspace, at } = await coachWorkspace({ 'src/b.ts': '', 'a.ts': '' });
    symlinkSync('src', at('alias'));
    await workspace.openFile('alias/b.ts');
    await workspace.openFile('a.ts');
    expect(workspace.openFiles()).toEqual(['a.ts', 'src/b.ts']);
    workspace.closeFile('./a.ts');
    expect(workspace.openFiles()).toEqual(['src/b.ts']);
  });

  it('take unsaved texts along when their folder is renamed', async () => {
    const made = await coachWorkspace({ 'src/a.ts': 'a', 'src/deep/b.ts': 'b' });
    await made.workspace.openFile('src/deep/b.ts');
    await made.workspace.updateBuffer({ path: 'src/deep/b.ts', content: 'typed', cursorPosition });
    await made.workspace.rename('src', 'lib');
    expect(made.workspace.openFiles()).toEqual(['lib/deep/b.ts']);
    expect(made.workspace.getBuffer('lib/deep/b.ts')?.content).toBe('typed');
    expect(made.workspace.getBuffer('src/deep/b.ts')).toBeNull();
    const { workspace } = await openCoachWorkspace(made, made.dataFolder);
    await workspace.writeFile({ path: 'lib/deep/b.ts', content: 'typed' });
    expect(readFileSync(made.at('lib/deep/b.ts'), 'utf8')).toBe('typed');
  });

  it('can be restored after they were removed, also after a restart', async () => {
    const made = await coachWorkspace({ 'src/a.ts': 'a', 'src/deep/b.sh': 'b' });
    chmodSync(made.at('src/deep/b.sh'), 0o755);
    const { id } = await made.workspace.remove('src');
    expect(existsSync(made.at('src'))).toBe(false);
    await made.workbench.close();
    const { workspace } = await openCoachWorkspace(made, made.dataFolder);
    expect(await workspace.listRemoved()).toEqual([{ id, path: 'src', removedAt: WORKSPACE_TIME.toISOString() }]);
    await workspace.createFile('src');
    await expect(workspace.restore(id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await workspace.rename('src', 'other');
    expect(await workspace.restore(id)).toBe('src');
    expect(readFileSync(made.at('src/deep/b.sh'), 'utf8')).toBe('b');
    expect(await workspace.listRemoved()).toEqual([]);
    await expect(workspace.restore(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(workspace.remove('missing.ts')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await workspace.listRemoved()).toEqual([]);
  });

  it('A link that was removed can be restored, whether or not it leads anywhere.', async () => {
    const { workspace, at } = await coachWorkspace({ 'a.ts': 'a' });
    for (const target of ['a.ts', 'missing.ts']) {
      symlinkSync(target, at('link.ts'));
      const { id } = await workspace.remove('link.ts');
      expect(await workspace.listRemoved()).toMatchObject([{ id, path: 'link.ts' }]);
      expect(await workspace.restore(id)).toBe('link.ts');
      expect(readlinkSync(at('link.ts'))).toBe(target);
      rmSync(at('link.ts'));
    }
  });

  it('are refused a name that is taken', async () => {
    const { workspace } = await coachWorkspace({ 'empty.ts': '', 'full.ts': 'x' });
    for (const path of ['empty.ts', 'full.ts'])
      await expect(workspace.createFile(path)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});
