import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_HOOK_SETTINGS } from '../../../src/guidance/hook-index/hook-index.js';
import { indexPath } from '../../../src/guidance/hook-index/index-file.js';
import { loadHookIndex, readIndex, updateHookIndex } from '../../../src/guidance/hook-index/load-hook-index.js';
import { createKnowledge } from '../../../src/guidance/index.js';
import { readToolAction, type ToolAction } from '../../../src/guidance/relevance/tool-action.js';
import { call, node, project, VERSION_BUMP } from './fixture.js';

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
    expect(readIndex(folders).faults).toEqual(['deployment: the file is not a JSON object with a list of nodes']);
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
    const { items, faults } = readIndex(folders);
    expect(items.map(({ id }) => id)).toEqual([VERSION_BUMP.id, 'b', 'e']);
    expect(faults).toEqual([
      'deployment: b: priority is "URGENT"; it must be one of CRITICAL, HIGH, MEDIUM, LOW',
      'deployment: c: process_type is "poem"; it must be one of checklist, pattern, warning, requirement',
      'deployment: d: checklist.items must be a list with at least one text',
      'deployment: e: trigger_conditions.tool_names is 7; it must be a list of texts; until then the item is not shown',
    ]);
  });

  it('takes settings from a process that reads the configuration, and keeps them when a graph changes', () => {
    const folders = project([node()]);
    updateHookIndex({ ...folders, hookSettings: { ...DEFAULT_HOOK_SETTINGS, threshold: 0.9 } });
    expect(loadHookIndex(folders).settings.threshold).toBe(0.9);
    folders.writeGraph([node({ id: 'changed' })]);
    expect(loadHookIndex(folders).settings.threshold).toBe(0.9);
    updateHookIndex({ ...folders, hookSettings: DEFAULT_HOOK_SETTINGS });
    expect(loadHookIndex(folders).settings).toEqual(DEFAULT_HOOK_SETTINGS);
  });

  it('The index is not written by a process that only looks, whether a graph changed or not.', () => {
    const folders = project([node()]);
    const knowledge = createKnowledge({ folders, redact: (text) => text });
    const look = () => {
      const { items } = knowledge.list();
      expect([items.length, knowledge.search('version').length, knowledge.show(VERSION_BUMP.id).ok]).toEqual([
        1,
        1,
        true,
      ]);
    };
    look();
    expect(existsSync(indexPath(folders))).toBe(false);
    updateHookIndex(folders);
    const before = statSync(indexPath(folders), { bigint: true });
    look();
    updateHookIndex(folders);
    ids(folders);
    folders.writeGraph([node({ label: 'Changed by a pull' })]);
    look();
    const after = statSync(indexPath(folders), { bigint: true });
    expect([after.ino, after.mtimeNs]).toEqual([before.ino, before.mtimeNs]);
    expect(loadHookIndex(folders).items).toMatchObject([{ label: 'Changed by a pull' }]);
  });

  it('The faults of a graph are reported also while it does not change.', () => {
    const folders = project([node(), node({ id: 'b', priority: 'URGENT' })]);
    const { faults } = readIndex(folders);
    updateHookIndex(folders);
    expect(faults).toHaveLength(1);
    expect(readIndex(folders).faults).toEqual(faults);
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
    updateHookIndex(folders);
    expect(ids(folders)).toEqual(['huge']);
  });

  it('keeps the index of a graph of 50 MB when another graph changed, and does not read it again', () => {
    const folders = project([node()]);
    folders.writeGraph([node({ id: 'huge', description: 'x'.repeat(50_000_000) })], 'huge');
    updateHookIndex(folders);
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

  it('An index in which an item is damaged is made again.', () => {
    const folders = project([node()]);
    const file = indexPath(folders);
    const action = readToolAction(call('Write', 'plugin.json'));
    const shown = () =>
      loadHookIndex(folders)
        .itemsFor(action as ToolAction)
        .map(({ id }) => id);
    expect(shown()).toEqual([VERSION_BUMP.id]);
    for (const read of [shown, () => ids(folders)]) {
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, `${text.slice(0, -9)}{{{{{{{{{`);
      expect(read()).toEqual([VERSION_BUMP.id]);
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
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
