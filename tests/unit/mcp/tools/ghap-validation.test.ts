import { describe, expect, it } from 'vitest';
import * as journal from '../../../../src/journal/index.js';
import * as words from '../../../../src/journal/vocabulary.js';
import { AXES as KNOWN_AXES } from '../../../../src/learning/index.js';
import { AXES } from '../../../../src/learning/vocabulary.js';
import { connectGhap } from '../../../support/ghap-client.js';
import { BELIEF } from '../../../support/journal-fixture.js';
import { useSemantics } from '../../../support/learning-fixture.js';

const semantics = useSemantics();
const long = (length: number) => 'x'.repeat(length);
const RESOLVED = { status: 'confirmed', result: 'It did' };
const CAUSE = { category: 'oversight', description: 'I did not look' };
const VALUE = { text: 'Close what you open', cluster_id: 'cluster_full_0', axis: 'full' };

describe('the words that the tools accept', () => {
  it('are those of the domains', () => {
    expect(words.DOMAINS).toEqual(journal.DOMAINS);
    expect(words.STRATEGIES).toEqual(journal.STRATEGIES);
    expect(words.OUTCOME_STATUSES).toEqual(journal.OUTCOME_STATUSES);
    expect(words.ROOT_CAUSE_CATEGORIES).toEqual(journal.ROOT_CAUSE_CATEGORIES);
    expect(AXES).toEqual(KNOWN_AXES);
  });
});

