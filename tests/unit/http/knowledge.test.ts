import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createKnowledge, DEFAULT_HOOK_SETTINGS } from '../../../src/guidance/index.js';
import { recordInjection } from '../../../src/guidance/injection/logs.js';
import type { AppContext } from '../../../src/http/create-app.js';
import { createApp } from '../../../src/http/create-app.js';
import { distrustNodes } from '../../support/guidance-project.js';
import { emptyProgram } from '../../support/pages-fixture.js';
import { call, decide, item, NOW, node, project, VERSION_BUMP } from '../guidance/fixture.js';

const DRAFT = node({ id: 'draft', label: 'A draft', status: 'draft', priority: 'LOW', created_at: NOW.toISOString() });

/** Routes over real graph files. */
function open(nodes: readonly unknown[] = [node(), DRAFT], holdout = 0) {
  const folders = { ...project(nodes), hookSettings: { ...DEFAULT_HOOK_SETTINGS, holdout } };
  const knowledge = createKnowledge({ folders, redact: (text) => text, now: () => NOW });
  const program = emptyProgram({ projectFolder: folders.projectFolder, knowledge: async () => knowledge });
  const app = createApp({ program, command: 'witan view' } as unknown as AppContext);
  const ask = async (name: string, input: object = {}) => {
    const response = await app.request(`/api/${name}?input=${encodeURIComponent(JSON.stringify(input))}`);
    return { status: response.status, body: (await response.json()) as Body };
  };
  const act = async (name: string, input: object) => {
    const response = await app.request(`/api/${name}`, { method: 'POST', body: JSON.stringify(input) });
    return { status: response.status, body: (await response.json()) as Body };
  };
  const hashOf = async (id: string) => (await ask('knowledge_item', { id })).body.hash as string;
  return { folders, knowledge, ask, act, hashOf };
}

type Body = Record<string, unknown> & Readonly<Record<'rows' | 'items' | 'undo', readonly { readonly id: string }[]>>;

describe('the list', () => {
  it('shows drafts first, and everything that is asked for', async () => {
    const { ask, folders } = open();
    recordInjection(folders.dataFolder, decide([item()], call('Write', '/path/to/plugin.json')).log);
    expect((await ask('knowledge')).body).toMatchObject({
      status: 'draft',
      drafts: 1,
      total: 1,
      rows: [{ id: 'draft', label: 'A draft', priority: 'LOW', type: 'checklist', timesShown: 0 }],
      effect: null,
    });
    const ids = async (input: object) => (await ask('knowledge', input)).body.rows.map(({ id }) => id);
    expect(await ids({ status: 'all' })).toEqual([VERSION_BUMP.id, 'draft']);
    expect(await ids({ status: 'all', priority: 'CRITICAL' })).toEqual([VERSION_BUMP.id]);
    expect(await ids({ status: 'all', type: 'warning' })).toEqual([]);
    expect(await ids({ status: 'all', search: 'a draft' })).toEqual(['draft', VERSION_BUMP.id]);
    expect((await ask('knowledge', { status: 'active' })).body).toMatchObject({ rows: [{ timesPaused: 1 }] });
  });

  it('has pages, and all items if there is no draft', async () => {
    const { ask } = open(Array.from({ length: 60 }, (_, index) => node({ id: `n${index}` })));
    expect((await ask('knowledge')).body).toMatchObject({ status: 'all', total: 60, hasMore: true });
    const { body } = await ask('knowledge', { page: 1 });
    expect(body).toMatchObject({ hasMore: false });
    expect(body.rows).toHaveLength(10);
  });

  it('compares showing with withholding only where items are left out', async () => {
    const { ask } = open([node()], 0.1);
    expect((await ask('knowledge')).body.effect).toMatchObject({ holdout: 0.1, isEnough: false });
  });

  it('An item of others is a draft until it is approved, and one again when that is undone.', async () => {
    const { ask, act, folders, hashOf } = open();
    distrustNodes(folders.projectFolder, folders.readNodes());
    const tried = async () => (await ask('try_call', { tool: 'Write', target: 'plugin.json' })).body.items[0];
    expect((await ask('knowledge')).body).toMatchObject({ status: 'draft', drafts: 2 });
    expect(await tried()).toMatchObject({ outcome: 'title shown', status: 'draft' });
    const expected = await hashOf(VERSION_BUMP.id);
    const { undo } = (await act('promote_item', { id: VERSION_BUMP.id, expected })).body;
    expect(await tried()).toMatchObject({ outcome: 'pauses' });
    expect((await act('restore_item', undo[0] ?? {})).status).toBe(200);
    expect(await tried()).toMatchObject({ outcome: 'title shown' });
  });
});

