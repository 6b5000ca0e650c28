import { describe, expect, it } from 'vitest';
import { getFileTree } from '../../../../../src/council/evidence/tools/get-file-tree.js';
import { renderFileTree } from '../../../../../src/project/render-file-tree.js';
import { evidenceProject } from '../../../../support/evidence-project.js';

const FILES = {
  'README.md': '',
  'src/index.ts': '',
  'src/deep/a.ts': '',
  'src/deep/er/b.ts': '',
  'docs/x.md': '',
  '.env': '',
};

describe('get_file_tree', () => {
  it('shows folders first, as deep as asked, and marks what is not unfolded', async () => {
    const { ask } = await evidenceProject(FILES);
    expect(await ask(getFileTree, { max_depth: 2 })).toEqual({
      ok: true,
      value: ['docs/', '  x.md', 'src/', '  deep/ …', '  index.ts', 'README.md'].join('\n'),
    });
    expect(await ask(getFileTree, { path: 'src/deep' })).toEqual({ ok: true, value: 'er/\n  b.ts\na.ts' });
  });

  it('shows what is near the top first, and says what was cut', async () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`big/f${index}.ts`, '']));
    const { ask } = await evidenceProject({ ...FILES, ...many });
    expect(await ask(getFileTree, { max_depth: 2, max_files: 8 })).toEqual({
      ok: true,
      value: [
        ...[
          'big/',
          '  f0.ts',
          '  f1.ts',
          '  … (98 more)',
          'docs/',
          '  x.md',
          'src/',
          '  deep/ …',
          '  … (1 more)',
          'README.md',
        ],
      ].join('\n'),
    });
    expect(await ask(getFileTree, { max_files: 2 })).toEqual({ ok: true, value: 'big/ …\ndocs/ …\n… (2 more)' });
  });

  it('says so when the folder is empty, and when it does not exist', async () => {
    const { ask } = await evidenceProject();
    expect(await ask(getFileTree, {})).toEqual({ ok: true, value: '(empty)' });
    expect(await ask(getFileTree, { path: 'none' })).toMatchObject({ ok: false });
  });

  it('is the same tree that opens the first round', async () => {
    const { project, context } = await evidenceProject(FILES);
    const tree = await renderFileTree(project, { maxDepth: 1, maxFiles: 50 }, context.signal);
    expect(tree).toBe('docs/ …\nsrc/ …\nREADME.md');
  });
});