describe('a call of a journal tool', () => {
  it.each<[string, Record<string, unknown>, RegExp]>([
    [
      'start_ghap',
      { ...BELIEF, domain: 'debuging' },
      /^domain: "debuging" is not one of debugging.*did you mean "debugging"/,
    ],
    ['start_ghap', { ...BELIEF, strategy: 'guess' }, /^strategy: "guess" is not one of systematic-elimination/],
    ['start_ghap', { ...BELIEF, goal: '' }, /^goal: "" .*is blank/],
    ['start_ghap', { ...BELIEF, hypothesis: ' \n' }, /^hypothesis: .*is blank/],
    ['start_ghap', { ...BELIEF, action: long(1001) }, /^action: "x+… .*1001 characters, the limit is 1000/],
    ['start_ghap', { ...BELIEF, prediction: 7 }, /^prediction: 7 is a number; give a string/],
    ['start_ghap', { ...BELIEF, gaol: 'x' }, /^unknown field "gaol"; did you mean "goal"/],
    ['update_ghap', { strategy: 'guess' }, /^strategy: "guess" is not one of/],
    ['update_ghap', { note: long(1001) }, /^note: .*the limit is 1000/],
    ['resolve_ghap', { ...RESOLVED, status: 'done' }, /^status: "done" is not one of confirmed, falsified, abandoned/],
    ['resolve_ghap', { ...RESOLVED, result: long(2001) }, /^result: .*the limit is 2000/],
    ['resolve_ghap', { ...RESOLVED, id: long(101) }, /^id: .*the limit is 100/],
    ['adopt_ghap', { action: 'adopt' }, /^id is missing/],
    ['adopt_ghap', { id: 'ghap_1', action: 'keep' }, /^action: "keep" is not one of adopt, abandon/],
    [
      'resolve_ghap',
      { ...RESOLVED, root_cause: { ...CAUSE, category: 'bad' } },
      /^root_cause\.category: "bad" is not one of wrong-assumption/,
    ],
    ['resolve_ghap', { ...RESOLVED, lesson: { what_worked: long(2001) } }, /^lesson\.what_worked: .*the limit is 2000/],
    ['resolve_ghap', { status: 'falsified', result: 'no', root_cause: CAUSE }, /^surprise is missing/],
    ['resolve_ghap', { status: 'falsified', result: 'no', root_cause: CAUSE, surprise: ' ' }, /^surprise is missing/],
    [
      'resolve_ghap',
      { status: 'falsified', result: 'no', surprise: 'yes' },
      /^root_cause is missing.*wrong-assumption/,
    ],
    ['list_ghap_entries', { limit: 0 }, /^limit: 0 .*from 1 to 100/],
    ['list_ghap_entries', { limit: 101 }, /^limit: 101 .*from 1 to 100/],
    ['list_ghap_entries', { limit: 1.5 }, /^limit: 1\.5 .*whole number/],
    ['list_ghap_entries', { domain: 'cooking' }, /^domain: "cooking" is not one of/],
    ['list_ghap_entries', { outcome: 'open' }, /^outcome: "open" is not one of confirmed/],
    ['list_ghap_entries', { since: 'last week' }, /^since: "last week" .*ISO 8601/],
    ['list_ghap_entries', { since: '2026-02-31' }, /^since: .*ISO 8601/],
    ['get_clusters', {}, /^axis is missing; use one of full, strategy, surprise, root_cause/],
    ['get_clusters', { axis: 'domain' }, /^axis: "domain" is not one of full/],
    ['get_cluster_members', { cluster_id: 'full_0' }, /^cluster_id is "full_0"; it must be cluster_\{axis\}_\{label\}/],
    ['get_cluster_members', { cluster_id: 'cluster_full_0', limit: 101 }, /^limit: 101 .*from 1 to 100/],
    ['validate_value', { text: '', cluster_id: 'cluster_full_0' }, /^text: "" .*is blank/],
    ['validate_value', { text: long(501), cluster_id: 'cluster_full_0' }, /^text: .*501 characters, the limit is 500/],
    ['validate_value', { text: 'x', cluster_id: 'cluster_domain_0' }, /^cluster_id is "cluster_domain_0"/],
    ['store_value', { ...VALUE, text: long(501) }, /^text: .*the limit is 500/],
    ['store_value', { ...VALUE, axis: 'all' }, /^axis: "all" is not one of full/],
    [
      'store_value',
      { ...VALUE, axis: 'strategy' },
      /^axis is strategy, but cluster_full_0 is a cluster of the axis full/,
    ],
    ['list_values', { limit: 101 }, /^limit: 101 .*from 1 to 100/],
    ['list_values', { axis: 'x' }, /^axis: "x" is not one of/],
    ['search_experiences', {}, /^query is missing/],
    ['search_experiences', { query: 'x', limit: 51 }, /^limit: 51 .*from 1 to 50/],
    ['search_experiences', { query: 'x', axis: 'x' }, /^axis: "x" is not one of full/],
    ['search_experiences', { query: 'x', domain: 'x' }, /^domain: "x" is not one of debugging/],
    ['search_experiences', { query: 'x', outcome: 'x' }, /^outcome: "x" is not one of confirmed/],
  ])('gets one line with field, value and limit for a mistake: %s %j', async (tool, input, message) => {
    const { refusal } = await connectGhap({ semantics });
    const error = await refusal(tool, input);
    expect(error.type).toBe('validation_error');
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain('\n');
  });

  it('has limits in characters, not in bytes', async () => {
    const { call, refusal } = await connectGhap({ semantics });
    expect(await call('start_ghap', { ...BELIEF, goal: '🦉'.repeat(1000) })).toMatchObject({ id: expect.any(String) });
    expect((await refusal('start_ghap', { ...BELIEF, goal: '🦉'.repeat(1001) })).message).toContain('1001 characters');
    expect(await call('resolve_ghap', { ...RESOLVED, result: long(2000) })).toMatchObject({ status: 'confirmed' });
  });

  it.each(['update_ghap', 'resolve_ghap'])('says how to begin an entry if none is active: %s', async (tool) => {
    const { refusal } = await connectGhap({ semantics });
    const error = await refusal(tool, tool === 'resolve_ghap' ? RESOLVED : { note: 'x' });
    expect(error).toEqual({ type: 'not_found', message: expect.stringContaining('start_ghap') });
  });

  it.each(words.DOMAINS.map((domain, at) => [domain, words.STRATEGIES[at]]))(
    'is accepted: %s with %s',
    async (domain, strategy) => {
      const { call } = await connectGhap({ semantics });
      expect(await call('start_ghap', { ...BELIEF, domain, strategy })).toMatchObject({ domain, strategy });
    },
  );

  it.each([{}, { hypothesis: null, action: '' }])(
    'is refused if it would change nothing: an update by %j',
    async (input) => {
      const { call, refusal } = await connectGhap({ semantics });
      await call('start_ghap', { ...BELIEF });
      expect(await refusal('update_ghap', input)).toMatchObject({
        type: 'validation_error',
        message: expect.stringContaining('nothing to update'),
      });
    },
  );

  it('treats null and an empty text as a missing field', async () => {
    const { call } = await connectGhap({ semantics });
    await call('start_ghap', { ...BELIEF });
    expect(await call('update_ghap', { hypothesis: null, action: '', note: 'seen' })).toMatchObject({
      iteration_count: 1,
    });
    const input = { ...RESOLVED, surprise: null, root_cause: null, lesson: { what_worked: 'it', takeaway: null } };
    expect(await call('resolve_ghap', input)).toMatchObject({ status: 'confirmed' });
  });
});
