import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KnowledgeItem } from '../../../../src/guidance/item/item.js';
import { matchesTrigger } from '../../../../src/guidance/relevance/match-item.js';
import type { ToolCall } from '../../../../src/guidance/relevance/tool-action.js';
import { readToolAction } from '../../../../src/guidance/relevance/tool-action.js';
import { storedIndex } from '../../../support/stored-index.js';
import { call, when } from '../fixture.js';

function candidates(items: readonly KnowledgeItem[], asked: ToolCall): string[] {
  const action = readToolAction(asked);
  if (action === undefined) throw new Error('not a call that guidance is asked about');
  const found = storedIndex(items).itemsFor(action);
  const matching = items.filter((item) => item.status !== 'archived' && matchesTrigger(item, action, () => false));
  expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(matching.map(({ id }) => id)));
  return found.map(({ id }) => id);
}

const ITEMS = [
  when({ file_patterns: ['src/area1/**', '**/area1.config.*'] }, { id: 'area1' }),
  when({ file_patterns: ['src/area2/**', '**/area2.config.*'] }, { id: 'area2' }),
  when({ file_patterns: ['**/*.sql'] }, { id: 'sql' }),
  when({ file_patterns: ['db/migrations/00*.sql'] }, { id: 'migrations' }),
  when({ tool_names: ['Bash'], action_keywords: ['git push --force'] }, { id: 'push' }),
  when({ file_patterns: ['infra/**'], action_keywords: ['terraform destroy', 'drop  table'] }, { id: 'infra' }),
  when({ action_keywords: ['Release'] }, { id: 'release' }),
  when({ tool_names: ['Write'], context_keywords: ['deployment'] }, { id: 'always' }),
  when({ file_patterns: ['/etc/**'] }, { id: 'absolute' }),
];

describe('groups of items', () => {
  it.each([
    ['Write', 'src/area1/part.ts', ['area1', 'always', 'absolute']],
    ['Edit', 'lib/area2.config.json', ['area2', 'always', 'absolute']],
    ['Write', 'db/migrations/0044.sql', ['sql', 'migrations', 'always', 'absolute']],
    ['Bash', 'ls', ['always']],
    ['Bash', 'git -C sub push origin main -f', ['push', 'always', 'absolute']],
    ['Bash', 'rm -r db', ['migrations', 'always', 'absolute']],
    ['Bash', 'npm run prerelease-web', ['release', 'always', 'absolute']],
    ['Bash', 'psql -c "DROP TABLE users"', ['infra', 'always', 'absolute']],
    ['Bash', 'rm -rf .', ITEMS.map(({ id }) => id)],
  ])('The call %s of %s is given only items that may match.', (tool, input, expected) => {
    expect(candidates(ITEMS, call(tool, input))).toEqual(expected);
  });

  it('A keyword in messages counts for items without file patterns.', () => {
    const recentMessages = ['We RELEASE it and run terraform destroy.'];
    expect(candidates(ITEMS, call('Write', 'README.md', { recentMessages }))).toEqual([
      'release',
      'always',
      'absolute',
    ]);
  });

  it('An item that is never shown is in no group.', () => {
    const archived = when({ file_patterns: ['*'] }, { id: 'archived', status: 'archived' });
    expect(candidates([archived], call('Write', 'a'))).toEqual([]);
  });

  const NAME = fc.constantFrom('a', 'ab', '.env', 'x.sql', 'x.d.ts', 'src', 'é', '[x', '..');
  const PART = fc.oneof(
    NAME,
    fc.constantFrom(
      '*',
      '**',
      '?',
      '*.sql',
      'a*',
      '.env.*',
      'x.*',
      '{a,ab}',
      '*.{ts,sql}',
      '{a/b,src}',
      '[ab]',
      'a}',
      '\\[x',
      '.',
      '',
    ),
  );
  const PATTERN = fc.array(PART, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  const PATH = fc.array(fc.constantFrom('a', 'ab', '.env', '.env.x', 'x.sql', 'x.d.ts', 'src', 'é', '[x', 'a}'), {
    minLength: 1,
    maxLength: 4,
  });
  const KEYWORD = fc.constantFrom(
    'git push',
    'rm -rf',
    'Deploy',
    'deploy.sh',
    'drop  table',
    'a',
    'sudo terraform',
    ' x ',
  );
  const LINE = fc
    .array(
      fc.oneof(
        PATH.map((parts) => parts.join('/')),
        fc.constantFrom(
          'rm -rf',
          'git push -f',
          'mv',
          '&&',
          'deploy',
          'psql -c "drop table x"',
          './deploy.sh',
          'sudo',
          'cat',
          '>',
          'terraform',
          '/path',
        ),
      ),
      { minLength: 1, maxLength: 6 },
    )
    .map((words) => words.join(' '));
  const ITEM = fc.record({
    file_patterns: fc.array(PATTERN, { maxLength: 2 }),
    action_keywords: fc.array(KEYWORD, { maxLength: 2 }),
    tool_names: fc.constantFrom([], ['Bash'], ['Write']),
  });

  it('An item that matches is in a group of the call, whatever its conditions.', () => {
    const asked = fc.oneof(
      PATH.map((parts) => call('Write', parts.join('/'))),
      LINE.map((line) => call('Bash', line, { recentMessages: ['deploy it, then git push'] })),
    );
    fc.assert(
      fc.property(fc.array(ITEM, { maxLength: 5 }), asked, (conditions, made) => {
        candidates(
          conditions.map((one, index) => when(one, { id: `item-${index}` })),
          made,
        );
      }),
      { numRuns: 2_000 },
    );
  });
});
