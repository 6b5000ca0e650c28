import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { FileChange } from '../../../../src/project/person/known-files.js';
import type { TreeNode } from '../../../../src/project/person/project-tree.js';
import type { FileWatcher, WatchOptions } from '../../../../src/project/person/watch-files.js';
import { type PersonProject, personProject } from '../../../support/person-project.js';

const pathsOf = (node: TreeNode): string[] => [node.path, ...(node.children ?? []).flatMap(pathsOf)];

describe('the tree of the project', () => {
  it('3.6: has folders and files, folders first, without what tools made', async () => {
    const { files, outside, at } = await personProject({
      'src/b.ts': '',
      'src/a.ts': '',
      'README.md': '',
      '.env': '',
      'docs/build': 'a file, not a folder',
      ...Object.fromEntries(
        ['node_modules', 'dist', 'build', 'coverage', '.next', '.cache', 'src/node_modules'].map((name) => [
          `${name}/x.js`,
          '',
        ]),
      ),
      '.a.ts.12-0123456789ab.tmp': '',
    });
    symlinkSync(outside, at('way-out'));
    symlinkSync('src/a.ts', at('link.ts'));
    symlinkSync('.', at('loop'));
    const { root, isComplete } = await files.getProjectTree();
    expect(isComplete).toBe(true);
    expect(root).toMatchObject({ path: '', type: 'directory' });
    expect(pathsOf(root)).toEqual([
      '',
      'docs',
      'docs/build',
      'src',
      'src/a.ts',
      'src/b.ts',
      '.env',
      'README.md',
      'link.ts',
    ]);
  });
});

