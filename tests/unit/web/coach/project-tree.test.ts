import { describe, expect, it } from 'vitest';
import { createProjectTree } from '../../../../src/web/coach/model/project-tree.js';

describe('the tree of the project', () => {
  it('shows folders first, each by name, and only what is open', () => {
    const tree = sampleTree();
    expect(shown(tree, [])).toEqual(['src', 'a.txt', 'b.txt']);
    expect(shown(tree, ['src'])).toEqual(['src', 'src/deep', 'src/c2.ts', 'src/c10.ts', 'a.txt', 'b.txt']);
    expect(tree.rows(new Set(['src']))[2]).toMatchObject({ depth: 2, position: 2, siblings: 3, isFolder: false });
  });

  it('follows what is added, removed and renamed, in any order and twice', () => {
    const tree = sampleTree();
    tree.apply({ action: 'add', path: 'new/folder/file.ts' });
    tree.apply({ action: 'addDir', path: 'new/folder' });
    tree.apply({ action: 'addDir', path: 'new' });
    expect(tree.files()).toContain('new/folder/file.ts');
    tree.apply({ action: 'change', path: 'new', newPath: 'old' });
    tree.apply({ action: 'unlink', path: 'new/folder/file.ts' });
    tree.apply({ action: 'unlinkDir', path: 'new' });
    expect(tree.files()).toContain('old/folder/file.ts');
    expect(tree.has('new')).toBe(false);
    tree.remove('src');
    expect(tree.files()).toEqual(['old/folder/file.ts', 'a.txt', 'b.txt']);
  });

  it('makes a folder of a path that was first reported as a file', () => {
    const tree = sampleTree();
    tree.apply({ action: 'add', path: 'restored' });
    tree.apply({ action: 'addDir', path: 'restored' });
    expect(tree.isFolder('restored')).toBe(true);
  });
});

function sampleTree() {
  const tree = createProjectTree();
  for (const path of ['b.txt', 'a.txt', 'src/c10.ts', 'src/c2.ts', 'src/deep/d.ts'])
    tree.apply({ action: 'add', path });
  return tree;
}

function shown(tree: ReturnType<typeof createProjectTree>, expanded: readonly string[]): string[] {
  return tree.rows(new Set(expanded)).map(({ path }) => path);
}
