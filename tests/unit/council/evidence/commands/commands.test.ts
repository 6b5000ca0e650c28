import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../../../../src/council/evidence/tools/run-command.js';
import type { Project } from '../../../../../src/project/project.js';
import { runIn, SECRET, sampleProject } from './sample-project.js';

let project: Project;
beforeAll(async () => {
  project = await sampleProject();
});
const run = (command: string, ...args: string[]) => runIn(project, command, args);
const text = async (command: string, ...args: string[]) => {
  const { ok, text: said } = await run(command, ...args);
  expect(ok, said).toBe(true);
  return said;
};

describe('grep', () => {
  it('is answered by the engine of search_code, with path and line', async () => {
    expect(await text('grep', '-n', '-C1', '^ab$', 'src/deep/notes.txt')).toBe(
      'src/deep/notes.txt-1- aab\nsrc/deep/notes.txt:2: ab\nsrc/deep/notes.txt-3- b',
    );
    expect(await text('grep', '-A1', '^ab$', 'src/deep/notes.txt')).toBe(
      'src/deep/notes.txt:2: ab\nsrc/deep/notes.txt-3- b',
    );
    expect(await text('grep', '-rn', '--include=*.md', 'foo_bar')).toBe('README.md:8: foo_bar foobar foo-bar');
    expect(await text('grep', '-w', 'foo', 'README.md')).toBe(
      'README.md:6: foo bar\nREADME.md:8: foo_bar foobar foo-bar',
    );
    expect(await text('grep', '-x', 'foo bar', 'README.md')).toBe('README.md:6: foo bar');
    expect(await text('grep', '-F', 'a.b', 'src/deep/notes.txt')).toBe('src/deep/notes.txt:5: a.b');
    expect(await text('grep', '-ci', 'foo', 'README.md')).toBe('README.md:3');
    expect(await text('grep', '-m1', 'foo', 'README.md')).toBe('README.md:6: foo bar');
    expect(await text('grep', '-rl', '-e', 'value1;', '-e', 'hidden')).toBe('.hidden/note.txt');
    expect(await text('grep', '-rl', '--exclude-dir=deep', '--exclude=*.md', 'o', 'src')).toBe('src/index.ts');
  });

  it.each([
    [['-E', '(a)\\1', 'README.md'], /References to groups are not supported \(RE2 syntax\)/],
    [['-P', 'a', 'README.md'], /^grep: -P is not supported; it takes -e\/--regexp, .* use search_code/],
    [['-v', 'a', 'README.md'], /^grep: -v is not supported/],
    [['-ro', 'a', 'README.md'], /^grep: -o is not supported/],
    [['-f', 'README.md', 'src'], /^grep: -f is not supported/],
    [['a\\|b', 'README.md'], /patterns are RE2, where "or" is "a\|b"/],
    [['a', '-'], /no standard input/],
    [['-E', 'a{1,100}'.repeat(40), 'README.md'], /too large to be searched for/],
    [['-E', '(a{200}){200}', 'README.md'], /invalid repeat count|too large/],
    [['-A', '1e3', 'a', 'README.md'], /take a whole number up to 50/],
    [['-m', '-1', 'a', 'README.md'], /-m takes a whole number/],
    [['a', '.env'], /may hold secrets/],
    [['a', 'out.txt'], /There is no "out.txt" in the project/],
  ])('refuses %j in one line that helps', async (args, sentence) => {
    expect(await run('grep', ...args)).toEqual({ ok: false, text: expect.stringMatching(sentence) });
  });

  it('leaves secrets out of a search through everything', async () => {
    const everything = await text('grep', '-rh', '.', '.hidden', '.');
    expect(everything).toContain('hidden foo');
    expect(everything).not.toContain(SECRET);
  });
});

describe('find', () => {
  it('tests names and kinds of what the walk found', async () => {
    expect(await text('find', 'src', '-name', '*.ts', '-not', '-path', '*er*')).toBe('src/empty.ts\nsrc/index.ts');
    expect(await text('find', '.', '-maxdepth', '1', '-type', 'l')).toBe('link.ts (link)\nout.txt (link)');
    expect(await text('find', 'src', '-type', 'd', '-print')).toBe('src/deep/\nsrc/deep/er/');
    expect(await text('find', '.', '-iname', 'readme*', '-o', '-path', './docs/c*')).toBe('README.md\ndocs/crlf.txt');
    expect(await text('find', 'src', '-mindepth', '3', '!', '-type', 'd')).toBe('src/deep/er/file.ts');
    expect(await text('find', '.', '-name', '.env*')).toBe('Nothing matches (ignored files are left out).');
  });

  it.each(['-exec', '-delete', '-fprintf', '-L', '-files0-from', '-newer', '-size', '-mtime'])(
    'refuses %s and says what to use',
    async (word) => {
      expect(await run('find', '.', word, 'x')).toEqual({
        ok: false,
        text: expect.stringMatching(new RegExp(`^find: ${word} is not supported; it takes -name, .* use list_files`)),
      });
    },
  );
});

