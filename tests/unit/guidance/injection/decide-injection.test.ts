import { describe, expect, it } from 'vitest';
import { decideInjection } from '../../../../src/guidance/injection/decide-injection.js';
import type { Injection, SessionMemory } from '../../../../src/guidance/injection/injection.js';
import { storedIndex } from '../../../support/stored-index.js';
import { call, decide, item, NOW, shownBy, when } from '../fixture.js';

const write = call('Write', '/path/to/plugin.json');
const retry = call('Write', '/path/to/plugin.json', { toolUseId: 'call-2' });

/** What the logs would hold after these. */
function remembered(...injections: readonly Injection[]): SessionMemory {
  const lines = injections.flatMap(({ log }) => log);
  const paused = lines.filter(({ kind }) => kind === 'paused');
  return {
    pauses: paused.map((line) => ({
      item: line.item,
      toolUseId: line.tool_use_id,
      input: 'a',
      at: Date.parse(line.time),
    })),
    seen: new Map(lines.map((line) => [line.item, { at: NOW.getTime(), toolUseId: line.tool_use_id }])),
  };
}

describe('a pause', () => {
  it('comes from an active CRITICAL item that matches tool and file', () => {
    const { pauseFor, show, log } = decide([item()], write);
    expect(pauseFor).toHaveLength(1);
    expect(show).toEqual([]);
    expect(log[0]).toMatchObject({
      kind: 'paused',
      tool: 'Write',
      score: 1.7,
      eligible: false,
      time: NOW.toISOString(),
    });
  });

  it.each(['git push --force', 'bash -c "git -C sub push origin +main"'])(
    'comes from an active CRITICAL item whose action keyword is the command: %s',
    (command) => {
      const guarded = when({ tool_names: ['Bash'], action_keywords: ['git push --force'] });
      expect(decide([guarded], call('Bash', command)).pauseFor).toHaveLength(1);
      const said = call('Bash', 'git push', { recentMessages: ['then git push --force'] });
      expect(decide([guarded], said)).toMatchObject({ pauseFor: [], show: [{}] });
    },
  );

  it('applies to every call of the next two seconds; later the retry and every other file pass', () => {
    const memory = remembered(decide([item()], write));
    const other = call('Edit', '/path/to/sub/plugin.json', { toolUseId: 'call-3' });
    expect(decide([item()], other, memory).pauseFor).toHaveLength(1);
    const later = { now: new Date(NOW.getTime() + 2_001) };
    for (const asked of [retry, other]) {
      const injection = decideInjection(storedIndex([item()]), asked, { memory, ...later });
      expect(injection).toMatchObject({ pauseFor: [], show: [] });
    }
  });

  it('never comes from an item of a project that is not trusted', () => {
    const index = storedIndex([{ ...item(), isForeign: true }]);
    const injection = decideInjection(index, write, { memory: remembered(), now: NOW });
    expect(injection).toMatchObject({ pauseFor: [], show: [], foreign: [{}], log: [{ kind: 'untrusted' }] });
  });

  it('comes again for the same call if its hook runs twice', () => {
    expect(decide([item()], write, remembered(decide([item()], write))).pauseFor).toHaveLength(1);
  });

  it.each([
    ['a HIGH item', { priority: 'HIGH' }, {}],
    ['a draft', { status: 'draft', created_at: '2026-11-19T00:00:00Z' }, {}],
    ['an item whose tools do not match', { trigger_conditions: { tool_names: ['Bash'], file_patterns: ['**'] } }, {}],
    ['an item without files', { trigger_conditions: { tool_names: ['Write'] } }, {}],
    ['an item that names no tool', { trigger_conditions: { file_patterns: ['**/plugin.json'] } }, {}],
    ['a call without an id', {}, { toolUseId: '' }],
  ])('never comes from %s, which is still shown', (_, changes, callChanges) => {
    const injection = decide([item(changes)], { ...write, ...callChanges });
    expect(injection.pauseFor).toEqual([]);
    expect(injection.show).toHaveLength(1);
  });

  it('is turned off by critical: inform', () => {
    const injection = decideInjection(storedIndex([item()], { critical: 'inform' }), write, {
      memory: remembered(),
      now: NOW,
    });
    expect(injection).toMatchObject({ pauseFor: [], show: [{ item: { id: item().id } }] });
  });

  it('is one for all items that match, however many, because the retry was promised to pass', () => {
    const four = ['a', 'b', 'c', 'd'].map((id) => item({ id }));
    const first = decide(four, write);
    expect(first.pauseFor.map(({ item: { id } }) => id)).toEqual(['a', 'b', 'c', 'd']);
    expect(first.log.map(({ kind }) => kind)).not.toContain('missed_critical');
    const later = { now: new Date(NOW.getTime() + 2_001) };
    expect(decideInjection(storedIndex(four), retry, { memory: remembered(first), ...later }).pauseFor).toEqual([]);
  });
});