describe('watching the project', () => {
  let watcher: FileWatcher | undefined;
  afterEach(async () => {
    await watcher?.close();
    watcher = undefined;
  });

  async function watch({ files }: PersonProject, options: Partial<WatchOptions> = {}) {
    const changes: FileChange[] = [];
    const notices: string[] = [];
    const many: number[] = [];
    const started = files.watch({
      onChange: (change) => changes.push(change),
      onManyChanges: () => many.push(changes.length),
      onNotice: (text) => notices.push(text),
      ...options,
    });
    watcher = started;
    await started.ready;
    const seen = () => changes.map(({ action, path }) => `${action} ${path}`);
    return { seen, notices, many, started };
  }

  it('3.7: reports nothing for what is there when it starts', async () => {
    const project = await personProject({ 'a.ts': '', 'src/b.ts': '' });
    const { seen, notices } = await watch(project);
    expect(seen()).toEqual([]);
    expect(notices).toEqual([]);
  });

  it('3.8: reports files and folders that are made, changed and removed, and nothing that is left out', async () => {
    const project = await personProject({ 'a.ts': 'old', 'node_modules/x/index.js': '', 'src/b.ts': '' });
    const { seen } = await watch(project);
    const { at } = project;
    for (const name of ['node_modules/x/new.js', '.git/index', '.witan/x.db']) writeFileSync(at(name), 'x');
    mkdirSync(at('dist'));
    writeFileSync(at('dist/out.js'), 'x');
    writeFileSync(at('a.ts'), 'new text');
    mkdirSync(at('lib'));
    await expect.poll(seen).toContain('addDir lib');
    writeFileSync(at('lib/c.ts'), 'x');
    await expect.poll(seen).toContain('add lib/c.ts');
    rmSync(at('src'), { recursive: true });
    await expect.poll(seen).toContain('unlinkDir src');
    await expect
      .poll(() => seen().sort())
      .toEqual(['add lib/c.ts', 'addDir lib', 'change a.ts', 'unlink src/b.ts', 'unlinkDir src']);
  });

  it('reports its own saves as one change, without the draft', async () => {
    const project = await personProject({ 'a.ts': 'old' });
    const { seen } = await watch(project);
    const read = await project.files.readFile('a.ts');
    await project.files.writeFile({
      path: 'a.ts',
      content: 'new',
      expectedVersion: read.ok ? read.value.version : null,
    });
    await expect.poll(seen).toContain('change a.ts');
    writeFileSync(project.at('end.ts'), '');
    await expect.poll(seen).toContain('add end.ts');
    expect(seen()).toEqual(['change a.ts', 'add end.ts']);
  });

  it('reports each of ten changes that follow each other as fast as they are reported', async () => {
    const project = await personProject({ 'a.txt': '' });
    let written = 0;
    const writeNext = () => written < 10 && writeFileSync(project.at('a.txt'), 'x'.repeat(++written));
    const reports: FileChange[] = [];
    await watch(project, { onChange: (change) => reports.push(change) && writeNext() });
    writeNext();
    await expect.poll(() => reports.length).toBe(10);
  });

  it('EC-16: reports nothing after it was closed', async () => {
    const project = await personProject({ 'a.ts': 'old' });
    const { seen, started } = await watch(project);
    writeFileSync(project.at('b.ts'), '');
    renameSync(project.at('a.ts'), project.at('c.ts'));
    await started.close();
    const before = seen();
    writeFileSync(project.at('d.ts'), '');
    const again = await watch(project);
    writeFileSync(project.at('e.ts'), '');
    await expect.poll(again.seen).toContain('add e.ts');
    expect(seen()).toEqual(before);
  });

  it('Changes are found without watches when the system has none left, which is said once.', async () => {
    const project = await personProject({ 'a.ts': 'old', 'src/b.ts': 'old' });
    const { seen, notices } = await watch(project, {
      watchFolder: () => {
        throw Object.assign(new Error('no'), { code: 'ENOSPC' });
      },
    });
    expect(notices).toEqual([expect.stringContaining('max_user_watches')]);
    // The first look only says where comparing starts, so the file is changed until that is found.
    await expect
      .poll(
        () => {
          writeFileSync(project.at('src/b.ts'), `new ${Math.random()}`);
          return seen();
        },
        { timeout: 10_000 },
      )
      .toContain('change src/b.ts');
    mkdirSync(project.at('lib'));
    rmSync(project.at('a.ts'));
    await expect.poll(seen, { timeout: 10_000 }).toEqual(expect.arrayContaining(['addDir lib', 'unlink a.ts']));
    expect(notices).toHaveLength(1);
  });

  it('Folders that exchange their names are watched under their new names.', async () => {
    const project = await personProject({ 'one/a.ts': '', 'two/b.ts': '' });
    const { seen } = await watch(project);
    renameSync(project.at('one'), project.at('between'));
    renameSync(project.at('two'), project.at('one'));
    renameSync(project.at('between'), project.at('two'));
    await expect.poll(seen).toEqual(expect.arrayContaining(['add one/b.ts', 'add two/a.ts']));
    writeFileSync(project.at('two/a.ts'), 'new');
    await expect.poll(seen).toContain('change two/a.ts');
    expect(seen()).not.toContain('change one/a.ts');
  });

  it('A folder of many files that is renamed is reported as many changes, not one by one.', async () => {
    const files = Object.fromEntries(Array.from({ length: 800 }, (_, index) => [`all/f${index % 8}/${index}.ts`, '']));
    const project = await personProject(files);
    const { seen, many } = await watch(project);
    renameSync(project.at('all'), project.at('moved'));
    await expect.poll(() => many.length).toBe(1);
    expect(seen().length).toBeLessThanOrEqual(500);
    writeFileSync(project.at('moved/f1/1.ts'), 'new');
    await expect.poll(seen).toContain('change moved/f1/1.ts');
  });

  const manyFolders = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`all/f${index}/a.ts`, 'text']));

  it('A file is read while most folders are still to be scanned.', async () => {
    const project = await personProject(manyFolders);
    let watched = 0;
    const started = project.files.watch({
      onChange: () => undefined,
      onManyChanges: () => undefined,
      onNotice: () => undefined,
      watchFolder: () => {
        watched++;
        return () => undefined;
      },
    });
    watcher = started;
    expect(await project.files.readFile('all/f299/a.ts')).toMatchObject({ ok: true });
    expect(watched).toBeLessThan(150);
    await started.ready;
    expect(watched).toBe(302);
  });

  it('A burst of 20,000 events about a folder that was renamed scans it once.', async () => {
    const project = await personProject(manyFolders);
    const watched: string[] = [];
    let report: (path: string) => void = () => undefined;
    const { many } = await watch(project, {
      watchFolder: (folder, changed) => {
        if (watched.push(folder) === 1) report = changed;
        return () => undefined;
      },
    });
    watched.length = 0;
    renameSync(project.at('all'), project.at('moved'));
    for (let event = 0; event < 10_000; event++) for (const name of ['all', 'moved']) report(name);
    await expect.poll(() => many.length).toBe(1);
    expect(watched).toHaveLength(301);
    expect(new Set(watched).size).toBe(301);
  });

  it('A system that watches the whole tree names a changed file by its path below the root.', async () => {
    const project = await personProject({ 'src/deep/a.ts': '' });
    let report: ((path: string) => void) | undefined;
    const { seen } = await watch(project, {
      watchFolder: (_folder, changed) => {
        report ??= changed;
        return () => undefined;
      },
    });
    writeFileSync(project.at('src/deep/b.ts'), '');
    report?.(path.join('src', 'deep', 'b.ts'));
    await expect.poll(seen).toEqual(['add src/deep/b.ts']);
  });
});
