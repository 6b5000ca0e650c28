import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readShellLine } from '../../../src/commands/read-line.js';

const words = (line: string) => readShellLine(line).tokens.map((token) => ('text' in token ? token.text : token));

describe('a command line', () => {
  it.each([
    `a 'b c' "d e" f\\ g`,
    `printf x"y"'z' '' ""`,
    `"a\\"b" "a\\\\b" "a\\nb" 'a\\nb' "\\$HOME"`,
    `a=1 b#c 'd'"e"f`,
    'a \\\n b',
  ])('is split into the words that a shell makes of it: %s', (line) => {
    const shell = execFileSync('sh', ['-c', `for word in ${line}; do printf '%s\\0' "$word"; done`], {
      encoding: 'utf8',
    });
    expect(words(line)).toEqual(shell.split('\0').slice(0, -1));
  });

  it('has operators, of which the longest counts', () => {
    expect(words('a && b || c; d & e | f |& (g)\nh # not this;')).toEqual([
      'a',
      '&&',
      'b',
      '||',
      'c',
      ';',
      'd',
      '&',
      'e',
      '|',
      'f',
      '|&',
      '(',
      'g',
      ')',
      '\n',
      'h',
    ]);
  });

  it('has redirections with their files, and none for joined streams', () => {
    expect(words('a >x 2>>y <in 2>&1 &>all')).toEqual([
      'a',
      { kind: 'redirection', operator: '>', target: 'x' },
      { kind: 'redirection', operator: '>>', target: 'y' },
      { kind: 'redirection', operator: '<', target: 'in' },
      { kind: 'redirection', operator: '&>', target: 'all' },
    ]);
  });

  it('has here-documents and substitutions as separate tokens', () => {
    const document = { kind: 'here-document', body: 'one\n', expands: true };
    expect(words('cat <<END\none\nEND\nb')).toEqual(['cat', document, '\n', 'b']);
    expect(words("cat <<'END'\none\nEND")).toEqual(['cat', { ...document, expands: false }, '\n']);
    expect(words('a "$(b c)" `d` <(e)')).toEqual([
      'a',
      { kind: 'substitution', script: 'b c' },
      '$()',
      { kind: 'substitution', script: 'd' },
      '$()',
      { kind: 'substitution', script: 'e' },
    ]);
  });

  it('reads a quote with escapes, and a file behind `>&`', () => {
    expect(words("a $'b\\'c' d")).toEqual(['a', "b\\'c", 'd']);
    expect(words('a >&b 2>&1')).toEqual(['a', { kind: 'redirection', operator: '>&', target: 'b' }]);
  });

  it.each([
    [`a 'b`, "'"],
    ['a "b', '"'],
    ['a $(b', '('],
    ['a \\', '\\'],
    ['a `b', '`'],
    ['a "b"', undefined],
  ])('says what is not closed in %s', (line, expected) => {
    expect(readShellLine(line).unclosed).toBe(expected);
  });

  it('marks words with a variable, but not those that only look like it', () => {
    const marked = (line: string) =>
      readShellLine(line).tokens.map((token) => token.kind === 'word' && token.hasVariable);
    expect(marked(`$a "b $c" '$d' \\$e "\\$f"`)).toEqual([true, true, false, false, false]);
  });
});
