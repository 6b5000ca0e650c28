import { describe, expect, it } from 'vitest';
import { loadHookIndex, readIndex } from '../../../src/guidance/hook-index/load-hook-index.js';
import { inactiveReason } from '../../../src/guidance/item/inactive-reason.js';
import { createKnowledge } from '../../../src/guidance/operations/create-knowledge.js';
import { call, decide, NOW, node, project, shownBy, VERSION_BUMP } from './fixture.js';

const faultsOf = (...nodes: readonly unknown[]) => readIndex(project(nodes)).faults;
const DEPLOYMENT = `deployment: ${VERSION_BUMP.id}: `;

describe('a fault in a graph', () => {
  it('makes an item with an unknown status count as a draft, which never pauses a call', () => {
    const folders = project([node({ status: 'actve' })]);
    const { items, faults } = readIndex(folders);
    expect(faults).toEqual([
      `${DEPLOYMENT}status is "actve"; it must be one of draft, active, archived; until then it counts as a draft`,
    ]);
    const { pauseFor, show } = decide(items, call('Write', '/path/to/plugin.json'));
    expect([pauseFor.length, show.length]).toEqual([0, 1]);
  });

  it('keeps an item with an unknown status from being cleaned up, however old it is', async () => {
    const folders = project([node({ status: 'actve', created_at: '2020-01-01T00:00:00Z' })]);
    const knowledge = createKnowledge({ folders, redact: (text) => text, now: () => NOW });
    expect(await knowledge.cleanup()).toMatchObject({ ok: true, value: [] });
    expect(folders.readNodes()).toMatchObject([{ status: 'actve' }]);
  });

  it.each([
    ['file_patterns', [7], 'a list with 7'],
    ['file_patterns', { a: 1 }, 'an object'],
    ['file_patterns', [''], 'a list with ""'],
    ['file_patterns', ['x'.repeat(301)], 'a list with a text that is too long'],
    ['tool_names', 7, '7'],
    ['action_keywords', [null], 'a list with null'],
  ])('keeps an item with unreadable %s from every call (%o)', (name, value, found) => {
    const trigger_conditions = { tool_names: ['Write'], file_patterns: [], action_keywords: [], [name]: value };
    const { items, faults } = readIndex(project([node({ trigger_conditions })]));
    expect(faults).toEqual([
      `${DEPLOYMENT}trigger_conditions.${name} is ${found}; it must be a list of texts; until then the item is not shown`,
    ]);
    expect(shownBy(decide(items, call('Write', '/path/to/src/a.ts')))).toEqual([]);
    expect(items.map((item) => inactiveReason(item, { now: NOW, draftDays: 30 }))).toEqual([
      `its trigger_conditions.${name} cannot be read`,
    ]);
  });

  it('leaves the readable entries in effect next to one that cannot be read', () => {
    const trigger_conditions = { tool_names: ['Write'], file_patterns: ['**/plugin.json', 7] };
    const { items, faults } = readIndex(project([node({ trigger_conditions })]));
    expect(faults).toEqual([
      `${DEPLOYMENT}trigger_conditions.file_patterns holds a list with 7; only texts of up to 300 characters count`,
    ]);
    expect(shownBy(decide(items, call('Write', '/path/to/plugin.json')))).toEqual([VERSION_BUMP.id]);
    expect(shownBy(decide(items, call('Write', '/path/to/src/a.ts')))).toEqual([]);
  });

  it.each([
    [{ snoozed_until: 'soon' }, 'snoozed_until is "soon"; it must be a day'],
    [{ snoozed_until: 7 }, 'snoozed_until is 7; it must be a day'],
    [{ valid_from: 'next spring' }, 'valid_from is "next spring"; it must be a day'],
    [{ valid_until: 2 }, 'valid_until is 2; it must be a day'],
    [{ superseded_by: ['x'] }, 'superseded_by is a list; it must be the id'],
    [{ superseded_by: 'process_gone' }, 'superseded_by is "process_gone"; there is no item with that id'],
  ])('is reported: %o', (changes, message) => {
    expect(faultsOf(node(changes))).toEqual([expect.stringContaining(`${DEPLOYMENT}${message}`)]);
  });

  it('is not reported for an item that another one really supersedes, nor for archived items', () => {
    expect(faultsOf(node({ superseded_by: 'b' }), node({ id: 'b' }))).toEqual([]);
    expect(faultsOf(node({ superseded_by: 'gone', status: 'archived' }))).toEqual([]);
  });
});

describe('an id that exists twice', () => {
  it('is reported with both graphs, and the first one counts', () => {
    const folders = project([node({ label: 'first' })]);
    folders.writeGraph([node({ label: 'second' })], 'testing');
    const { items, faults } = readIndex(folders);
    expect(items.map(({ label }) => label)).toEqual(['first']);
    expect(faults).toEqual([
      `testing: ${VERSION_BUMP.id}: the id is in deployment and in testing; the one in deployment counts, the other one needs an id of its own`,
    ]);
  });

  it.each(['archived', 'draft'])('never lets a %s item hide an active one', (status) => {
    const folders = project([node({ status })]);
    folders.writeGraph([node({ label: 'in force' })], 'testing');
    expect(readIndex(folders).items).toMatchObject([{ label: 'in force', status: 'active', graph: 'testing' }]);
    expect(faultsOf(node({ status }), node({ label: 'in force' }))).toEqual([
      `${DEPLOYMENT}the id is twice in deployment; the active one counts, the other one needs an id of its own`,
    ]);
  });
});

it('a draft that does not say when it was made expires, counted from the day it was met', async () => {
  const folders = project([node({ status: 'draft', created_at: undefined })]);
  const met = Date.now();
  const silence = (days: number) =>
    loadHookIndex(folders).items.map((item) =>
      inactiveReason(item, { now: new Date(met + days * 86_400_000), draftDays: 30 }),
    );
  expect(silence(29)).toEqual([undefined]);
  const first = loadHookIndex(folders).items[0]?.firstSeenAt;
  // A change of the graph does not restart its time.
  folders.writeGraph([node({ status: 'draft', created_at: undefined, label: 'Changed' })]);
  expect(loadHookIndex(folders).items[0]).toMatchObject({ label: 'Changed', firstSeenAt: first });
  expect(readIndex(folders).items[0]?.firstSeenAt).toBe(first);
  expect(silence(31)).toEqual(['the draft was not reviewed within 30 days']);
});
