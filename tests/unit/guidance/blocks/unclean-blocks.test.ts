import { describe, expect, it } from 'vitest';
import { BLOCK_TEMPLATE, CORRECTION_LINE } from '../../../../src/guidance/blocks/block-template.js';
import { findBlocks } from '../../../../src/guidance/blocks/find-blocks.js';
import { readBlock } from '../../../../src/guidance/blocks/read-block.js';
import { learnLessons } from '../../../../src/guidance/lessons/learn-lessons.js';
import { takeLessonNotices } from '../../../../src/guidance/lessons/lesson-notices.js';
import { createKnowledge } from '../../../../src/guidance/operations/create-knowledge.js';
import { INSTRUCTIONS } from '../../../../src/mcp/instructions.js';
import { NOW, project } from '../fixture.js';

describe('a block as agents write it', () => {
  it('may name patterns without quotes', () => {
    const listed = readBlock(
      'type: warning\nlabel: x\ntrigger_conditions:\n  file_patterns:\n    - **/plugin.json\n    - *.md\nwarning:\n  risk: y',
    );
    expect(listed?.triggers.file_patterns).toEqual(['**/plugin.json', '*.md']);
    const inLine = readBlock('label: x\ntrigger_conditions:\n  file_patterns: [**/*.{ts,tsx}, *.md, "a,b"]\n');
    expect(inLine?.triggers.file_patterns).toEqual(['**/*.{ts,tsx}', '*.md', 'a,b']);
  });

  it('may have a colon in its title and in its texts', () => {
    const block = readBlock(
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
    const block = readBlock(`type: checklist\nlabel: x\nchecklist:\n  items:\n    - plain\n    - ${written}\n`);
    expect(block?.content.items).toEqual(['plain', read]);
  });

  it('may be indented by tabs, and keeps texts of several lines as they are', () => {
    const block = readBlock('label: a: b\ndescription: |\n  keep: this: so\n  - *and this\nwarning:\n\trisk: bad');
    expect(block).toMatchObject({ type: 'warning', label: 'a: b', description: 'keep: this: so\n- *and this' });
    expect(block?.content.risk).toBe('bad');
  });

  it.each([
    'type: Concept\nprocess_type: checklist\nlabel: x\nchecklist: {items: [a]}',
    'process_type: checklist\ntype: warning\nlabel: x\nchecklist: {items: [a]}',
    'type: Concept\nlabel: x\nchecklist: {items: [a]}',
  ])('has the process type that it names, whatever else it calls a type: %j', (text) => {
    expect(readBlock(text)).toMatchObject({ type: 'checklist', content: { items: ['a'] } });
  });
});

describe('a block that is not fully understood', () => {
  const knowledgeOf = (folders: ReturnType<typeof project>) => createKnowledge({ folders, redact: (text) => text });
  const learn = (folders: ReturnType<typeof project>, inside: string) =>
    learnLessons({
      folders,
      turns: [{ role: 'assistant', text: `[PROCESS_KNOWLEDGE]\n${inside}\n[/PROCESS_KNOWLEDGE]` }],
      sessionId: 's',
      now: NOW,
      redact: (text) => text.replaceAll('hunter2', '[gone]'),
    });

  it('becomes a draft with its whole text, without secrets, and the next context says so once', async () => {
    const folders = project();
    const inside = 'type: poem\nlabel: Keep hunter2 safe\nverse: roses are red';
    for (let time = 0; time < 2; time++) await learn(folders, inside);
    expect(folders.readNodes('default')).toMatchObject([
      { label: 'Keep [gone] safe', status: 'draft', description: expect.stringContaining('verse: roses are red') },
    ]);
    const notice = takeLessonNotices(folders.dataFolder);
    expect(notice).toContain('process_keep_gone_safe');
    expect(notice).toContain('its type "poem" is not known');
    expect(takeLessonNotices(folders.dataFolder)).toBe('');
  });

  it.each([
    ['type: poem\nlabel: x', 'its type "poem"'],
    ['label: x\npriority: urgent\nwarning: y', 'its priority "urgent"'],
    ['label: x\ntools: my editor\nwarning: y', '"my editor" is not a list of tool names'],
    ['free text: with a colon', 'no label and no content'],
  ])('says why: %j', (inside, problem) => {
    expect(readBlock(inside)?.problem).toContain(problem);
    expect(readBlock(inside)?.description).toContain(inside);
  });

  it.each([
    `label: x\nchecklist:\n  ${'- '.repeat(9_000)}a`,
    `label: ${'['.repeat(9_000)}`,
    `label: ${'{a: '.repeat(4_000)}`,
  ])('is read to its end however deep it is nested: %.30s', (inside) => {
    expect(readBlock(inside)?.label).toBeTruthy();
  });

  it.each([
    'type: checklist|pattern\nlabel: <label>',
    'label: <title>\ntype: pattern',
    'label: ...\nlabel: ...',
    'priority: HIGH',
  ])('is not learned if it only explains the format or is empty: %j', async (inside) => {
    const folders = project();
    await learn(folders, inside);
    expect(knowledgeOf(folders).list()).toEqual({ items: [], faults: [] });
  });
});

it('the instructions of the MCP server show the same template, within what Claude Code passes on', () => {
  expect(INSTRUCTIONS).toContain(BLOCK_TEMPLATE);
  expect(INSTRUCTIONS.length).toBeLessThanOrEqual(2_048);
});

it('the template that is shown to agents is not learned itself', () => {
  expect(findBlocks(CORRECTION_LINE).map(readBlock)).toEqual([undefined]);
});
