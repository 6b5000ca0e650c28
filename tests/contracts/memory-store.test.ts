import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findChroma, type RunningChroma, startChroma, WHY_NO_CHROMA } from '../support/chroma.js';
import { useSemantics } from '../support/learning-fixture.js';
import { GRID, memory as input, memoryIn, OAUTH } from '../support/memory-fixture.js';
import { scratchFolder } from '../support/scratch-folder.js';
import { sqliteDrivers } from '../support/sqlite-drivers.js';

const program = findChroma();
if (program === undefined) console.log(WHY_NO_CHROMA);

const semantics = useSemantics();
let chroma: RunningChroma | undefined;
beforeAll(async () => {
  if (program !== undefined) chroma = await startChroma(program);
});
afterAll(() => chroma?.stop());

const stores = [
  ...sqliteDrivers.map((driver) => ({ name: `embedded (${driver.name})`, driver, isChroma: false })),
  ...(program === undefined ? [] : [{ name: 'ChromaDB', driver: sqliteDrivers[0], isChroma: true }]),
];

describe.each(stores)('memory: $name', ({ driver, isChroma }) => {
  beforeEach(() => chroma?.deleteCollection());

  const open = (options: { folder?: string; clock?: { now(): Date; elapsed(): number } } = {}) =>
    memoryIn({
      semantics,
      ...(driver && { driver }),
      ...(isChroma && { chromaUrl: chroma?.url }),
      ...options,
    });
  const opened = async () => (await open()).memory;
  const alpha = { sessionId: 's1', project: 'app-alpha' };
  const beta = { sessionId: 's2', project: 'app-beta' };
  const EFFECT = input('useEffect cleanup was forgotten in the ticker', ['react']);
  const OTHER_EFFECT = input('useEffect cleanup of a socket subscription', ['react']);

  describe('adding', () => {
    it('8.1: counts what it stored', async () => {
      expect(await (await opened()).addMemories({ memories: [OAUTH, GRID], ...alpha })).toEqual({ added: 2 });
    });
    it('8.1: gives ids of session and index', async () => {
      const memory = await opened();
      await memory.addMemories({ memories: [OAUTH, GRID], ...alpha });
      expect((await memory.exportMemories()).map(({ id }) => id)).toEqual(['mem_s1_0', 'mem_s1_1']);
    });
    it('8.1: keeps content and metadata', async () => {
      const now = () => new Date('2026-11-16T10:00:00.000Z');
      const { memory } = await open({ clock: { now, elapsed: () => 0 } });
      await memory.addMemories({ memories: [{ ...OAUTH, importance: 'high' }], ...alpha });
      expect(await memory.exportMemories()).toEqual([
        {
          id: 'mem_s1_0',
          content: OAUTH.content,
          metadata: {
            session_id: 's1',
            project: 'app-alpha',
            created_at: '2026-11-16T10:00:00.000Z',
            importance: 'high',
            tags: 'auth,race',
          },
        },
      ]);
    });
    it('FR-099: returns the same metadata with a query', async () => {
      const memory = await opened();
      await memory.addMemories({ memories: [OAUTH], ...alpha });
      const [found] = await memory.queryMemories({ queryText: 'auth race' });
      const [exported] = await memory.exportMemories();
      expect(found).toMatchObject({ ...exported });
    });
    it('EC-48: stores nothing for an empty list', async () => {
      const memory = await opened();
      expect(await memory.addMemories({ memories: [], ...alpha })).toEqual({ added: 0 });
      expect(await memory.exportMemories()).toEqual([]);
    });
    it('EC-50: keeps a tag with a comma as one tag', async () => {
      const memory = await opened();
      await memory.addMemories({ memories: [input('x y z', ['a, b', 'c'])], ...alpha });
      expect((await memory.exportMemories())[0]?.metadata.tags).toBe('a b,c');
    });
    it('EC-50: leaves empty tags out', async () => {
      const memory = await opened();
      await memory.addMemories({ memories: [input('x y z', ['', ' , ', 'c'])], ...alpha });
      expect((await memory.exportMemories())[0]?.metadata.tags).toBe('c');
    });
    it('FR-107: stores an empty text for no tags', async () => {
      const memory = await opened();
      await memory.addMemories({ memories: [input('no tags here')], ...alpha });
      expect((await memory.exportMemories())[0]?.metadata.tags).toBe('');
    });
    it('EC-51: stores 120 memories in one call', async () => {
      const memory = await opened();
      const memories = Array.from({ length: 120 }, (_, at) => input(`lesson number ${at} about topic ${at % 7}`));
      expect(await memory.addMemories({ memories, ...alpha })).toEqual({ added: 120 });
      expect(await memory.exportMemories()).toHaveLength(120);
    });
    it('replaces a memory with the same id instead of doubling it', async () => {
      const memory = await opened();
      await memory.addMemories({ memories: [OAUTH], ...alpha });
      expect(await memory.addMemories({ memories: [GRID], ...alpha })).toEqual({ added: 1 });
      expect((await memory.exportMemories()).map(({ content }) => content)).toEqual([GRID.content]);
    });
    it('finds the new text after it was replaced, and not the old one', async () => {
      const memory = await opened();
      await memory.addMemories({ memories: [OAUTH], ...alpha });
      await memory.addMemories({ memories: [GRID], ...alpha });
      const found = await memory.queryMemories({ queryText: 'OAuth callback race condition' });
      expect(found.map(({ content }) => content)).toEqual([GRID.content]);
    });
    it('redacts contents', async () => {
      const memory = await opened();
      await memory.addMemories({ memories: [input('key sk-secret was committed')], ...alpha });
      expect((await memory.exportMemories())[0]?.content).toBe('key [redacted] was committed');
    });
    it('redacts tags', async () => {
      const memory = await opened();
      await memory.addMemories({ memories: [input('a key', ['sk-secret'])], ...alpha });
      expect((await memory.exportMemories())[0]?.metadata.tags).toBe('[redacted]');
    });
    it('keeps every language, sign and line break', async () => {
      const content = 'Zeile eins\nдва "три" 四 🧠 {{x}} \\ end';
      const memory = await opened();
      await memory.addMemories({ memories: [input(content)], ...alpha });
      expect((await memory.exportMemories())[0]?.content).toBe(content);
    });
    it('keeps a text of 20,000 characters', async () => {
      const content = 'a long story of a bug '.repeat(910).trim();
      const memory = await opened();
      await memory.addMemories({ memories: [input(content)], ...alpha });
      expect(await memory.queryMemories({ queryText: 'bug' })).toHaveLength(1);
      expect((await memory.exportMemories())[0]?.content).toBe(content);
    });
    it('stores a text without any word', async () => {
      const memory = await opened();
      expect(await memory.addMemories({ memories: [input('?!')], ...alpha })).toEqual({ added: 1 });
    });
    it('stores calls that run at the same time', async () => {
      const memory = await opened();
      const sessions = Array.from({ length: 8 }, (_, at) => `s${at}`);
      const added = await Promise.all(
        sessions.map((sessionId) => memory.addMemories({ memories: [OAUTH, GRID], sessionId, project: 'p' })),
      );
      expect(added).toEqual(sessions.map(() => ({ added: 2 })));
      expect(await memory.exportMemories()).toHaveLength(16);
    });
  });

  describe('querying', () => {
    it('8.2: finds what is similar with a lower distance', async () => {
      const memory = await opened();
      await memory.addMemories({ memories: [GRID, OAUTH], ...alpha });
      const found = await memory.queryMemories({ queryText: 'race condition in auth flow' });
      expect(found.map(({ id }) => id)).toEqual(['mem_s1_1', 'mem_s1_0']);
      expect(found[0]?.distance).toBeLessThan(found[1]?.distance ?? 0);
    });
    it('returns only the beginning of a memory of half a million characters', async () => {
      const memory = await opened();
      const long = input(`OAuth ${'and again '.repeat(50_000)}`, ['oauth', 'x'.repeat(500_000)]);
      await memory.addMemories({ memories: [long], ...alpha });
      const found = await memory.queryMemories({ queryText: 'OAuth' });
      expect(found).toMatchObject([{ id: 'mem_s1_0' }]);
      expect(JSON.stringify(found).length).toBeLessThan(3_000);
    });
    it('8.2: returns id, content, metadata and distance', async () => {
      const memory = await opened();
      await memory.addMemories({ memories: [OAUTH], ...alpha });
      const [found] = await memory.queryMemories({ queryText: 'auth' });
      expect(Object.keys(found ?? {}).sort()).toEqual(['content', 'distance', 'id', 'metadata']);
    });
    it('8.3: finds memories of all projects without a filter', async () => {
      const memory = await opened();
      await memory.addMemories({ memories: [EFFECT], ...alpha });
      await memory.addMemories({ memories: [OTHER_EFFECT], ...beta });
      const found = await memory.queryMemories({ queryText: 'useEffect cleanup' });
      expect(found.map(({ metadata }) => metadata.project).sort()).toEqual(['app-alpha', 'app-beta']);
    });
    it('8.4: finds memories of one project with a filter', async () => {
      const memory = await opened();
      await memory.addMemories({ memories: [EFFECT, GRID], ...alpha });
      await memory.addMemories({ memories: [OTHER_EFFECT], ...beta });
      const found = await memory.queryMemories({ queryText: 'useEffect cleanup', project: 'app-alpha' });
      expect(found.map(({ id }) => id)).toEqual(['mem_s1_0', 'mem_s1_1']);
    });
    it('8.4: fills the results from the project although others are nearer', async () => {
      const memory = await opened();
      const memories = Array.from({ length: 30 }, (_, at) => input(`useEffect cleanup again ${at}`));
      await memory.addMemories({ memories, ...alpha });
      await memory.addMemories({ memories: [GRID], ...beta });
      const found = await memory.queryMemories({ queryText: 'useEffect cleanup', project: 'app-beta', nResults: 3 });
      expect(found.map(({ content }) => content)).toEqual([GRID.content]);
    });
    it('8.4: finds nothing for a project without memories', async () => {
      const memory = await opened();
      await memory.addMemories({ memories: [EFFECT], ...alpha });
      expect(await memory.queryMemories({ queryText: 'useEffect', project: 'other' })).toEqual([]);
    });
    it('takes the name of a project literally', async () => {
      const memory = await opened();
      const project = `/home/ann's "code"/100%_$ne`;
      await memory.addMemories({ memories: [EFFECT], sessionId: 's1', project });
      await memory.addMemories({ memories: [EFFECT], ...beta });
      const found = await memory.queryMemories({ queryText: 'useEffect', project });
      expect(found.map(({ metadata }) => metadata.project)).toEqual([project]);
    });
    it('8.10: returns up to 10 results', async () => {
      const memory = await opened();
      const memories = Array.from({ length: 14 }, (_, at) => input(`retry with backoff, case ${at}`));
      await memory.addMemories({ memories, ...alpha });
      expect(await memory.queryMemories({ queryText: 'retry backoff' })).toHaveLength(10);
    });
    it('8.11: returns up to nResults', async () => {
      const memory = await opened();
      const memories = Array.from({ length: 14 }, (_, at) => input(`retry with backoff, case ${at}`));
      await memory.addMemories({ memories, ...alpha });
      expect(await memory.queryMemories({ queryText: 'retry backoff', nResults: 5 })).toHaveLength(5);
      expect(await memory.queryMemories({ queryText: 'retry backoff', nResults: 12 })).toHaveLength(12);
    });
    it('returns nothing for nResults 0', async () => {
      const memory = await opened();
      await memory.addMemories({ memories: [OAUTH], ...alpha });
      expect(await memory.queryMemories({ queryText: 'auth', nResults: 0 })).toEqual([]);
    });
    it('EC-52: returns fewer results where there are fewer memories', async () => {
      const memory = await opened();
      await memory.addMemories({ memories: [OAUTH, GRID], ...alpha });
      expect(await memory.queryMemories({ queryText: 'auth', nResults: 50 })).toHaveLength(2);
    });
    it('EC-49: answers an empty query without an error', async () => {
      const memory = await opened();
      await memory.addMemories({ memories: [OAUTH, GRID], ...alpha });
      expect(await memory.queryMemories({ queryText: '' })).toHaveLength(2);
    });
    it('finds nothing in an empty memory', async () => {
      expect(await (await opened()).queryMemories({ queryText: 'anything' })).toEqual([]);
    });
    it('orders results by distance', async () => {
      const memory = await opened();
      await memory.addMemories({ memories: [GRID, EFFECT, OAUTH, OTHER_EFFECT], ...alpha });
      const distances = (await memory.queryMemories({ queryText: 'cleanup of effects' })).map((one) => one.distance);
      expect(distances).toEqual([...distances].sort((a, b) => a - b));
    });
    it('gives distances that are numbers of at least 0', async () => {
      const memory = await opened();
      await memory.addMemories({ memories: [GRID, EFFECT, input('?!')], ...alpha });
      const found = await memory.queryMemories({ queryText: GRID.content });
      expect(found.every(({ distance }) => distance >= -1e-6)).toBe(true);
      expect(found[0]?.content).toBe(GRID.content);
    });
    it('compares tags too', async () => {
      const memory = await opened();
      await memory.addMemories({ memories: [input('Understood it at last', ['kubernetes']), GRID], ...alpha });
      expect((await memory.queryMemories({ queryText: 'kubernetes' }))[0]?.id).toBe('mem_s1_0');
    });
    it('answers a query of 20,000 characters', async () => {
      const memory = await opened();
      await memory.addMemories({ memories: [OAUTH, GRID], ...alpha });
      const found = await memory.queryMemories({ queryText: 'race condition in the auth callback '.repeat(560) });
      expect(found[0]?.content).toBe(OAUTH.content);
    });
  });

  describe('keeping', () => {
    it('is available', async () => {
      expect(await (await opened()).isMemoryAvailable()).toBe(true);
    });
    it('has its memories after it was closed and opened again', async () => {
      const { memory, folder } = await open();
      await memory.addMemories({ memories: [OAUTH, GRID], ...alpha });
      await memory.close();
      const again = (await open({ folder })).memory;
      expect((await again.queryMemories({ queryText: 'race in auth' }))[0]?.content).toBe(OAUTH.content);
      expect(await again.exportMemories()).toHaveLength(2);
    });
    it('finds what another process stored', async () => {
      const folder = scratchFolder('memory');
      const [one, other] = [(await open({ folder })).memory, (await open({ folder })).memory];
      await one.addMemories({ memories: [OAUTH], ...alpha });
      expect(await other.queryMemories({ queryText: 'auth' })).toHaveLength(1);
      await other.addMemories({ memories: [GRID], ...beta });
      expect((await one.queryMemories({ queryText: 'grid layout' }))[0]?.content).toBe(GRID.content);
    });
    it('does not find what another process forgot', async () => {
      const folder = scratchFolder('memory');
      const [one, other] = [(await open({ folder })).memory, (await open({ folder })).memory];
      await one.addMemories({ memories: [OAUTH], ...alpha });
      expect(await one.queryMemories({ queryText: 'auth' })).toHaveLength(1);
      await other.forgetMemories({ sessionId: 's1' });
      expect(await one.queryMemories({ queryText: 'auth' })).toEqual([]);
    });
    it('closes twice', async () => {
      const memory = await opened();
      await memory.close();
      await expect(memory.close()).resolves.toBeUndefined();
    });
    it('answers after it was closed without an error', async () => {
      const memory = await opened();
      await memory.close();
      expect(await memory.isMemoryAvailable()).toBe(false);
      expect(await memory.queryMemories({ queryText: 'auth' })).toEqual([]);
    });
  });

  describe('forgetting and exporting', () => {
    it('exports the oldest first', async () => {
      const memory = await opened();
      await memory.addMemories({ memories: [OAUTH], ...beta });
      await memory.addMemories({ memories: [GRID], ...alpha });
      expect((await memory.exportMemories()).map(({ id }) => id)).toEqual(['mem_s2_0', 'mem_s1_0']);
    });
    it('forgets a session and keeps the others', async () => {
      const memory = await opened();
      await memory.addMemories({ memories: [OAUTH, GRID], ...alpha });
      await memory.addMemories({ memories: [EFFECT], ...beta });
      expect(await memory.forgetMemories({ sessionId: 's1' })).toEqual({ forgotten: 2 });
      expect((await memory.exportMemories()).map(({ id }) => id)).toEqual(['mem_s2_0']);
      expect((await memory.queryMemories({ queryText: OAUTH.content })).map(({ id }) => id)).toEqual(['mem_s2_0']);
    });
    it('forgets everything', async () => {
      const memory = await opened();
      await memory.addMemories({ memories: [OAUTH, GRID], ...alpha });
      await memory.addMemories({ memories: [EFFECT], ...beta });
      expect(await memory.forgetMemories({})).toEqual({ forgotten: 3 });
      expect(await memory.exportMemories()).toEqual([]);
      expect(await memory.queryMemories({ queryText: 'auth' })).toEqual([]);
    });
    it('forgets nothing for an unknown session', async () => {
      const memory = await opened();
      await memory.addMemories({ memories: [OAUTH], ...alpha });
      expect(await memory.forgetMemories({ sessionId: 'other' })).toEqual({ forgotten: 0 });
      expect(await memory.exportMemories()).toHaveLength(1);
    });
    it('remembers again after everything was forgotten', async () => {
      const memory = await opened();
      await memory.addMemories({ memories: [OAUTH], ...alpha });
      await memory.forgetMemories({});
      expect(await memory.addMemories({ memories: [GRID], ...alpha })).toEqual({ added: 1 });
      expect((await memory.queryMemories({ queryText: 'grid' }))[0]?.content).toBe(GRID.content);
    });
  });
});
