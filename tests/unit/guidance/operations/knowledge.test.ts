import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { KnowledgeFailure } from '../../../../src/guidance/graph/failure.js';
import { loadHookIndex } from '../../../../src/guidance/hook-index/load-hook-index.js';
import { recordInjection } from '../../../../src/guidance/injection/logs.js';
import { createKnowledge } from '../../../../src/guidance/operations/create-knowledge.js';
import type { Result } from '../../../../src/kernel/result.js';
import { call, decide, item, NOW, node, project, VERSION_BUMP } from '../fixture.js';

function open(nodes: readonly unknown[] = [node()]) {
  const folders = project(nodes);
  const knowledge = createKnowledge({
    folders,
    redact: (text) => text.replaceAll('hunter2', '[gone]'),
    now: () => NOW,
  });
  return { folders, knowledge };
}

function value<Value>(result: Result<Value, KnowledgeFailure>): Value {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const message = <Value>(result: Result<Value, KnowledgeFailure>) => (result.ok ? 'it worked' : result.error.message);

describe('reviewing', () => {
  it('lists items with what happened to them, and why some are not shown', () => {
    const { folders, knowledge } = open([node(), node({ id: 'old', status: 'archived' })]);
    recordInjection(folders.dataFolder, decide([item()], call('Write', '/path/to/plugin.json')).log);
    expect(knowledge.list().items).toMatchObject([
      { item: { id: VERSION_BUMP.id }, inactive: undefined, timesPaused: 1, timesShown: 0 },
      { item: { id: 'old' }, inactive: 'it is archived' },
    ]);
    expect(knowledge.list({ status: 'archived' }).items).toHaveLength(1);
    expect(knowledge.list({ priority: 'LOW' }).items).toEqual([]);
  });

  it('finds an item by the beginning of its id, and names the nearest one otherwise', () => {
    const { knowledge } = open();
    expect(value(knowledge.show('process_version')).item.id).toBe(VERSION_BUMP.id);
    expect(message(knowledge.show('process_versoin_bump_checklist_2025-10-17'))).toContain(
      `did you mean ${VERSION_BUMP.id}?`,
    );
    expect(message(knowledge.show('zzz'))).toContain('witan knowledge list');
  });

  it('searches labels, conditions and texts', () => {
    const { knowledge } = open([
      node(),
      node({ id: 'other', label: 'Something else', description: 'about marketplace' }),
    ]);
    expect(knowledge.search('version checklist').map(({ item: { id } }) => id)).toEqual([VERSION_BUMP.id, 'other']);
    expect(knowledge.search('unheard-of')).toEqual([]);
  });

  it('explains why something was shown, with parts, weights and evidence', () => {
    const { folders, knowledge } = open();
    recordInjection(folders.dataFolder, decide([item()], call('Write', '/path/to/plugin.json')).log);
    expect(value(knowledge.why(VERSION_BUMP.id)).lines).toEqual([
      `A call of Write was held before it ran (${NOW.toISOString()}).`,
      'Score 1.7 = (tool 1 x 0.4 + file 1 x 0.4 + action 0 x 0.1 + context 0.5 x 0.1) x 2 for CRITICAL.',
      'Matched: tool Write, file **/plugin.json',
      'Known from: Missed marketplace.json in v0.7.0-alpha.1 (caught by user)',
      'Confidence: 1',
      expect.stringContaining(
        'It is read before the call if a file pattern matches or an action keyword is the command',
      ),
    ]);
  });

  it.each([
    [{ priority: 'HIGH' }, 'It is read after a matching call ran'],
    [{ status: 'draft', created_at: NOW.toISOString() }, 'It is read after a matching call ran'],
    [{ trigger_conditions: { tool_names: ['Write'] } }, 'It is read after a matching call ran'],
    [{ trigger_conditions: { tool_names: ['Bash'], action_keywords: ['x y'] } }, 'if an action keyword is the command'],
  ])('says whether %o is read before or after a call', (changes, expected) => {
    const { knowledge } = open([node(changes)]);
    expect(value(knowledge.why(VERSION_BUMP.id)).lines.at(-1)).toContain(expected);
  });

  it('says that an item which was shown was read after the call had run', () => {
    const { folders, knowledge } = open([node({ priority: 'HIGH' })]);
    recordInjection(
      folders.dataFolder,
      decide([item({ priority: 'HIGH' })], call('Write', '/path/to/plugin.json')).log,
    );
    expect(value(knowledge.why(VERSION_BUMP.id)).lines[0]).toContain('after the call had run');
  });
});

describe('changing', () => {
  it('promotes a draft, archives and deletes, in the file and in the index of the hooks', async () => {
    const { folders, knowledge } = open([node({ status: 'draft', reviewed_by: null })]);
    expect(value(await knowledge.promote(VERSION_BUMP.id, { reviewer: 'me' })).status).toBe('active');
    expect(folders.readNodes()).toMatchObject([
      { status: 'active', reviewed_by: 'me', reviewed_at: NOW.toISOString() },
    ]);
    expect(loadHookIndex(folders).items).toMatchObject([{ status: 'active' }]);
    expect(value(await knowledge.archive(VERSION_BUMP.id)).status).toBe('archived');
    value(await knowledge.delete(VERSION_BUMP.id));
    expect(folders.readNodes()).toEqual([]);
    expect(message(await knowledge.delete(VERSION_BUMP.id))).toContain('There is no item');
  });

  it('edits what is given and keeps the rest, unknown fields too', async () => {
    const { folders, knowledge } = open([node({ custom: { mine: 1 } })]);
    const edited = await knowledge.edit(VERSION_BUMP.id, {
      priority: 'high',
      trigger_conditions: { file_patterns: ['a/**'] },
      deprecated: 'since 2.0',
    });
    expect(value(edited)).toMatchObject({
      priority: 'HIGH',
      deprecated: 'since 2.0',
      triggers: { files: ['a/**'], tools: ['Write', 'Edit'] },
    });
    expect(folders.readNodes()).toMatchObject([{ custom: { mine: 1 }, checklist: VERSION_BUMP.checklist }]);
    value(await knowledge.edit(VERSION_BUMP.id, { deprecated: null }));
    expect(folders.readNodes()[0]).not.toHaveProperty('deprecated');
  });

  it('refuses what would not be valid, and changes nothing', async () => {
    const { folders, knowledge } = open();
    const before = readFileSync(folders.graphFile(), 'utf8');
    expect(message(await knowledge.edit(VERSION_BUMP.id, { priority: 'URGENT' }))).toContain(
      'must be one of CRITICAL, HIGH',
    );
    expect(message(await knowledge.edit(VERSION_BUMP.id, { checklist: { items: [] } }))).toContain('checklist.items');
    expect(message(await knowledge.add({ label: 'x', process_type: 'warning' }))).toContain(
      'warning.risk must be a text',
    );
    expect(message(await knowledge.add({ process_type: 'warning' }))).toContain('label is missing');
    expect(message(await knowledge.add({ label: 'x' }, '../x'))).toContain('graph is "../x"');
    expect(readFileSync(folders.graphFile(), 'utf8')).toBe(before);
  });

  it('adds an active item without secrets', async () => {
    const { folders, knowledge } = open([]);
    const fields = { label: 'Keep it', process_type: 'Warning', warning: { risk: 'hunter2 leaks' }, priority: 'high' };
    const added = value(await knowledge.add(fields));
    expect(added).toMatchObject({ id: 'process_keep_it_2026-11-20T12:00:00', status: 'active', priority: 'HIGH' });
    expect(folders.readNodes('default')).toMatchObject([{ warning: { risk: '[gone] leaks' }, created_by: 'user' }]);
    expect(value(await knowledge.add(fields)).id).toBe('process_keep_it_2026-11-20T12:00:00_2');
  });

  it.each([
    ['a priority that there is not', { priority: 'URGENT' }],
    ['a type that there is not', { process_type: 'poem' }],
    ['nothing in it', { checklist: { items: [] } }],
  ])('archives a node with %s, after which no fault is reported', async (_, fault) => {
    const { folders, knowledge } = open([node({ ...fault, custom: 1 }), node({ id: 'e1', type: 'Entity' })]);
    expect(knowledge.list().faults).toHaveLength(1);
    expect(value(await knowledge.archive(VERSION_BUMP.id.slice(0, 20)))).toMatchObject({
      id: VERSION_BUMP.id,
      label: VERSION_BUMP.label,
      status: 'archived',
    });
    expect(folders.readNodes()).toMatchObject([{ ...fault, custom: 1, status: 'archived' }, { id: 'e1' }]);
    expect(knowledge.list().faults).toEqual([]);
    expect(message(await knowledge.archive('e1'))).toContain('There is no item');
  });

  it('says what is wrong with a node that cannot be shown, and lets it be corrected', async () => {
    const { knowledge } = open([node({ process_type: 'poem' })]);
    const fault = 'process_type is "poem"; it must be one of checklist, pattern, warning, requirement';
    expect(message(knowledge.show(VERSION_BUMP.id))).toContain(fault);
    expect(message(knowledge.why(VERSION_BUMP.id))).toContain(fault);
    expect(message(await knowledge.promote(VERSION_BUMP.id))).toContain(fault);
    expect(message(await knowledge.feedback(VERSION_BUMP.id, 'helpful'))).toContain(fault);
    expect(value(await knowledge.edit(VERSION_BUMP.id, { process_type: 'checklist' })).content.type).toBe('checklist');
    expect(knowledge.list().faults).toEqual([]);
  });

  it('counts every feedback, though several are given at the same moment', async () => {
    const { knowledge } = open();
    await Promise.all([1, 2, 3].map(() => knowledge.feedback(VERSION_BUMP.id, 'wrong')));
    expect(value(knowledge.show(VERSION_BUMP.id))).toMatchObject({ item: { confidence: 0.4 }, wrong: 3 });
  });

  it('deletes a node that is too faulty to be shown, and no other', async () => {
    const { folders, knowledge } = open([node({ process_type: 'poem' }), node({ id: 'e1', type: 'Entity' })]);
    expect(value(knowledge.locate(VERSION_BUMP.id.slice(0, 20))).id).toBe(VERSION_BUMP.id);
    expect(message(await knowledge.delete('e1'))).toContain('There is no item');
    expect(value(await knowledge.delete(VERSION_BUMP.id)).label).toBe(VERSION_BUMP.label);
    expect(folders.readNodes()).toMatchObject([{ id: 'e1' }]);
  });

  it('cleans up a draft that is faulty, too', async () => {
    const draft = { status: 'draft', created_at: '2026-10-01T00:00:00Z', priority: 'URGENT' };
    const { folders, knowledge } = open([node({ id: 'a', ...draft }), node({ id: 'b', ...draft })]);
    expect(value(await knowledge.cleanup())).toHaveLength(2);
    expect(folders.readNodes()).toMatchObject([{ status: 'archived' }, { status: 'archived' }]);
  });

  it('archives drafts that were not reviewed in time', async () => {
    const draft = { status: 'draft', created_at: '2026-10-01T00:00:00Z' };
    const { folders, knowledge } = open([
      node({ id: 'a', ...draft }),
      node({ id: 'b', ...draft, created_at: NOW.toISOString() }),
    ]);
    expect(value(await knowledge.cleanup()).map(({ id }) => id)).toEqual(['a']);
    expect(folders.readNodes().map(({ status }) => status)).toEqual(['archived', 'draft']);
  });
});

describe('feedback', () => {
  it('moves the confidence until an item is not shown any more', async () => {
    const { knowledge } = open([node({ confidence: 0.85 })]);
    expect(value(await knowledge.feedback(VERSION_BUMP.id, 'helpful')).confidence).toBe(0.9);
    for (let time = 0; time < 4; time++) value(await knowledge.feedback(VERSION_BUMP.id, 'wrong'));
    expect(value(knowledge.show(VERSION_BUMP.id))).toMatchObject({
      item: { confidence: 0.1 },
      inactive: 'its confidence fell to 0.1',
      helpful: 1,
      wrong: 4,
    });
  });

  it('snoozes until a day to come, seven days if none is named', async () => {
    const { knowledge } = open();
    value(await knowledge.feedback(VERSION_BUMP.id, 'snooze'));
    expect(value(knowledge.show(VERSION_BUMP.id)).inactive).toBe('it is snoozed until 2026-11-27T12:00:00.000Z');
    value(await knowledge.feedback(VERSION_BUMP.id, 'snooze', { until: '2026-12-24' }));
    expect(value(knowledge.show(VERSION_BUMP.id)).inactive).toContain('2026-12-24');
    expect(message(await knowledge.feedback(VERSION_BUMP.id, 'snooze', { until: '2020-01-01' }))).toContain(
      'must be a day to come',
    );
  });
});

describe('health', () => {
  it('names patterns that match nothing, and too many CRITICAL items', () => {
    const { folders, knowledge } = open(
      ['a', 'b', 'c'].map((id) => node({ id, trigger_conditions: { file_patterns: ['src/**', 'gone/**'] } })),
    );
    folders.write('src/main.ts', '');
    expect(knowledge.health()).toMatchObject({
      items: 3,
      critical: 3,
      hasTooManyCritical: true,
      idlePatterns: ['a', 'b', 'c'].map((id) => ({ item: id, pattern: 'gone/**' })),
    });
    expect(open([node()]).knowledge.health().hasTooManyCritical).toBe(false);
  });
});
