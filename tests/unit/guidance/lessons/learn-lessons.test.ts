import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadHookIndex } from '../../../../src/guidance/hook-index/load-hook-index.js';
import { type LearnInput, learnLessons } from '../../../../src/guidance/lessons/learn-lessons.js';
import type { Turn } from '../../../../src/guidance/transcript/turn.js';
import { call, decide, NOW, node, type ProjectFixture, project, shownBy } from '../fixture.js';

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

function learn(folders: ProjectFixture, turns: readonly Turn[], changes: Partial<LearnInput> = {}) {
  return learnLessons({ folders, turns, sessionId: 'session-1', now: NOW, redact: (text) => text, ...changes });
}

describe('ADR-004, test case 1: a block', () => {
  it('has no secret, neither in its triggers nor in its content', async () => {
    const folders = project();
    const told = BLOCK.replace('[Write, Edit]', '[Write, Edit]\n  action_keywords: ["use hunter2hunter2"]');
    await learn(folders, [assistant(told.replace('plugin.json (version field)', 'hunter2hunter2'))], {
      redact: (text) => text.replaceAll('hunter2hunter2', '[redacted: secret]'),
    });
    const stored = JSON.stringify(folders.readNodes('default'));
    expect(stored.match(/\[redacted: secret\]/g)).toHaveLength(2);
    expect(stored).not.toContain('hunter2');
  });

  it('becomes a draft with its own fields and full confidence', async () => {
    const folders = project();
    const { lessons, faults } = await learn(folders, [assistant(BLOCK)]);
    expect(faults).toEqual([]);
    expect(lessons).toMatchObject([{ graph: 'default', priority: 'CRITICAL', source: 'process_knowledge_block' }]);
    expect(folders.readNodes('default')).toEqual([
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
    const folders = project([node()]);
    const block = (label: string, triad: string) =>
      assistant(
        `[PROCESS_KNOWLEDGE]\nlabel: ${label}\ntriad: ${triad}\npattern: {action: do it}\n[/PROCESS_KNOWLEDGE]`,
      );
    const { lessons } = await learn(folders, [
      block('First matter', 'deployment'),
      block('Second thing', '../../etc/x'),
    ]);
    expect(lessons.map(({ graph }) => graph)).toEqual(['deployment', 'default']);
  });

  it.each(['type: checklist|pattern\nlabel: <label>', 'label: <title>\ntype: pattern', 'priority: HIGH'])(
    'is not learned from a template or an empty text: %j',
    async (inside) => {
      const { lessons } = await learn(project(), [assistant(`[PROCESS_KNOWLEDGE]\n${inside}\n[/PROCESS_KNOWLEDGE]`)]);
      expect(lessons).toEqual([]);
    },
  );

  it('cannot change the prototype of objects', async () => {
    await learn(project(), [assistant('[PROCESS_KNOWLEDGE]\n__proto__: {label: x}\n[/PROCESS_KNOWLEDGE]')]);
    expect(({} as Record<string, unknown>).label).toBeUndefined();
  });

  it('may contain markup and be part of an answer that mentions our own texts', async () => {
    const folders = project();
    const block =
      '[PROCESS_KNOWLEDGE]\nlabel: Markup\nrequirement: Use <b>strong</b> for warnings\n[/PROCESS_KNOWLEDGE]';
    await learn(folders, [assistant(`As the Witan guidance says, I record this.\n${block}`)]);
    expect(folders.readNodes('default')).toMatchObject([
      { requirement: { constraint: 'Use <b>strong</b> for warnings' } },
    ]);
  });
});

describe('ADR-004, test case 2: a correction', () => {
  const correction = user('Next time update marketplace.json when you bump the version in plugin.json');

  it('becomes a MEDIUM draft without a block and without conditions', async () => {
    const folders = project();
    await learn(folders, [correction, assistant("You're absolutely right, let me add that now.")]);
    expect(folders.readNodes('default')).toMatchObject([
      {
        confidence: 0.85,
        status: 'draft',
        process_type: 'requirement',
        priority: 'MEDIUM',
        evidence: 'User correction in session session-1',
        trigger_conditions: {},
      },
    ]);
  });

  it('is never shown before a review without a block, whatever it names', async () => {
    const folders = project();
    await learn(folders, [user('This is critical for production: next time update plugin.json first.')]);
    const { items } = loadHookIndex(folders);
    expect(items).toMatchObject([{ status: 'draft', priority: 'MEDIUM' }]);
    expect(shownBy(decide(items, call('Write', '/path/to/plugin.json')))).toEqual([]);
  });

  it('is replaced by the block that the agent writes in the same turn', async () => {
    const folders = project();
    await learn(folders, [correction, assistant('Working on it.'), assistant(BLOCK)]);
    expect(folders.readNodes('default')).toMatchObject([
      { label: 'Version Bump File Checklist', priority: 'CRITICAL' },
    ]);
  });

  it('is replaced, too, when the block was learned before the transcript had the prompt', async () => {
    const folders = project();
    await learn(folders, [assistant(BLOCK)]);
    await learn(folders, [correction, assistant(BLOCK)]);
    expect(folders.readNodes('default')).toMatchObject([{ label: 'Version Bump File Checklist' }]);
  });

  it('gives way to a later block that says the same', async () => {
    const folders = project();
    const rule = 'From now on commit messages are written in the imperative';
    await learn(folders, [user(rule)]);
    const block = `[PROCESS_KNOWLEDGE]\nlabel: ${rule}\ntools: [Bash]\nkeywords: [git commit]\nchecklist: [imperative]\n[/PROCESS_KNOWLEDGE]`;
    await learn(folders, [assistant(block)], { sessionId: 'session-2' });
    const [node] = folders.readNodes('default');
    expect(node).toMatchObject({ process_type: 'checklist', checklist: { items: ['imperative'] }, seen_count: 1 });
    expect(node).not.toHaveProperty('requirement');
  });

  it('is never learned from the agent, a tool, a summary, a sidechain, a hook or our own words', async () => {
    const folders = project();
    const text = 'I told you to update marketplace.json';
    const { lessons } = await learn(folders, [
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
    const folders = project();
    await learn(folders, [user('Always update marketplace.json together with the plugin manifest, you forgot it.')]);
    const again = [user('You forgot it: always update marketplace.json together with the plugin manifest.')];
    const { lessons } = await learn(folders, again, { sessionId: 'session-2' });
    expect(lessons).toMatchObject([{ isKnown: true }]);
    expect(folders.readNodes('default')).toMatchObject([{ seen_count: 2, last_seen_at: NOW.toISOString() }]);
  });

  it('leaves other nodes and their bytes alone', async () => {
    const folders = project();
    const text = '{"nodes":[{"id":"x","weight":1.0}],"custom":{"a":[1 , 2]}}';
    folders.write(folders.graphFile('default'), text);
    await learn(folders, [user('From now on update marketplace.json, you forgot it again.')]);
    expect(folders.readNodes('default')).toHaveLength(2);
    const now = readFileSync(folders.graphFile('default'), 'utf8');
    expect(now).toContain('{"id":"x","weight":1.0}');
    expect(now).toContain('"custom":{"a":[1 , 2]}');
  });
});

describe('storing', () => {
  it('takes secrets out first', async () => {
    const folders = project();
    await learn(
      folders,
      [user('I told you: the token hunter2hunter2 never goes into config.json, you did it again.')],
      {
        redact: (text) => text.replaceAll('hunter2hunter2', '[redacted: secret]'),
      },
    );
    const stored = JSON.stringify(folders.readNodes('default'));
    expect(stored).toContain('[redacted: secret]');
    expect(stored).not.toContain('hunter2');
  });

  it('keeps every lesson when several sessions learn at the same time', async () => {
    const folders = project();
    const matters = ['alpha.json', 'beta.yaml', 'gamma.toml', 'delta.sql', 'epsilon.py'];
    await Promise.all(
      matters.map((file) => learn(folders, [user(`You edited ${file} again instead of ${file}.template`)])),
    );
    expect(folders.readNodes('default')).toHaveLength(matters.length);
  });
});