describe('an item', () => {
  it('comes with what the agent reads, the files that match, and why it is shown', async () => {
    const { ask, folders } = open();
    folders.write('a/plugin.json', '{}');
    const { body } = await ask('knowledge_item', { id: VERSION_BUMP.id });
    expect(body).toMatchObject({ item: { id: VERSION_BUMP.id }, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(body.preview).toMatch(/^Witan guidance: this call was held/);
    expect(body.preview).toContain('> - [ ] plugin.json (version field)');
    expect(body.lines).toContain('It has not been shown yet.');
    expect((await ask('matching_files', { id: VERSION_BUMP.id })).body.files).toEqual({
      count: 1,
      names: ['a/plugin.json'],
    });
    expect((await ask('knowledge_item', { id: 'nothing' })).status).toBe(404);
  });

  it('can be tried at a call', async () => {
    const { ask } = open();
    const { body } = await ask('try_call', { tool: 'Edit', target: 'x/plugin.json' });
    expect(body).toMatchObject({
      text: expect.stringContaining('this call was held'),
      items: [
        { id: VERSION_BUMP.id, outcome: 'pauses', matched: ['tool Edit', 'file **/plugin.json'] },
        { id: 'draft', outcome: 'not shown', reason: 'its score 0.425 is below 0.7' },
      ],
    });
  });
});

describe('a change', () => {
  it('approves, edits, rates, archives and deletes what the person saw, and says how to undo it', async () => {
    const { act, hashOf, folders } = open([DRAFT]);
    const changes: [name: string, input: object, result: object][] = [
      ['promote_item', {}, { status: 'active' }],
      ['edit_item', { fields: { priority: 'HIGH', checklist: { items: ['one'] } } }, { priority: 'HIGH' }],
      ['rate_item', { verdict: 'not-helpful' }, { confidence: 0.8 }],
      ['archive_item', {}, { status: 'archived' }],
    ];
    const states: unknown[] = [folders.readNodes()];
    const undos: object[] = [];
    for (const [name, input, result] of changes) {
      const { status, body } = await act(name, { id: 'draft', expected: await hashOf('draft'), ...input });
      expect([name, status]).toEqual([name, 200]);
      expect(folders.readNodes()).toMatchObject([result]);
      states.push(folders.readNodes());
      undos.push((body.undo as object[])[0] ?? {});
    }
    const { body } = await act('delete_item', { id: 'draft', expected: await hashOf('draft') });
    expect(folders.readNodes()).toEqual([]);
    undos.push((body.undo as object[])[0] ?? {});
    for (const undo of undos.reverse()) {
      expect((await act('restore_item', undo)).status).toBe(200);
      expect(folders.readNodes()).toEqual(states.pop());
    }
    expect(states).toEqual([]);
  });

  it('is refused with both texts if the item was changed elsewhere', async () => {
    const { act, hashOf, knowledge, folders } = open();
    const expected = await hashOf('draft');
    await knowledge.edit('draft', { evidence: 'elsewhere' });
    const fields = { label: 'Mine' };
    const { status, body } = await act('edit_item', { id: 'draft', expected, fields });
    expect(status).toBe(409);
    const details = body.details as { yours: string; stored: string; hash: string };
    expect(JSON.parse(details.yours)).toMatchObject({ label: 'Mine', evidence: 'elsewhere' });
    expect(JSON.parse(details.stored)).toMatchObject({ label: 'A draft', evidence: 'elsewhere' });
    expect((await act('edit_item', { id: 'draft', expected: details.hash, fields })).status).toBe(200);
    expect(folders.readNodes()[1]).toMatchObject({ label: 'Mine', evidence: 'elsewhere' });
  });

  it.each([
    ['promote_item', { id: 'draft' }],
    ['promote_item', { id: 'draft', expected: 'x' }],
    ['edit_item', { id: 'draft', expected: 'a'.repeat(64), fields: { status: 'active' } }],
    ['rate_item', { id: 'draft', expected: 'a'.repeat(64), verdict: 'maybe' }],
    ['restore_item', { id: 'draft', expected: 'a'.repeat(64), graph: '../up', text: '{"id":"draft"}' }],
  ])('by %s with %o is refused', async (name, input) => {
    const { act, folders } = open();
    const before = readFileSync(folders.graphFile(), 'utf8');
    expect((await act(name, input)).status).toBe(400);
    expect(readFileSync(folders.graphFile(), 'utf8')).toBe(before);
  });
});
