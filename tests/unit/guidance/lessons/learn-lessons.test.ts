import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type LearnInput, learnLessons } from '../../../../src/guidance/lessons/learn-lessons.js';
import type { Turn } from '../../../../src/guidance/lessons/turn.js';
import { NOW, node, type ProjectFixture, project } from '../fixture.js';

const BLOCK = `I should have remembered to update marketplace.json.

[PROCESS_KNOWLEDGE]
type: checklist
priority: CRITICAL
label: Version Bump File Checklist
trigger_conditions:
  tool_names: [Write, Edit]
  file_patterns: ["**/plugin.json", "**/*version*"]
checklist:
  title: Complete Version Bump
  items:
    - pyproject.toml (version field)
    - plugin.json (version field)
    - marketplace.json (current_version)
    - CHANGELOG.md (new version section)
[/PROCESS_KNOWLEDGE]`;

const user = (text: string): Turn => ({ role: 'user', text });
const assistant = (text: string): Turn => ({ role: 'assistant', text });

function learn(place: ProjectFixture, turns: readonly Turn[], changes: Partial<LearnInput> = {}) {
  return learnLessons({ place, turns, sessionId: 'session-1', now: NOW, redact: (text) => text, ...changes });
}

describe('ADR-004, test case 1: a block', () => {
  it('holds no secret anywhere, in its triggers as little as in its content', async () => {
    const place = project();
    const told = BLOCK.replace('[Write, Edit]', '[Write, Edit]\n  action_keywords: ["use hunter2hunter2"]');
    await learn(place, [assistant(told.replace('plugin.json (version field)', 'hunter2hunter2'))], {
      redact: (text) => text.replaceAll('hunter2hunter2', '[redacted: secret]'),
    });
    const stored = JSON.stringify(place.readNodes('default'));
    expect(stored.match(/\[redacted: secret\]/g)).toHaveLength(2);
    expect(stored).not.toContain('hunter2');
  });

  it('becomes a draft with its own fields and full confidence', async () => {
    const place = project();
    const { lessons, faults } = await learn(place, [assistant(BLOCK)]);
    expect(faults).toEqual([]);
    expect(lessons).toMatchObject([{ graph: 'default', priority: 'CRITICAL', source: 'process_knowledge_block' }]);
    expect(place.readNodes('default')).toEqual([
      {
        id: 'process_version_bump_file_checklist_2026-11-20T12:00:00',
        type: 'Concept',
        label: 'Version Bump File Checklist',
        description: 'Version Bump File Checklist',
        confidence: 1,
        created_by: 'lesson-extractor',
        created_at: '2026-11-20T12:00:00.000Z',
        status: 'draft',
        reviewed_by: null,
        seen_count: 1,
        evidence: 'Explicit [PROCESS_KNOWLEDGE] block in session session-1',
        process_type: 'checklist',
        priority: 'CRITICAL',
        trigger_conditions: { tool_names: ['Write', 'Edit'], file_patterns: ['**/plugin.json', '**/*version*'] },
        checklist: {
          title: 'Complete Version Bump',
          items: [
            'pyproject.toml (version field)',
            'plugin.json (version field)',
            'marketplace.json (current_version)',
            'CHANGELOG.md (new version section)',
          ],
          format: 'checkbox',
        },
        source: 'process_knowledge_block',
      },
    ]);
  });

  it('enters the graph that it names, and never a path', async () => {
    const place = project([node()]);
    const block = (label: string, triad: string) =>
      assistant(
        `[PROCESS_KNOWLEDGE]\nlabel: ${label}\ntriad: ${triad}\npattern: {action: do it}\n[/PROCESS_KNOWLEDGE]`,
      );
    const { lessons } = await learn(place, [block('First matter', 'deployment'), block('Second thing', '../../etc/x')]);
    expect(lessons.map(({ graph }) => graph)).toEqual(['deployment', 'default']);
  });

  it.each([
    'type: poem\nlabel: x',
    'label: one\nlabel: two',
    '&a [*a, *a]',
    'just words: ',
    'type: checklist|pattern\nlabel: <label>',
    'label: <title>\ntype: pattern',
    '__proto__: {label: x}',
  ])('that is broken or a template is none: %j', async (inside) => {
    const place = project();
    const { lessons } = await learn(place, [assistant(`[PROCESS_KNOWLEDGE]\n${inside}\n[/PROCESS_KNOWLEDGE]`)]);
    expect(lessons).toEqual([]);
    expect(({} as Record<string, unknown>).label).toBeUndefined();
  });
});