describe('items that are not in force', () => {
  it.each([
    ['archived', { status: 'archived' }],
    ['superseded', { superseded_by: 'process_other' }],
    ['expired', { valid_until: '2026-11-19' }],
    ['not yet valid', { valid_from: '2026-11-21' }],
    ['a draft of more than 30 days', { status: 'draft', created_at: '2026-10-20T00:00:00Z' }],
    ['snoozed', { snoozed_until: '2026-11-21T00:00:00Z' }],
    ['no longer trusted', { confidence: 0.2 }],
    ['for a later version', { valid_from: 'v2.0.0' }],
    ['for an earlier version', { valid_until: 'v1.0.0' }],
  ])('are never shown: %s', (_, changes) => {
    const index = { ...storedIndex([item(changes)]), projectVersion: '1.4.0' };
    expect(shownBy(decideInjection(index, write, { memory: remembered(), now: NOW }))).toEqual([]);
  });

  it.each([
    { valid_until: '2026-11-20' },
    { valid_from: 'v1.4.0', valid_until: 'v1.4.0' },
    { snoozed_until: '2026-11-20T11:00:00Z' },
    { deprecated: 'use the other one' },
    { valid_from: 'when it is ready' },
  ])('are never shown, unlike one that is in force: %o', (changes) => {
    const index = { ...storedIndex([item(changes)]), projectVersion: '1.4.0' };
    expect(shownBy(decideInjection(index, write, { memory: remembered(), now: NOW }))).toHaveLength(1);
  });
});

describe('showing an item', () => {
  it('happens once in half an hour, because it is still in the conversation', () => {
    const high = item({ priority: 'HIGH' });
    const memory = remembered(decide([high], write));
    expect(shownBy(decide([high], retry, memory))).toEqual([]);
    const later = { now: new Date(NOW.getTime() + 31 * 60_000) };
    expect(shownBy(decideInjection(storedIndex([high]), retry, { memory, ...later }))).toHaveLength(1);
  });

  it('is off completely when guidance is disabled', () => {
    expect(
      decideInjection(storedIndex([item()], { enabled: false }), write, { memory: remembered(), now: NOW }).log,
    ).toEqual([]);
  });

  it('notes CRITICAL items that name the file and are not shown', () => {
    const { log } = decideInjection(storedIndex([item()], { threshold: 1.95 }), write, {
      memory: remembered(),
      now: NOW,
    });
    expect(log).toMatchObject([{ kind: 'missed_critical', item: item().id }]);
  });
});

describe('the control group', () => {
  const high = item({ priority: 'HIGH' });
  const decideCalls = (holdout: number, count: number, told = high) =>
    Array.from({ length: count }, (_, index) =>
      decideInjection(
        storedIndex([told], { holdout }),
        { ...write, toolUseId: `call-${index}` },
        { memory: remembered(), now: NOW },
      ),
    );

  it('contains one shown item in ten', () => {
    const withheld = decideCalls(0.1, 2000).filter(({ heldOut }) => heldOut.length > 0).length;
    expect(withheld).toBeGreaterThan(150);
    expect(withheld).toBeLessThan(250);
  });

  it('is decided the same way when a hook runs twice for one call', () => {
    const ids = () => decideCalls(0.5, 50).map(({ heldOut }) => heldOut.length);
    expect(ids()).toEqual(ids());
    expect(new Set(ids())).toEqual(new Set([0, 1]));
  });

  it('never contains a CRITICAL item', () => {
    const draft = item({ status: 'draft', created_at: '2026-11-19T00:00:00Z' });
    expect(decideCalls(1, 20, draft).every(({ show }) => show.length === 1)).toBe(true);
  });

  it('is logged with everything that is needed to compare', () => {
    expect(decideCalls(1, 1)[0]).toMatchObject({
      show: [],
      log: [{ kind: 'held_out', eligible: true, session: 'session-1', tool_use_id: 'call-0', parts: { file: 1 } }],
    });
  });
});
