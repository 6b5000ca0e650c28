import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { TreeNode } from '../../../src/project/person/project-tree.js';
import { personProject } from '../../support/person-project.js';

it('shows 10,000 files in the tree and reports a change among them', { timeout: 60_000 }, async () => {
  const { files, at } = await personProject({});
  for (let folder = 0; folder < 100; folder++) {
    mkdirSync(at(`f${folder}`));
    for (let file = 0; file < 100; file++) writeFileSync(at(`f${folder}/${file}.ts`), '');
  }
  const started = performance.now();
  const { root, isComplete } = await files.getProjectTree();
  console.log(`tree of 10,000 files: ${Math.round(performance.now() - started)} ms`);
  expect(isComplete).toBe(true);
  expect(countNodes(root)).toBe(10_101);

  const changes: string[] = [];
  const watcher = files.watch({
    onManyChanges: () => undefined,
    onChange: ({ path }) => changes.push(path),
    onNotice: (notice) => changes.push(notice),
  });
  await watcher.ready;
  writeFileSync(at('f99/99.ts'), 'changed');
  await expect.poll(() => changes).toEqual(['f99/99.ts']);
  await watcher.close();
});

function countNodes(node: TreeNode): number {
  return (node.children ?? []).reduce((count, child) => count + countNodes(child), 1);
}
