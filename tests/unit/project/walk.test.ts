import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Project } from '../../../src/project/project.js';
import type { WalkOptions } from '../../../src/project/walk-project.js';
import { evidenceProject } from '../../support/evidence-project.js';
import { scratchFolder } from '../../support/scratch-folder.js';

async function pathsOf(project: Project, options: Partial<WalkOptions> = {}): Promise<string[]> {
  const paths: string[] = [];
  const signal = new AbortController().signal;
  for await (const { path: found, kind } of project.walk({ signal, ...options }))
    paths.push(kind === 'folder' ? `${found}/` : found);
  return paths;
}

describe('a walk', () => {
  it('goes depth first in the order of bytes, and only as deep as it may', async () => {
    const { project } = await evidenceProject({
      'b/z': '',
      'b/a/q': '',
      a: '',
      'b.txt': '',
      Z: '',
      '\uff5e': '',
      '😀': '',
    });
    expect(await pathsOf(project)).toEqual(['Z', 'a', 'b/', 'b/a/', 'b/a/q', 'b/z', 'b.txt', '\uff5e', '😀']);
    expect(await pathsOf(project, { maxDepth: 1 })).toEqual(['Z', 'a', 'b/', 'b.txt', '\uff5e', '😀']);
    expect(await pathsOf(project, { below: './b/' })).toEqual(['b/a/', 'b/a/q', 'b/z']);
    expect(await pathsOf(project, { below: 'no-such-folder' })).toEqual([]);
  });

  it('leaves out secrets and the data folder, and names links without following them', async () => {
    const outside = scratchFolder('outside');
    writeFileSync(path.join(outside, 'x'), '');
    const { project, root } = await evidenceProject({
      '.env': '',
      '.git/config': '',
      '.witan/runs.db': '',
      'a/b.pem': '',
      'a/c': '',
    });
    symlinkSync(outside, path.join(root, 'link'));
    symlinkSync('.', path.join(root, 'a/loop'));
    expect(await pathsOf(project)).toEqual(['a/', 'a/c', 'a/loop', 'link']);
  });

  it('respects nested ignore files, their exceptions, and what is usually ignored', async () => {
    const { project } = await evidenceProject({
      '.gitignore': '*.log\nbuild/\n/only-here\n!keep.log\n',
      'a.log': '',
      'keep.log': '',
      'build/x': '',
      'only-here': '',
      'sub/only-here': '',
      'sub/.gitignore': '!*.log\nbuild\n',
      'sub/b.log': '',
      'sub/build': '',
      'node_modules/p/index.js': '',
      'caf\u00e9.txt': '',
    });
    expect(await pathsOf(project)).toEqual([
      ...['.gitignore', 'caf\u00e9.txt', 'keep.log', 'sub/', 'sub/.gitignore', 'sub/b.log', 'sub/only-here'],
    ]);
    expect(await pathsOf(project, { below: 'node_modules' })).toEqual(['node_modules/p/', 'node_modules/p/index.js']);
    expect(await pathsOf(project, { below: 'sub' })).toEqual(['sub/.gitignore', 'sub/b.log', 'sub/only-here']);
  });

  it('takes no ignore file that is a link, and survives one that was made to be slow', async () => {
    const outside = scratchFolder('outside');
    writeFileSync(path.join(outside, 'rules'), '*');
    const { project, root } = await evidenceProject({
      'a/.gitignore': `${'*a'.repeat(400)}b\n`.repeat(300),
      [`a/${'a'.repeat(200)}`]: '',
    });
    symlinkSync(path.join(outside, 'rules'), path.join(root, '.gitignore'));
    expect(await pathsOf(project)).toEqual(['.gitignore', 'a/', 'a/.gitignore', `a/${'a'.repeat(200)}`]);
  });

  it('ends when it is aborted', async () => {
    const { project, root } = await evidenceProject();
    for (let index = 0; index < 50; index++) mkdirSync(path.join(root, `f${index}`));
    const stop = new AbortController();
    let seen = 0;
    for await (const _ of project.walk({ signal: stop.signal })) {
      seen++;
      if (seen === 10) stop.abort();
    }
    expect(seen).toBe(10);
  });
});
