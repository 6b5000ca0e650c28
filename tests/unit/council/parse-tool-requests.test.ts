import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseToolRequests } from '../../../src/council/index.js';

const read = 'TOOL_REQUEST: {"name": "read_file", "arguments": {"path": "src/a.ts"}}';
const list = 'TOOL_REQUEST: {"name": "list_files", "arguments": {"pattern": "**/*.{ts,js}"}}';
const requests = [
  { name: 'read_file', arguments: { path: 'src/a.ts' } },
  { name: 'list_files', arguments: { pattern: '**/*.{ts,js}' } },
];

describe('parseToolRequests', () => {
  it.each([
    ['lines of their own', `Let me look.\n${read}\nAnd:\n  ${list}\nMore text.`],
    ['a fence of nothing but requests', `Let me look.\n\`\`\`\n${read}\n\n${list}\n\`\`\``],
    ['an object over several lines', `TOOL_REQUEST: ${JSON.stringify(requests[0], null, 2)}\n${list}`],
  ])('reads %s', (_, answer) => {
    expect(parseToolRequests(answer)).toEqual(requests);
  });

  it.each([
    ['quoted lines', `> ${read}`],
    ['a fence with other text', `\`\`\`\nexample:\n${read}\n\`\`\``],
    ['a marker in mid-sentence', `I would send ${read}`],
    ['half an object', 'TOOL_REQUEST: {"name": "read_file"'],
    ['an object without a name', 'TOOL_REQUEST: {"arguments": {}}'],
    ['arguments that are a list', 'TOOL_REQUEST: {"name": "x", "arguments": []}'],
    ['a fence inside a longer fence', `\`\`\`\`\ntext\n\`\`\`\n${read}\n\`\`\`\n\`\`\`\``],
  ])('takes nothing from %s', (_, answer) => {
    expect(parseToolRequests(answer)).toEqual([]);
  });

  it('never throws, whatever the text', () => {
    const piece = fc.constantFrom(read, '\n', '> ', '```', '{', '}', '"', 'TOOL_REQUEST:', 'null', ' ', 'text');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        for (const request of parseToolRequests(pieces.join(''))) expect(request.name).not.toBe('');
      }),
      { numRuns: 5_000 },
    );
  });
});
