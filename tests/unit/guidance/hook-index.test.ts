import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_HOOK_SETTINGS } from '../../../src/guidance/hook-index/hook-index.js';
import { indexPath } from '../../../src/guidance/hook-index/index-file.js';
import { loadHookIndex, rebuildHookIndex } from '../../../src/guidance/hook-index/load-hook-index.js';
import { node, project, VERSION_BUMP } from './fixture.js';

const ids = (folders: Parameters<typeof loadHookIndex>[0]) => loadHookIndex(folders).items.map(({ id }) => id);

describe('the index of a hook', () => {
  it('is built from the graphs at first and read from its file afterwards', () => {
    const folders = project([node(), { id: 'e1', type: 'Entity', label: 'not ours' }]);
    expect(ids(folders)).toEqual([VERSION_BUMP.id]);
    const file = indexPath(folders);
    const { mtimeMs } = statSync(file);
    expect(ids(folders)).toEqual([VERSION_BUMP.id]);
    expect(statSync(file).mtimeMs).toBe(mtimeMs);
  });

  it('follows changed, added and removed graph files', () => {
    const folders = project([node()]);
    ids(folders);
    folders.writeGraph([node({ id: 'b' })], 'testing');
    expect(ids(folders)).toEqual([VERSION_BUMP.id, 'b']);
    folders.writeGraph([node({ id: 'changed' })]);
    expect(ids(folders)).toEqual(['changed', 'b']);
    rmSync(folders.graphFile());
    expect(ids(folders)).toEqual(['b']);
  });

  it('is not read from the project, whatever the project ships', () => {
    const folders = project();
    mkdirSync(folders.dataFolder, { recursive: true });
    const planted = { format: 2, dataFolder: folders.dataFolder, settings: { enabled: false }, items: [node()] };
    for (const name of ['hook-index.json', 'index.json']) {
      writeFileSync(path.join(folders.dataFolder, name), JSON.stringify(planted));
    }
    expect(loadHookIndex(folders)).toMatchObject({ items: [], settings: { enabled: true } });
  });

  it('keeps the last items while a graph is broken for a moment', () => {
    const folders = project([node()]);
    ids(folders);
    folders.write(folders.graphFile(), '{"nodes": [');
    folders.writeGraph([node({ id: 'b' })], 'testing');
    expect(ids(folders)).toEqual([VERSION_BUMP.id, 'b']);
    expect(rebuildHookIndex(folders).faults).toEqual([
      'deployment: the file is not a JSON object with a list of nodes',
    ]);
    folders.writeGraph([node({ id: 'fixed' })]);
    expect(ids(folders)).toEqual(['fixed', 'b']);
  });

  it('says what is wrong with nodes, one line each, and continues with the others', () => {
    const folders = project([
      node(),
      node({ id: 'b', priority: 'URGENT' }),
      node({ id: 'c', process_type: 'poem' }),
      node({ id: 'd', checklist: { items: 'none'.slice(4) } }),
      node({ id: 'e', trigger_conditions: { tool_names: 7 } }),
    ]);
    const { items, faults } = loadHookIndex(folders);
    expect(items.map(({ id }) => id)).toEqual([VERSION_BUMP.id, 'b', 'e']);
    expect(faults).toEqual([
      'deployment: b: priority is "URGENT"; it must be one of CRITICAL, HIGH, MEDIUM, LOW',
      'deployment: c: process_type is "poem"; it must be one of checklist, pattern, warning, requirement',
      'deployment: d: checklist.items must be a list with at least one text',
      'deployment: e: trigger_conditions.tool_names is 7; it must be a list of texts; until then the item is not shown',
    ]);
  });

  it('takes settings from a process that reads the configuration, and notices that it changed', () => {
    const folders = project([node()]);
    folders.write('config.yaml', 'a: 1');
    const files = [path.join(folders.projectFolder, 'config.yaml'), path.join(folders.projectFolder, 'missing.yaml')];
    rebuildHookIndex(folders, { settings: { ...DEFAULT_HOOK_SETTINGS, threshold: 0.9 }, files });
    expect(loadHookIndex(folders)).toMatchObject({ settings: { threshold: 0.9 }, settingsAreStale: false });
    folders.write('missing.yaml', 'b: 2');
    expect(loadHookIndex(folders)).toMatchObject({ settings: { threshold: 0.9 }, settingsAreStale: true });
  });
});

describe('a hook', () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  it.each([
    ['no JSON', 'nonsense'],
    ['an empty file', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['nodes that are no list', '{"nodes": {"a": 1}}'],
    ['nodes of all kinds', '{"nodes": [null, 1, "x", [], {}, {"type": "Concept", "process_type": {}}]}'],
    ['deep nesting', `{"nodes": ${deep}}`],
    ['a polluting key', '{"__proto__": {"nodes": []}, "constructor": {"prototype": {"x": 1}}}'],
    ['bytes that are no text', '\uFFFD\u0000\u0001'],
  ])('does not fail with %s', (_, text) => {
    const folders = project();
    folders.write(folders.graphFile(), text);
    expect(ids(folders)).toEqual([]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('uses the old index for a graph of 50 MB, which the program itself can index', () => {
    const folders = project([node()]);
    ids(folders);
    folders.writeGraph([node({ id: 'huge', description: 'x'.repeat(50_000_000) })]);
    expect(ids(folders)).toEqual([VERSION_BUMP.id]);
    rebuildHookIndex(folders);
    expect(ids(folders)).toEqual(['huge']);
  });

  it('keeps the index of a graph of 50 MB when another graph changed, and does not read it again', () => {
    const folders = project([node()]);
    folders.writeGraph([node({ id: 'huge', description: 'x'.repeat(50_000_000) })], 'huge');
    rebuildHookIndex(folders);
    folders.writeGraph([node({ id: 'changed' })]);
    expect(ids(folders)).toEqual(['changed', 'huge']);
  });

  it('does not fail with an index file that is broken, truncated or of another version', () => {
    const folders = project([node()]);
    const file = indexPath(folders);
    ids(folders);
    for (const text of ['', '{', '[]', '{"format":1,"items":[{"id":"x"},null]}', '{"format":99,"items":[]}']) {
      writeFileSync(file, text);
      expect(ids(folders)).toEqual([VERSION_BUMP.id]);
    }
    truncateSync(file, 20);
    expect(ids(folders)).toEqual([VERSION_BUMP.id]);
  });

  it('does not fail with folders instead of files, or a data folder that cannot be written', () => {
    const folders = project();
    mkdirSync(folders.graphFile(), { recursive: true });
    expect(ids(folders)).toEqual([]);
    rmSync(folders.graphFile(), { recursive: true });
    folders.writeGraph([node()]);
    mkdirSync(folders.dataFolder, { recursive: true });
    chmodSync(folders.dataFolder, 0o500);
    expect(ids(folders)).toEqual([VERSION_BUMP.id]);
    chmodSync(folders.dataFolder, 0o700);
  });

  it.skipIf(process.platform === 'win32')('does not fail with a named pipe instead of a graph', () => {
    const folders = project([node({ id: 'other' })]);
    execFileSync('mkfifo', [folders.graphFile('pipe')]);
    expect(ids(folders)).toEqual(['other']);
  });
});