describe('ADR-004, test case 2: a correction', () => {
  const correction = user('You forgot to update marketplace.json when you bumped the version in plugin.json');

  it('becomes a draft; the example says CRITICAL, the decision tree of ADR-005 MEDIUM', async () => {
    const place = project();
    await learn(place, [correction, assistant("You're absolutely right, let me add that now.")]);
    expect(place.readNodes('default')).toMatchObject([
      {
        confidence: 0.85,
        status: 'draft',
        process_type: 'pattern',
        priority: 'MEDIUM',
        evidence: expect.stringContaining('User correction in session session-1'),
        trigger_conditions: {
          tool_names: ['Write', 'Edit'],
          file_patterns: ['**/marketplace.json', '**/plugin.json'],
          action_keywords: ['version bump', 'update version'],
          context_keywords: ['deployment', 'release'],
        },
      },
    ]);
  });

  it('is CRITICAL where production is concerned', async () => {
    const place = project();
    await learn(place, [user('You forgot the down migration, production cannot roll back.')]);
    expect(place.readNodes('default')).toMatchObject([{ priority: 'CRITICAL' }]);
  });

  it('takes the files that were edited before it, if it names none', async () => {
    const place = project();
    const edited: Turn = { ...assistant(''), toolUses: [{ name: 'Edit', file: '/p/src/clock.ts' }] };
    await learn(place, [edited, user("That's wrong, times are stored in UTC.")]);
    expect(place.readNodes('default')).toMatchObject([{ trigger_conditions: { file_patterns: ['**/clock.ts'] } }]);
  });

  it('that nothing ties to an act names no tool: it would be shown at every one', async () => {
    const place = project();
    await learn(place, [user("That's not how we do this here.")]);
    expect(place.readNodes('default')).toMatchObject([{ trigger_conditions: { tool_names: [], file_patterns: [] } }]);
  });

  it('is never learned from the agent, a tool, a summary, a sidechain, a hook or our own words', async () => {
    const place = project();
    const text = 'You forgot to update marketplace.json';
    const { lessons } = await learn(place, [
      assistant(text),
      { ...user(text), isToolResult: true },
      { ...user(text), isMeta: true },
      { ...user(text), isSidechain: true },
      { ...user(text), isCompactSummary: true },
      user(`<system-reminder>${text}</system-reminder>`),
      user(`Witan guidance: what this project has recorded.\n${text}`),
      user(`[GRAPH_UPDATE]\n${text}\n[/GRAPH_UPDATE]`),
      user(`> ${text}`),
    ]);
    expect(lessons).toEqual([]);
  });
});

describe('what was learned before', () => {
  it('counts once more instead of becoming a second draft', async () => {
    const place = project();
    await learn(place, [user('You forgot to update marketplace.json for the plugin manifest.')]);
    const again = [user('You missed marketplace.json of the plugin manifest, update it.')];
    const { lessons } = await learn(place, again, { sessionId: 'session-2' });
    expect(lessons).toMatchObject([{ isKnown: true }]);
    expect(place.readNodes('default')).toMatchObject([{ seen_count: 2, last_seen_at: NOW.toISOString() }]);
  });

  it('becomes CRITICAL when it comes for the third time', async () => {
    const place = project();
    for (let time = 0; time < 3; time++) {
      const sessionId = `session-${time}`;
      await learn(place, [user('You left console.log calls in the worker sources.')], { sessionId });
    }
    expect(place.readNodes('default')).toMatchObject([{ seen_count: 3, priority: 'CRITICAL' }]);
  });

  it('leaves other nodes and their bytes alone', async () => {
    const place = project();
    const text = '{"nodes":[{"id":"x","weight":1.0}],"custom":{"a":[1 , 2]}}';
    place.write(place.graphFile('default'), text);
    await learn(place, [user('You forgot to update marketplace.json.')]);
    expect(place.readNodes('default')).toHaveLength(2);
    const now = readFileSync(place.graphFile('default'), 'utf8');
    expect(now).toContain('{"id":"x","weight":1.0}');
    expect(now).toContain('"custom":{"a":[1 , 2]}');
  });
});

describe('storing', () => {
  it('takes secrets out first', async () => {
    const place = project();
    await learn(place, [user('You forgot the token hunter2hunter2 in config.json.')], {
      redact: (text) => text.replaceAll('hunter2hunter2', '[redacted: secret]'),
    });
    const stored = JSON.stringify(place.readNodes('default'));
    expect(stored).toContain('[redacted: secret]');
    expect(stored).not.toContain('hunter2');
  });

  it('keeps every lesson when several sessions learn at once', async () => {
    const place = project();
    const matters = ['alpha.json', 'beta.yaml', 'gamma.toml', 'delta.sql', 'epsilon.py'];
    await Promise.all(
      matters.map((file) => learn(place, [user(`You forgot to regenerate ${file} from ${file}.template`)])),
    );
    expect(place.readNodes('default')).toHaveLength(matters.length);
  });
});
