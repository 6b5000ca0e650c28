import { describe, expect, it } from 'vitest';
import { learnLessons } from '../../../../src/guidance/lessons/learn-lessons.js';
import { parseBlock, readBlock } from '../../../../src/guidance/lessons/parse-block.js';
import { createKnowledge } from '../../../../src/guidance/operations/create-knowledge.js';
import { NOW, project } from '../fixture.js';

describe('a block as agents write it', () => {
  it('may name patterns without quotes', () => {
    const listed = parseBlock(
      'type: warning\nlabel: x\ntrigger_conditions:\n  file_patterns:\n    - **/plugin.json\n    - *.md\nwarning:\n  risk: y',
    );
    expect(listed?.triggers.file_patterns).toEqual(['**/plugin.json', '*.md']);
    const inLine = parseBlock('label: x\ntrigger_conditions:\n  file_patterns: [**/*.{ts,tsx}, *.md, "a,b"]\n');
    expect(inLine?.triggers.file_patterns).toEqual(['**/*.{ts,tsx}', '*.md', 'a,b']);
  });

  it('may have a colon in its title and in its texts', () => {
    const block = parseBlock(
      'label: Deploy: the full list\npattern:\n  situation: Release day: always\n  action: Update a.json\n    and also b.json: both',
    );
    expect(block).toMatchObject({
      label: 'Deploy: the full list',
      content: { situation: 'Release day: always', action: 'Update a.json and also b.json: both' },
    });
  });

  it.each([
    ['@scope/name is published', '@scope/name is published'],
    ['`npm test` passes', '`npm test` passes'],
    ['"quoted" and more', '"quoted" and more'],
    ['[ ] a tick box', 'a tick box'],
    ["!important: don't", "!important: don't"],
    ['%APPDATA% is set', '%APPDATA% is set'],
  ])('may have the entry %s', (written, read) => {
    const block = parseBlock(`type: checklist\nlabel: x\nchecklist:\n  items:\n    - plain\n    - ${written}\n`);
    expect(block?.content.items).toEqual(['plain', read]);
  });

  it('may be indented by tabs, and keeps texts of several lines as they are', () => {
    const block = parseBlock('label: a: b\ndescription: |\n  keep: this: so\n  - *and this\nwarning:\n\trisk: bad');
    expect(block).toMatchObject({ type: 'warning', label: 'a: b', description: 'keep: this: so\n- *and this' });
    expect(block?.content.risk).toBe('bad');
  });

  it.each([
    'type: Concept\nprocess_type: checklist\nlabel: x\nchecklist: {items: [a]}',
    'process_type: checklist\ntype: warning\nlabel: x\nchecklist: {items: [a]}',
    'type: Concept\nlabel: x\nchecklist: {items: [a]}',
  ])('has the process type that it names, whatever else it calls a type: %j', (text) => {
    expect(parseBlock(text)).toMatchObject({ type: 'checklist', content: { items: ['a'] } });
  });
});

describe('a block that cannot be read', () => {
  const knowledgeOf = (place: ReturnType<typeof project>, now = NOW) =>
    createKnowledge({ place, redact: (text) => text, now: () => now });
  const learn = (place: ReturnType<typeof project>, inside: string) =>
    learnLessons({
      place,
      turns: [{ role: 'assistant', text: `[PROCESS_KNOWLEDGE]\n${inside}\n[/PROCESS_KNOWLEDGE]` }],
      sessionId: 's',
      now: NOW,
      redact: (text) => text.replaceAll('hunter2', '[gone]'),
    });

  it('is told of by list and doctor, with its first words, once and without secrets', async () => {
    const place = project();
    for (let time = 0; time < 2; time++) await learn(place, 'label: Keep hunter2 safe\nlabel: two');
    const { faults } = knowledgeOf(place).list();
    expect(faults).toEqual([
      expect.stringMatching(
        /^a \[PROCESS_KNOWLEDGE\] block of 2026-11-20 was not learned: it is not readable as YAML \(.+\); it begins "label: Keep \[gone\] safe/,
      ),
    ]);
    expect(knowledgeOf(place).health().faults).toEqual(faults);
  });

  it.each([
    ['type: poem\nlabel: x', 'its type is "poem"'],
    ['priority: HIGH', 'neither a label nor a description'],
    ['- one: 1\n- two: 2', 'no fields'],
    // Without a limit the parser would use up the stack, and V8 may then end the hook.
    [`label: x\nchecklist: ${'- '.repeat(9_000)}`.replace('checklist: ', 'checklist:\n  '), 'nested too deeply'],
    [`label: ${'['.repeat(9_000)}`, 'nested too deeply'],
  ])('%j says why', (inside, reason) => {
    expect(readBlock(inside)).toMatchObject({ fault: expect.stringContaining(reason) });
  });

  it.each(['type: checklist|pattern\nlabel: <label>', 'label: <title>\ntype: pattern', 'label: ...\nlabel: ...'])(
    'but only explains the format is not complained about: %j',
    async (inside) => {
      const place = project();
      await learn(place, inside);
      expect(knowledgeOf(place).list()).toEqual({ items: [], faults: [] });
    },
  );

  it('is forgotten after a week: nobody can tell whether it was said again', async () => {
    const place = project();
    await learn(place, 'type: poem\nlabel: x');
    expect(knowledgeOf(place, new Date(NOW.getTime() + 8 * 86_400_000)).list().faults).toEqual([]);
  });
});
