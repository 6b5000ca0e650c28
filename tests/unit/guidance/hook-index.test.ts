import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_HOOK_SETTINGS } from '../../../src/guidance/hook-index/hook-index.js';
import { indexPath } from '../../../src/guidance/hook-index/index-file.js';
import { loadHookIndex, rebuildHookIndex } from '../../../src/guidance/hook-index/load-hook-index.js';
import { node, project, VERSION_BUMP } from './fixture.js';

const ids = (place: Parameters<typeof loadHookIndex>[0]) => loadHookIndex(place).items.map(({ id }) => id);

describe('the index of a hook', () => {
  it('is made from the graphs at first sight and read from its file afterwards', () => {
    const place = project([node(), { id: 'e1', type: 'Entity', label: 'not ours' }]);
    expect(ids(place)).toEqual([VERSION_BUMP.id]);
    const file = indexPath(place.dataFolder);
    const { mtimeMs } = statSync(file);
    expect(ids(place)).toEqual([VERSION_BUMP.id]);
    expect(statSync(file).mtimeMs).toBe(mtimeMs);
  });

  it('follows changed, added and removed graph files', () => {
    const place = project([node()]);
    ids(place);
    place.writeGraph([node({ id: 'b' })], 'testing');
    expect(ids(place)).toEqual([VERSION_BUMP.id, 'b']);
    place.writeGraph([node({ id: 'changed' })]);
    expect(ids(place)).toEqual(['changed', 'b']);
    rmSync(place.graphFile());
    expect(ids(place)).toEqual(['b']);
  });

  it('is not read from the project, whatever the project ships', () => {
    const place = project();
    mkdirSync(place.dataFolder, { recursive: true });
    const planted = { format: 2, dataFolder: place.dataFolder, settings: { enabled: false }, items: [node()] };
    for (const name of ['hook-index.json', 'index.json']) {
      writeFileSync(path.join(place.dataFolder, name), JSON.stringify(planted));
    }
    expect(loadHookIndex(place)).toMatchObject({ items: [], settings: { enabled: true } });
  });

  it('makes no folder in a project that knows nothing', () => {
    const place = project();
    expect(ids(place)).toEqual([]);
    expect(statSync(place.dataFolder, { throwIfNoEntry: false })).toBeUndefined();
  });

  it('keeps what was known while a graph is broken for a moment', () => {
    const place = project([node()]);
    ids(place);
    place.write(place.graphFile(), '{"nodes": [');
    place.writeGraph([node({ id: 'b' })], 'testing');
    expect(ids(place)).toEqual([VERSION_BUMP.id, 'b']);
    expect(rebuildHookIndex(place).faults).toEqual(['deployment: the file is not a JSON object with a list of nodes']);
    place.writeGraph([node({ id: 'mended' })]);
    expect(ids(place)).toEqual(['mended', 'b']);
  });

  it('says what is wrong with nodes, one line each, and goes on with the others', () => {
    const place = project([
      node(),
      node({ id: 'b', priority: 'URGENT' }),
      node({ id: 'c', process_type: 'poem' }),
      node({ id: 'd', checklist: { items: 'none'.slice(4) } }),
      node({ id: 'e', trigger_conditions: { tool_names: 7 } }),
    ]);
    const { items, faults } = loadHookIndex(place);
    expect(items.map(({ id }) => id)).toEqual([VERSION_BUMP.id, 'b', 'e']);
    expect(faults).toEqual([
      'deployment: b: priority is "URGENT"; it must be one of CRITICAL, HIGH, MEDIUM, LOW',
      'deployment: c: process_type is "poem"; it must be one of checklist, pattern, warning, requirement',
      'deployment: d: checklist.items must be a list with at least one text',
      'deployment: e: trigger_conditions.tool_names is 7; it must be a list of texts; until then the item is not told',
    ]);
  });

  it('takes settings over from whoever reads the configuration, and notices that it changed', () => {
    const place = project([node()]);
    place.write('config.yaml', 'a: 1');
    const files = [path.join(place.projectFolder, 'config.yaml'), path.join(place.projectFolder, 'missing.yaml')];
    rebuildHookIndex(place, { settings: { ...DEFAULT_HOOK_SETTINGS, threshold: 0.9 }, files });
    expect(loadHookIndex(place)).toMatchObject({ settings: { threshold: 0.9 }, settingsAreStale: false });
    place.write('missing.yaml', 'b: 2');
    expect(loadHookIndex(place)).toMatchObject({ settings: { threshold: 0.9 }, settingsAreStale: true });
  });
});

describe('nothing stops a hook', () => {
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
  ])('%s', (_, text) => {
    const place = project();
    place.write(place.graphFile(), text);
    expect(ids(place)).toEqual([]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('a graph of 50 MB: the old index stands in, and the program itself can index it', () => {
    const place = project([node()]);
    ids(place);
    place.writeGraph([node({ id: 'huge', description: 'x'.repeat(50_000_000) })]);
    expect(ids(place)).toEqual([VERSION_BUMP.id]);
    rebuildHookIndex(place);
    expect(ids(place)).toEqual(['huge']);
  });

  it('a graph of 50 MB beside one that changed: what is known of it is kept, and it is not read again', () => {
    const place = project([node()]);
    place.writeGraph([node({ id: 'huge', description: 'x'.repeat(50_000_000) })], 'huge');
    rebuildHookIndex(place);
    place.writeGraph([node({ id: 'changed' })]);
    expect(ids(place)).toEqual(['changed', 'huge']);
  });

  it('an index file that is broken, cut or of another make', () => {
    const place = project([node()]);
    const file = indexPath(place.dataFolder);
    ids(place);
    for (const text of ['', '{', '[]', '{"format":1,"items":[{"id":"x"},null]}', '{"format":99,"items":[]}']) {
      writeFileSync(file, text);
      expect(ids(place)).toEqual([VERSION_BUMP.id]);
    }
    truncateSync(file, 20);
    expect(ids(place)).toEqual([VERSION_BUMP.id]);
  });

  it('folders in the place of files, and a data folder that cannot be written', () => {
    const place = project();
    mkdirSync(place.graphFile(), { recursive: true });
    expect(ids(place)).toEqual([]);
    rmSync(place.graphFile(), { recursive: true });
    place.writeGraph([node()]);
    mkdirSync(place.dataFolder);
    chmodSync(place.dataFolder, 0o500);
    expect(ids(place)).toEqual([VERSION_BUMP.id]);
    chmodSync(place.dataFolder, 0o700);
  });

  it.skipIf(process.platform === 'win32')('a named pipe in the place of a graph', () => {
    const place = project([node({ id: 'other' })]);
    execFileSync('mkfifo', [place.graphFile('pipe')]);
    expect(ids(place)).toEqual(['other']);
  });
});