describe('names', () => {
  it('are escaped if they could not be seen', async () => {
    writeFileSync(join(project.root, 'docs/odd\n## Heading'), 'odd text\n');
    symlinkSync('odd\n## Heading', join(project.root, 'docs/odd-link'));
    expect((await text('find', 'docs', '-name', 'odd*')).split('\n')).toContain('docs/odd\\u{a}## Heading');
    expect(await text('ls', 'docs')).toContain('odd\\u{a}## Heading\n');
    expect(await text('grep', 'odd', 'docs/odd-link')).toBe('docs/odd\\u{a}## Heading:1: odd text');
  });

  it('are compared with a limited number of patterns at a time', async () => {
    const many = (flag: string) => Array.from({ length: 31 }, (_, index) => [flag, `*a*${index}`]).flat();
    expect((await run('find', '.', ...many('-name'))).text).toContain('at most 30 name patterns');
    expect((await run('grep', '-r', ...many('--include'), 'x')).text).toContain('at most 30 name patterns');
    expect(
      (await run('find', '.', '-name', 'a'.repeat(400), '-name', 'b'.repeat(400), '-name', 'c'.repeat(400))).ok,
    ).toBe(false);
  });
});

describe('ls', () => {
  it('lists names, folders with a slash, and nothing that is denied', async () => {
    expect(await text('ls', 'src')).toBe('deep/\nempty.ts\nindex.ts\nonly-newlines.txt');
    expect(await text('ls', '-la', 'README.md')).toBe('README.md\n(sizes, times and owners are not shown)');
    expect(await text('ls', '-a')).not.toContain('.env');
    expect(await text('ls', 'link.ts', 'src/deep')).toBe('link.ts:\nsrc/index.ts\n\nsrc/deep:\ner/\nnotes.txt');
    expect(await text('ls', '-R', 'src')).toBe(
      'deep/\n  er/\n    file.ts\n  notes.txt\nempty.ts\nindex.ts\nonly-newlines.txt',
    );
    expect(await text('ls', 'src/*.ts')).toBe('src/empty.ts\nsrc/index.ts');
    expect((await run('ls', '-t')).text).toMatch(/^ls: -t is not supported; .* use list_files or get_file_tree\.$/);
  });
});

describe('cat, head and tail', () => {
  it('show lines with their numbers, as read_file does', async () => {
    expect(await text('head', '-2', 'src/deep/notes.txt')).toBe('1: aab\n2: ab');
    expect(await text('head', 'src/index.ts')).toMatch(/^1: .*\n(?:\d+: .*\n){8}10: export const value9 = 63;$/);
    expect(await text('tail', '-n', '+10', 'src/deep/notes.txt')).toBe('10: end$\n11: back\\slash');
    expect(await text('tail', '-qn1', 'README.md', 'docs/crlf.txt')).toBe(
      '==> README.md <==\n8: foo_bar foobar foo-bar\n==> docs/crlf.txt <==\n2: two',
    );
    expect(await text('cat', '-n', 'src/deep/er/file.ts')).toMatch(/^1: import x from "y";\n/);
  });

  it.each([
    ['head', ['-c', '5', 'README.md'], /^head: -c is not supported; .* use read_file with start_line and end_line\.$/],
    ['tail', ['-f', 'README.md'], /^tail: -f is not supported/],
    ['head', ['-n', '-5', 'README.md'], /^head: -n takes n, a whole number of lines/],
    ['cat', ['-A', 'README.md'], /^cat: -A is not supported/],
    ['cat', [], /^cat: a file is missing/],
    ['cat', ['docs/binary.bin'], /is not a text file/],
  ])('refuse arguments in one line that helps: %s %j', async (command, args, sentence) => {
    expect(await run(command, ...args)).toEqual({ ok: false, text: expect.stringMatching(sentence) });
  });

  it('show a part of a large file, counted from either end', async () => {
    const limited = (command: string, ...args: string[]) => runIn(project, command, args, 1000);
    expect(await limited('cat', 'big.log')).toEqual({ ok: false, text: expect.stringContaining('more than the 1000') });
    expect((await limited('tail', '-n1', 'big.log')).text).toBe(`3000: ${'x'.repeat(99)}`);
    expect((await limited('head', '-n1', 'big.log')).text).toBe(`1: ${'x'.repeat(99)}`);
  });
});

describe('run_command', () => {
  const line = async (command: string) => (await runIn(project, command)).text;

  it('reads a whole line as a command with its arguments', async () => {
    expect(await line(`grep -n 'foo bar' "README.md"`)).toBe('README.md:6: foo bar');
    expect(await line('find . -maxdepth 1 \\( -name *.md -o -name big.log \\)')).toBe('README.md\nbig.log');
  });

  it.each([
    ['cat README.md | head', /"\|" would need a shell, and there is none/],
    ['cat $HOME/x', /would need a shell/],
    ['sed -i s/a/b/ README.md', /"sed" is not among the commands ls, grep, find, cat, head, tail; use read_file$/],
    ['rg foo', /use search_code$/],
    ['catt README.md', /did you mean cat\?/],
    ['grep -e a\u0000b README.md', /may not contain a NUL/],
    ['tail --fol big.log', /^tail: --fol is not supported/],
  ])('refuses "%s"', async (command, sentence) => {
    expect(await line(command)).toMatch(sentence);
  });

  it('ends with its signal', async () => {
    const context = {
      project,
      signal: AbortSignal.abort(),
      maxFileBytes: 1_000_000,
      redact: async (said: string) => said,
    };
    const ran = await runCommand.run({ command: 'grep', args: ['-r', 'x'] }, context);
    expect(ran).toEqual({ ok: false, error: expect.stringContaining('The time was up') });
  });
});
