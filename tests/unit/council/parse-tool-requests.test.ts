import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findToolRequests } from '../../../src/council/evidence/parse-tool-requests.js';
import { parseToolRequests } from '../../../src/council/index.js';
import { reportCases } from '../../support/report-cases.js';
import { seedOr } from '../../support/seed.js';

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
    ['emphasis', `**TOOL_REQUEST:** ${read.slice(14)}\n__TOOL_REQUEST__: ${list.slice(14)}`],
    ['a list', `- ${read}\n2. **${list}**`],
    ['code over the whole line', `\`${read}\`\n* \`${list}\``],
    ['a fence in a list', `1. First:\n\n   \`\`\`text\n   ${read}\n   ${list}\n   \`\`\``],
    ['lines around a comment', `${read}\n<!-- a note -->\n<!--\nanother\n-->\n${list}`],
    ['lines behind a comment mark that is only named', `The mark \`<!--\` opens one.\n${read}\n${list}`],
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
    ['a fence that is deep in a list', `- so:\n\n        \`\`\`\n        example\n${read}\n        \`\`\``],
    ['a fence behind a list mark', `- \`\`\`\n  example\n${read}\n  \`\`\``],
    ['a fence with what looks like another inside', `\`\`\`\nexample\n\`\`\`js\n${read}\n\`\`\``],
    ['a fence of tildes with backticks inside', `~~~\nexample\n\`\`\`\n${read}\n\`\`\`\n~~~`],
    ['a comment', `<!--\n${read}\n-->`],
    ['a comment that begins in a line', `So <!-- as in\n${read}\n--> it goes.`],
    ['a comment that never ends', `<!-- hidden\n${read}`],
    ['code in a sentence', `\`${read}\` is what I would ask.`],
    ['decorated quotations', `> - **${read}**`],
    ['a fence inside a longer fence', `\`\`\`\`\ntext\n\`\`\`\n${read}\n\`\`\`\n\`\`\`\``],
  ])('takes nothing from %s', (_, answer) => {
    expect(parseToolRequests(answer)).toEqual([]);
  });

  it('reports a decorated marker without a request in it', () => {
    for (const line of ['**TOOL_REQUEST:** read it', '- TOOL_REQUEST: {"name": 1}', '`TOOL_REQUEST: {`']) {
      expect(findToolRequests(line).found, line).toMatchObject([{ request: undefined }]);
    }
  });

  it('counts those of a flood that it does not read', () => {
    const { found, unread } = findToolRequests(`${read}\n`.repeat(10_000));
    expect([found.length, unread]).toEqual([500, 9_500]);
  });

  it('never throws, whatever the text', () => {
    const piece = fc.constantFrom(
      '**',
      '- ',
      '<!--',
      '-->',
      '~~~',
      read,
      '\n',
      '> ',
      '```',
      '{',
      '}',
      '"',
      'TOOL_REQUEST:',
      'null',
      ' ',
      'text',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        for (const request of parseToolRequests(pieces.join(''))) expect(request.name).not.toBe('');
      }),
      { numRuns: 5_000, seed: seedOr(20_261_116) },
    );
    reportCases(5_000);
  });
});
