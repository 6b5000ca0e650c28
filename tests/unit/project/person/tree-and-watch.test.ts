import { EventEmitter } from 'node:events';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { TreeNode } from '../../../../src/project/person/project-tree.js';
import type { FileChange, FileWatcher, WatchOptions } from '../../../../src/project/person/watch-files.js';
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
    const started = files.watch({
      onChange: (change) => changes.push(change),
      onNotice: (text) => notices.push(text),
      ...options,
    });
    watcher = started;
    await started.ready;
    const seen = () => changes.map(({ action, path }) => `${action} ${path}`);
    return { seen, notices, started };
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

  it('looks for changes itself when the system has no watches left, and says so once', async () => {
    const project = await personProject({});
    const made: { readonly emitter: EventEmitter; readonly polls: boolean | undefined }[] = [];
    const closed: number[] = [];
    const notices: string[] = [];
    await watch(project, {
      onNotice: (text) => notices.push(text),
      createWatcher: (_root, { usePolling }) => {
        const emitter = new EventEmitter();
        const index = made.push({ emitter, polls: usePolling }) - 1;
        setImmediate(() => {
          if (index > 0) return emitter.emit('ready');
          for (let folder = 0; folder < 50; folder++)
            emitter.emit('error', Object.assign(new Error('no'), { code: 'ENOSPC' }));
        });
        return Object.assign(emitter, { close: async () => void closed.push(index) });
      },
    });
    expect(made.map(({ polls }) => polls)).toEqual([false, true]);
    expect(closed).toEqual([0]);
    expect(notices).toEqual([expect.stringContaining('max_user_watches')]);
    made[1]?.emitter.emit('error', Object.assign(new Error('no'), { code: 'EIO' }));
    made[1]?.emitter.emit('error', Object.assign(new Error('no'), { code: 'EIO' }));
    expect(notices).toHaveLength(2);
  });
});
