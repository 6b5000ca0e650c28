import { describe, expect, it } from 'vitest';
import { detectLessons } from '../../../../src/guidance/lessons/detect-lessons.js';
import { inferPriority } from '../../../../src/guidance/lessons/infer-priority.js';
import { inferProcessType } from '../../../../src/guidance/lessons/infer-process-type.js';
import { generalise, inferTriggers } from '../../../../src/guidance/lessons/infer-triggers.js';
import { isSimilarText } from '../../../../src/guidance/lessons/similar-text.js';
import { matchesGlob } from '../../../../src/guidance/relevance/glob.js';

describe('the priority of a lesson', () => {
  const facts = { source: 'user_correction', text: 'x', repetitions: 0, isCalledCritical: false } as const;
  it.each([
    [{ repetitions: 2 }, 'CRITICAL'],
    [{ repetitions: 1 }, 'MEDIUM'],
    [{ isCalledCritical: true }, 'CRITICAL'],
    [{ text: 'before the release' }, 'CRITICAL'],
    [{ text: 'the tests fail' }, 'HIGH'],
    [{ text: 'the naming is off' }, 'MEDIUM'],
    [{ source: 'lesson_learned', text: 'before the release' }, 'HIGH'],
    [{ source: 'lesson_learned', text: 'the tests fail' }, 'MEDIUM'],
    [{ source: 'suggestion', text: 'data loss' }, 'MEDIUM'],
    [{ source: 'repeated_mistake' }, 'CRITICAL'],
  ] as const)('%o: %s', (changes, priority) => {
    expect(inferPriority({ ...facts, ...changes })).toBe(priority);
  });
});

describe('the type of a lesson', () => {
  it.each([
    ['you also need the changelog', 'checklist'],
    ['update both files', 'checklist'],
    ['whenever the schema changes, rebuild', 'pattern'],
    ['this might lose data', 'warning'],
    ['exports must be documented', 'requirement'],
    ['use the handler', 'pattern'],
  ])('%s: %s', (text, type) => {
    expect(inferProcessType(text)).toBe(type);
  });
});

it.each([
  ['/path/to/plugin.json', '**/plugin.json'],
  ['pyproject.toml', '**/pyproject.toml'],
  ['/path/to/src/version_info.py', '**/*version*.py'],
  ['/path/to/VERSION', '**/*VERSION*'],
  ['src/AppVersion.ts', '**/*Version*.ts'],
  ['/path/to/.version', '**/*version*'],
])('%s stands for %s', (path, pattern) => {
  expect(generalise(path)).toBe(pattern);
  expect(matchesGlob(path, pattern)).toBe(true);
});

describe('the tools at which a lesson is heard', () => {
  const edit = { name: 'Edit', file: '/p/src/worker.ts' };
  it.each([
    ['Run the linter before committing', [], ['Bash']],
    ['Run the linter before committing', [edit], ['Write', 'Edit', 'Bash']],
    ['Run the linter before committing', [{ name: 'Bash' }], ['Bash']],
    ['Update marketplace.json, too', [{ name: 'Bash' }], ['Write', 'Edit']],
    ['Tag it before you publish plugin.json', [], ['Write', 'Edit', 'Bash']],
    ['Bump the version everywhere', [], ['Write', 'Edit']],
    ['Be more careful', [], []],
  ])('%s, after %o: %o', (text, uses, tools) => {
    expect(inferTriggers(text, uses).tool_names).toEqual(tools);
  });
});

it('texts are similar when they share their content words', () => {
  expect(isSimilarText('You forgot to update marketplace.json', 'Forgot marketplace.json update again')).toBe(true);
  expect(isSimilarText('You forgot to update marketplace.json', 'You forgot to update the changelog')).toBe(false);
  expect(isSimilarText('', 'anything')).toBe(false);
});

describe('an adversarial text', () => {
  it.each([
    'you '.repeat(10_000),
    '`'.repeat(20_000),
    '"'.repeat(20_000),
    '<aa>'.repeat(5_000),
    '\n-'.repeat(10_000),
    'you need to '.repeat(1_700),
    '[PROCESS_KNOWLEDGE]'.repeat(1_000),
    'lesson learned '.repeat(1_500),
    `we use ${'a, '.repeat(6_000)}`,
    `${'> '.repeat(10_000)}\n`.repeat(2),
  ])('is read to its end: %.20s', (text) => {
    for (const role of ['user', 'assistant'] as const) expect(() => detectLessons({ role, text })).not.toThrow();
  });
});
