import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBlock } from '../../../../src/guidance/blocks/read-block.js';

const NAMES = [
  'type',
  'priority',
  'title',
  'description',
  'tools',
  'files',
  'keywords',
  'context',
  'trigger_conditions',
];
const MORE_NAMES = ['checklist', 'items', 'warning', 'risk', 'when', 'Owner', '**Reviewed by**', '"link"', ''];

/** A line with a word of its own, indented and decorated in any way. */
const line = fc.record({
  indent: fc.constantFrom('', '  ', '    ', '\t'),
  mark: fc.constantFrom('', '- ', '* ', '1. ', '- [ ] '),
  name: fc.constantFrom(...NAMES, ...MORE_NAMES),
  frame: fc.constantFrom(
    '#',
    '"#"',
    '[#]',
    '[#, b',
    '{#',
    '{a: #}',
    '#]',
    '| #',
    '> #',
    '`#`',
    "'#",
    '# # not a comment',
  ),
});

describe('a block', () => {
  it('keeps every word, whatever its lines look like', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const written = lines.map(({ indent, mark, name, frame }, index) => {
          const text = frame.replace('#', `word${'abcdefghijkl'[index]}`);
          return `${indent}${mark}${name === '' ? '' : `${name}: `}${text}`;
        });
        const kept = JSON.stringify(readBlock(['label: Kept', ...written].join('\n')));
        for (const index of lines.keys()) expect(kept).toContain(`word${'abcdefghijkl'[index]}`);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['a list over several lines', 'tools: [\n  Bash,\n  "Edit"\n]', { tool_names: ['Bash', 'Edit'] }],
    ['brackets in its patterns', 'files: [app/[id]/page.tsx, "b,c"]', { file_patterns: ['app/[id]/page.tsx', 'b,c'] }],
    [
      'one text that names several',
      'keywords: git push, "git push -f"',
      { action_keywords: ['git push', 'git push -f'] },
    ],
    [
      'a list without names',
      'trigger: [Bash, src/**, deploy]',
      {
        tool_names: ['Bash'],
        file_patterns: ['src/**'],
        action_keywords: ['deploy'],
      },
    ],
    ['patterns between stars', 'files:\n  - **/db/**\n  - `a/**/b.md`', { file_patterns: ['**/db/**', 'a/**/b.md'] }],
    ['no condition', 'tools: any tool', {}],
  ])('may state its conditions as %s', (_, text, triggers) => {
    expect(readBlock(`label: x\n${text}\nwarning: y`)).toMatchObject({ triggers, description: '', problem: undefined });
  });

  it('may use headings for names', () => {
    const block = readBlock('## Type\nwarning\n## Label\nShared port\n## Warning\nLeave it alone');
    expect(block).toMatchObject({ type: 'warning', label: 'Shared port', content: { risk: 'Leave it alone' } });
  });

  it('may be JSON with a comma too many', () => {
    const block = readBlock(
      '{"label": "x", "checklist": {"title": "T", "items": ["a: b", "c",]}, "notes": {"by": "Ana"},}',
    );
    expect(block).toMatchObject({ content: { title: 'T', items: ['a: b', 'c'] }, description: 'notes: by: Ana' });
  });

  it('may be JSON with strings that look like a comma too many, and with nulls for what is not known', () => {
    const block = readBlock(
      '{"label": "x", "description": null, "checklist": {"title": "T", "items": ["use [a, ] here", null]}}',
    );
    expect(block).toMatchObject({ content: { title: 'T', items: ['use [a, ] here'] } });
    expect(JSON.stringify(block)).not.toContain('null');
  });

  it('keeps what a field says beyond its value', () => {
    const block = readBlock('label: x\npriority: HIGH (asked twice)\ntools: Bash when deploying\nwarning: y');
    expect(block).toMatchObject({
      priority: 'HIGH',
      triggers: { tool_names: ['Bash'] },
      description: 'priority: HIGH (asked twice)\ntools: Bash when deploying',
    });
  });
});
