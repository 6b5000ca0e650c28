import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { changeText } from '../../../src/config/edit/change-text.js';

const set = (text: string, key: string, value: unknown) =>
  changeText(text, { key: key.split('.'), value }, 'mine.yaml');
const unset = (text: string, key: string) => set(text, key, undefined);

const FILE = `# mine

council: # the rules
  quorum: 0.50
  "challenge": yes # really
  # summary: auto

adapters: { lmstudio: { enabled: false }, 'x': { type: cli } } # two
model_registry:
  mine:
    - id: "large" # the best
      tier: 'top'
    # - id: small
evidence:
  # nothing yet
# folders
storage:
  data_dir: |
    folder
`;

describe('a change of one key in a YAML text', () => {
  it.each([
    ['council.quorum', 0.6],
    ['council.summary', 'auto'],
    ['council.vote_retry.enabled', false],
    ['evidence.deny', ['a', '*.key']],
    ['adapters.lmstudio.timeout', 5],
    ['adapters.x.command', 'a, b'],
    ['adapters.y.type', 'cli'],
    ['model_registry.mine', [{ id: 'large', tier: 'top' }, { id: 'new' }]],
    ['model_registry.mine', [{ id: 'other' }]],
    ['storage.data_dir', 'a: b'],
    ['storage.journal_dir', 'j'],
    ['mcp.progress_interval', 5],
    ['council.quorum', undefined],
    ['council.challenge', undefined],
    ['adapters.lmstudio', undefined],
    ['model_registry.mine', undefined],
    ['storage.data_dir', undefined],
  ])('Comments stay, and so does the order of keys, when %s becomes %j.', (key, value) => {
    const after = set(FILE, key, value);
    const removed = value === undefined ? ['# really', '# the best', '# - id: small'] : [];
    for (const comment of FILE.match(/# .*/g) ?? []) {
      if (!removed.includes(comment)) expect(after).toContain(comment);
    }
    const sections = Object.keys(parse(after)).filter((name) => name !== 'mcp');
    expect(sections).toEqual(Object.keys(parse(FILE)).filter((name) => sections.includes(name)));
    expect(after.startsWith('# mine\n\ncouncil:')).toBe(true);
    const windows = FILE.replaceAll('\n', '\r\n');
    expect(set(windows, key, value)).toBe(after.replaceAll('\n', '\r\n'));
  });

  it('A longer list keeps its entries as they are.', () => {
    const list = [{ id: 'large', tier: 'top' }, { id: 'new' }];
    expect(set(FILE, 'model_registry.mine', list)).toContain(
      '    - id: "large" # the best\n      tier: \'top\'\n    - id: new\n',
    );
  });

  it.each([
    ['', 'a:\n  b: 1\n'],
    ['# mine\n', '# mine\n\na:\n  b: 1\n'],
    ['a:', 'a:\n  b: 1\n'],
    ['a: {}\n', 'a: {b: 1}\n'],
    ['a:\n  b:\nc: 2', 'a:\n  b: 1\nc: 2\n'],
    ['c: 2', 'c: 2\na:\n  b: 1\n'],
    ['a: &x { c: 1 }', 'a: &x { c: 1, b: 1 }\n'],
    ['a:\n  # none\nc: 2', 'a:\n  # none\n  b: 1\nc: 2\n'],
  ])('A key is added to %j.', (before, after) => {
    expect(set(before, 'a.b', 1)).toBe(after);
  });

  it.each([
    ['a:\n  b: 1\nc: 2\n', 'c: 2\n'],
    ['a:\n  # first\n  b: 1\nc: 2\n', 'a:\n  # first\nc: 2\n'],
    ['a:\n  c: 1\n\n  # above b\n  b: 1\n  d: 1\n', 'a:\n  c: 1\n  # above b\n  d: 1\n'],
    ['a:\n  c: 1\n  # above b\n  b: 1\n', 'a:\n  c: 1\n  # above b\n'],
  ])('A key is removed from %j, and comments above it stay.', (before, after) => {
    expect(unset(before, 'a.b')).toBe(after);
  });

  it('Comments inside of a value that is replaced are kept above its key.', () => {
    const list =
      'a:\n  b:\n    # first\n    - x # "one"\n    # - "# y"\n    - "# no comment"\n    - |\n      # none\nc: 1\n';
    expect(set(list, 'a.b', 'z')).toBe('a:\n  # first\n  # "one"\n  # - "# y"\n  b: z\nc: 1\n');
  });

  it('An alias and a tagged value are refused with the file to edit.', () => {
    expect(() => set('x: &x { c: 1 }\na: *x\n', 'a.b', 1)).toThrow(/by hand, such as an alias; edit mine\.yaml/);
    expect(() => set('a: { b: !!str 1 }\n', 'a.b', 2)).toThrow(/by hand/);
    expect(() => unset('a: 1\n', 'b')).toThrow(/`b` is not set in mine\.yaml; nothing was changed/);
  });

  it('The changed text means what was set, for any value.', () => {
    const values = fc.oneof(
      fc.string(),
      fc.boolean(),
      fc.integer(),
      fc.array(fc.string()),
      fc.record({ id: fc.string() }),
    );
    fc.assert(
      fc.property(values, fc.constantFrom('a: {b: 1}\n', 'a:\n  b: x # y\n', 'c: 1', 'a:\n  c: 1\n'), (value, text) => {
        const before = parse(text);
        expect(parse(set(text, 'a.b', value))).toEqual({ ...before, a: { ...before.a, b: value } });
      }),
    );
  });
});
