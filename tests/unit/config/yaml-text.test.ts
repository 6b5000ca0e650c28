import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { removeFromText, setInText } from '../../../src/config/edit/yaml-text.js';

const set = (text: string, key: string, value: unknown) =>
  setInText({ text, document: parseDocument(text) }, key.split('.'), value);
const unset = (text: string, key: string) => removeFromText({ text, document: parseDocument(text) }, key.split('.'));

/** Quotes, indentation, blanks and comments that a printer would change. */
const ODD = `# mine
'council' :    # the rules
    quorum:   0.50
    "challenge":  yes   # really
    # summary: auto

adapters: {lmstudio: {enabled: false}, 'x':   {type: cli,}} # two
model_registry:
    mine:
    -   id: "large"   # the best
        tier: 'top'
    # - id: small
evidence:
  # nothing yet
storage:
  data_dir: |
    folder
`;

describe('a change of one key in a YAML text', () => {
  it.each([
    ['council.quorum', 0.6, ['quorum:   0.50', 'quorum:   0.6']],
    ['council.summary', 'auto', ['# really\n', '# really\n    summary: auto\n']],
    ['council.vote_retry.enabled', false, ['# really\n', '# really\n    vote_retry:\n      enabled: false\n']],
    ['evidence.deny', ['a', '*.key'], ['evidence:\n', 'evidence:\n  deny:\n    - a\n    - "*.key"\n']],
    ['adapters.lmstudio.timeout', 5, ['enabled: false}', 'enabled: false, timeout: 5}']],
    ['adapters.x.command', 'a, b', ['cli,}', 'cli, command: "a, b"}']],
    ['adapters.y.type', 'cli', ['{type: cli,}}', '{type: cli,}, y: { type: cli }}']],
    [
      'model_registry.mine',
      [
        { id: 'large', tier: 'top' },
        { id: 'new', default: true },
      ],
      ["tier: 'top'\n", "tier: 'top'\n    - id: new\n      default: true\n"],
    ],
    ['model_registry.mine', [{ id: 'other' }], [/mine:\n.*\n.*\n/, '# the best\n    mine: [{ id: other }]\n']],
    ['storage.data_dir', 'a: b', ['|\n    folder\n', '"a: b"\n']],
    ['storage.journal_dir', 'j', ['    folder\n', '    folder\n  journal_dir: j\n']],
    ['mcp.progress_interval', 5, [/$/, 'mcp:\n  progress_interval: 5\n']],
  ] as const)('changes %s and keeps every other byte', (key, value, [from, to]) => {
    expect(set(ODD, key, value)).toBe(ODD.replace(from, () => to));
    const windows = ODD.replaceAll('\n', '\r\n');
    expect(set(windows, key, value)).toBe(ODD.replace(from, () => to).replaceAll('\n', '\r\n'));
  });

  it.each([
    ['council.quorum', ['    quorum:   0.50\n', '']],
    ['council.challenge', ['    "challenge":  yes   # really\n', '']],
    ['adapters.lmstudio', ['lmstudio: {enabled: false}, ', '']],
    ['adapters.x', [", 'x':   {type: cli,}", '']],
    ['storage.data_dir', ['storage:\n  data_dir: |\n    folder\n', '']],
    ['model_registry.mine', [/ {4}mine:\n.*\n.*\n/, '']],
  ] as const)('removes %s and keeps every other byte', (key, [from, to]) => {
    expect(unset(ODD, key)).toBe(ODD.replace(from, to));
  });

  it.each([
    ['', 'a:\n  b: 1\n'],
    ['# mine\n\n', '# mine\na:\n  b: 1\n\n'],
    ['{}', '{ a: { b: 1 } }'],
    ['a:', 'a:\n  b: 1\n'],
    ['a: {}\n', 'a: { b: 1 }\n'],
    ['a: # none\nc: 2', 'a: # none\n  b: 1\nc: 2'],
    ['a:\n  b:\nc: 2', 'a:\n  b: 1\nc: 2'],
    ['c:\n  d: 1\n\n  # e: 2\n  # f\n# end\n', 'c:\n  d: 1\n\n  # e: 2\n  # f\na:\n  b: 1\n# end\n'],
    ['c: 2', 'c: 2\na:\n  b: 1\n'],
    ['a: &x { c: 1 }', 'a: &x { c: 1, b: 1 }'],
  ])('adds a key to %j', (before, after) => {
    expect(set(before, 'a.b', 1)).toBe(after);
  });

  it('keeps comments inside of a value that is replaced, above its key', () => {
    const list =
      'a:\n  b:\n    # first\n    - x # "one"\n    # - "# y"\n    - "# no comment"\n    - |\n      # none\nc: 1\n';
    expect(set(list, 'a.b', 'z')).toBe('a:\n  # first\n  # "one"\n  # - "# y"\n  b: z\nc: 1\n');
    expect(set('b: [ # first\n  x, # one\n]\n', 'b', ['z'])).toBe('# first\n# one\nb: [z]\n');
    expect(set('a: { b: [ # first\n  x ] }\n', 'a.b', ['z'])).toBeUndefined();
  });

  it('leaves an alias and a tagged value to the caller', () => {
    expect(set('x: &x { c: 1 }\na: *x\n', 'a.b', 1)).toBeUndefined();
    expect(set('a: { b: !!str 1 }\n', 'a.b', 2)).toBeUndefined();
  });

  it('means what was set, for any text', () => {
    const values = fc.oneof(
      fc.string(),
      fc.boolean(),
      fc.integer(),
      fc.array(fc.string()),
      fc.record({ id: fc.string() }),
    );
    fc.assert(
      fc.property(values, fc.constantFrom('a: {b: 1}\n', 'a:\n  b: x # y\n', 'c: 1', 'a:\n  c: 1\n'), (value, text) => {
        const changed = set(text, 'a.b', value) ?? '';
        expect(parseDocument(changed).toJS()).toEqual({
          ...parseDocument(text).toJS(),
          a: { ...parseDocument(text).toJS().a, b: value },
        });
      }),
    );
  });
});
