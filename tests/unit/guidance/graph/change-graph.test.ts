import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changeGraph } from '../../../../src/guidance/changes/change-graph.js';
import { graphPath } from '../../../../src/guidance/graph/graph-files.js';
import { success } from '../../../../src/kernel/result.js';
import { project } from '../fixture.js';

const writeOver = () => success({ text: '{"nodes":[]}', value: 'done' });

describe('a change of a graph file', () => {
  it('leaves a file alone that it cannot read', async () => {
    const folders = project();
    const path = graphPath(folders.projectFolder, 'default');
    mkdirSync(path, { recursive: true });
    expect(await changeGraph(folders, 'default', writeOver)).toMatchObject({
      ok: false,
      error: { kind: 'unreadable' },
    });
    expect(lstatSync(path).isDirectory()).toBe(true);
  });

  it('leaves a file alone whose bytes it could not write back', async () => {
    const folders = project();
    const path = graphPath(folders.projectFolder, 'default');
    mkdirSync(dirname(path), { recursive: true });
    const latin1 = Buffer.from('{"nodes":[{"id":"caf\u00e9"}]}', 'latin1');
    writeFileSync(path, latin1);
    expect(await changeGraph(folders, 'default', writeOver)).toMatchObject({
      ok: false,
      error: { kind: 'unreadable' },
    });
    expect(readFileSync(path)).toEqual(latin1);
  });

  it('does not write over what an editor saved in the same moment', async () => {
    const folders = project();
    folders.write(graphPath(folders.projectFolder, 'default'), '{"nodes":[]}');
    const saved = '{"nodes":[{"id":"by hand"}]}';
    const change = () => {
      folders.write(graphPath(folders.projectFolder, 'default'), saved);
      return writeOver();
    };
    expect(await changeGraph(folders, 'default', change)).toMatchObject({ ok: false, error: { kind: 'busy' } });
    expect(readFileSync(folders.graphFile('default'), 'utf8')).toBe(saved);
  });

  it('removes the drafts of writers that were killed, and nothing else', async () => {
    const folders = project();
    const folder = dirname(graphPath(folders.projectFolder, 'default'));
    mkdirSync(folder, { recursive: true });
    const draft = '.default_graph.json.4242-0123456789ab.tmp';
    const kept = ['.default_graph.json.tmp', '.other.4242-0123456789ab.tmp', 'notes.tmp'];
    const before = new Date(Date.now() - 3_600_000);
    for (const name of [draft, ...kept]) {
      writeFileSync(join(folder, name), '');
      utimesSync(join(folder, name), before, before);
    }
    const fresh = '.default_graph.json.4243-0123456789ab.tmp';
    writeFileSync(join(folder, fresh), '');
    mkdirSync(join(folder, '.z_graph.json.1-0123456789ab.tmp/a'), { recursive: true });
    expect(await changeGraph(folders, 'default', writeOver)).toMatchObject({ ok: true });
    const names = readdirSync(folder);
    expect(names).not.toContain(draft);
    expect(names).toEqual(expect.arrayContaining([...kept, fresh, 'default_graph.json']));
  });

  it('does not read or write through a link in place of the graph file', async () => {
    const folders = project();
    const path = graphPath(folders.projectFolder, 'default');
    mkdirSync(dirname(path), { recursive: true });
    const target = `${dirname(path)}/shared.json`;
    writeFileSync(target, '{"nodes":[{"id":"a"}]}');
    symlinkSync(target, path);
    const changed = await changeGraph(folders, 'default', writeOver);
    expect(changed).toMatchObject({ ok: false, error: { message: expect.stringContaining('symbolic link') } });
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, 'utf8')).toBe('{"nodes":[{"id":"a"}]}');
  });
});
