import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readFacts } from '../../../../../src/council/evidence/commands/entry-facts.js';
import type { Project } from '../../../../../src/council/evidence/confinement/project.js';
import { runCommand } from '../../../../../src/council/evidence/tools/run-command.js';
import { plantedSecrets } from '../../../../support/planted-secrets.js';
import { scratchFolder } from '../../../../support/scratch-folder.js';
import { redact, runIn, SECRET, sampleProject } from './sample-project.js';

let project: Project;
beforeAll(async () => {
  project = await sampleProject();
});
const run = (command: string, ...args: string[]) => runIn(project, 'off', command, args);
const text = async (command: string, ...args: string[]) => {
  const { ok, text: said } = await run(command, ...args);
  expect(ok, said).toBe(true);
  return said;
};

describe('grep', () => {
  it('prints lines with their places as the program does', async () => {
    expect(await text('grep', '-n', '-C1', '^ab$', 'src/deep/notes.txt')).toBe('1-aab\n2:ab\n3-b');
    expect(await text('grep', '-rn', '--include=*.md', 'foo_bar')).toBe('README.md:8:foo_bar foobar foo-bar');
    expect(await text('grep', '-ow', 'foo', 'README.md')).toBe('foo\nfoo');
    expect(await text('grep', '-ci', 'foo', 'README.md')).toBe('3');
    expect(await text('grep', '-rl', '-e', 'value1;', '-e', 'hidden')).toBe('.hidden/note.txt');
  });

  it.each([
    [['-E', '(a)\\1', 'README.md'], /back-references such as \\1 are not supported/],
    [['-P', 'a', 'README.md'], /the flag -P is not allowed\. It takes -e\/--regexp/],
    [['-f', 'README.md', 'src'], /the flag -f is not allowed/],
    [['a', 'src'], /"src" is a folder; -r searches the files in it/],
    [['a'], /needs a file, or -r/],
    [['a', '-'], /no standard input/],
    [['-E', 'a{1,100}'.repeat(40), 'README.md'], /too large once its repetitions are written out/],
    [['-E', '(a{200}){200}', 'README.md'], /too large once its repetitions are written out/],
    [['-A', '1e3', 'a', 'README.md'], /takes a whole number, not "1e3"/],
    [['a', '.env'], /may hold secrets/],
    [['a', 'out.txt'], /There is no "out.txt" in the project/],
  ])('refuses %j in words that help', async (args, sentence) => {
    expect(await run('grep', ...args)).toEqual({ ok: false, text: expect.stringMatching(sentence) });
  });

  it('says when it passes over a file that was named', async () => {
    expect(await text('grep', 'a', 'docs/binary.bin')).toBe('[docs/binary.bin is passed over: it is not text]');
    writeFileSync(join(project.root, 'long-line.txt'), `${'a'.repeat(70_000)}\n`);
    expect(await text('grep', '-c', 'a', 'long-line.txt')).toMatch(/^\[long-line.txt is passed over: it has a line of/);
    expect(await text('grep', '-cE', '(a|b){1,100}c', 'long-line.txt')).toMatch(/too long for this pattern\]$/);
  });

  it('leaves secrets out of a search through everything', async () => {
    const everything = await text('grep', '-rh', '.', '.');
    expect(everything).toContain('hidden foo');
    expect(everything).not.toContain(SECRET);
  });
});

describe('find', () => {
  it('tests what the walk found', async () => {
    expect(await text('find', 'src', '-name', '*.ts', '-not', '-path', '*er*')).toBe('src/empty.ts\nsrc/index.ts');
    expect(await text('find', '.', '-maxdepth', '1', '-type', 'l')).toBe('./link.ts\n./out.txt');
    expect(await text('find', '.', '-name', '*.md', '-o', '-name', 'x', '-print')).toBe('');
    expect(await text('find', '.', '-size', '+100k')).toBe('./big.log');
  });

  it.each(['-exec', '-delete', '-fprintf', '-L', '-files0-from', '-newermt'])('refuses %s', async (word) => {
    expect(await run('find', '.', word, 'x')).toEqual({ ok: false, text: expect.stringContaining('is not allowed') });
  });
});

describe('names and facts', () => {
  it('are written out where nobody could see them', async () => {
    writeFileSync(join(project.root, 'docs/odd\n## Heading'), 'odd text\n');
    symlinkSync('odd\n## Heading', join(project.root, 'docs/odd-link'));
    expect((await text('find', 'docs', '-size', '-10c')).split('\n')).toContain('docs/odd\\u{a}## Heading');
    expect(await text('head', '-v', 'docs/odd-link')).toBe('==> docs/odd\\u{a}## Heading <==\nodd text');
    expect(await text('grep', '-H', 'odd', 'docs/odd-link')).toBe('docs/odd\\u{a}## Heading:odd text');
  });

  it('are not told of a folder that was swapped for a link', async () => {
    const outside = scratchFolder('outside');
    writeFileSync(join(outside, 'plain.txt'), 'outside');
    symlinkSync(outside, join(project.root, 'swapped'));
    const entries = [{ path: 'swapped/plain.txt', kind: 'file' as const }];
    expect(await readFacts(project, entries, new AbortController().signal)).toEqual(new Map());
  });

  it('are tested with patterns that could take for ever only so many at a time', async () => {
    const many = (flag: string) => Array.from({ length: 31 }, (_, index) => [flag, `*a*${index}`]).flat();
    expect((await run('find', '.', ...many('-name'))).text).toContain('30 name patterns at most');
    expect((await run('grep', '-r', ...many('--include'), 'x')).text).toContain('30 name patterns at most');
    expect(
      (await run('find', '.', '-name', 'a'.repeat(400), '-name', 'b'.repeat(400), '-name', 'c'.repeat(400))).ok,
    ).toBe(false);
  });
});

describe('ls', () => {
  it('lists names, and with -l facts without owners', async () => {
    expect(await text('ls', 'src')).toBe('deep\nempty.ts\nindex.ts\nonly-newlines.txt');
    expect(await text('ls', '-l', 'README.md')).toMatch(/^-rw-[-rw]{6} 1 61 2023-11-25 \d\d:\d\d README\.md$/);
    expect(await text('ls', '-ld', 'src', 'link.ts')).toMatch(/^lrwxrwxrwx .* link\.ts\ndrwx.* src$/);
    expect(await text('ls', '-a')).not.toContain('.env');
    expect(await text('ls', '-d', 'link.ts', 'src')).toBe('link.ts\nsrc');
  });
});

describe('cat, head and tail', () => {
  it('show what they are asked for', async () => {
    expect(await text('head', '-2', 'src/deep/notes.txt')).toBe('aab\nab');
    expect(await text('tail', '-n', '+10', 'src/deep/notes.txt')).toBe('end$\nback\\slash');
    expect(await text('tail', '-qn1', 'README.md', 'docs/crlf.txt')).toBe('foo_bar foobar foo-bar\ntwo\r');
    expect(await text('cat', '-n', 'src/deep/er/file.ts')).toMatch(/^ {5}1\timport x from "y";\n/);
  });

  it('show no half of a secret where the part of a large file that is read begins or ends', async () => {
    const token = plantedSecrets(5, 24).find(({ kind }) => kind.startsWith('GitHub'))?.value ?? '';
    for (const before of [970, 985, 990]) {
      const lines = 'some text\n'.repeat(before / 10);
      const filler = 'x'.repeat(before % 10);
      writeFileSync(join(project.root, 'cut.log'), `${lines}${filler}${token}${' text'.repeat(200)}\n`);
      expect((await runIn(project, 'off', 'head', ['-c', '1000', 'cut.log'], 1000)).text).not.toContain(
        token.slice(0, 6),
      );
      writeFileSync(join(project.root, 'cut.log'), `${'text '.repeat(200)}${token}\n${lines}`);
      const end = await runIn(project, 'off', 'tail', ['-c', '1000', 'cut.log'], 1000);
      expect(end.text).not.toContain(token.slice(-6));
    }
  });

  it('read a large file from its near end only', async () => {
    const limited = (command: string, ...args: string[]) => runIn(project, 'off', command, args, 1000);
    expect(await limited('cat', 'big.log')).toEqual({ ok: false, text: expect.stringContaining('more than 1000') });
    expect((await limited('tail', '-n1', 'big.log')).text).toBe('x'.repeat(99));
    expect((await limited('head', '-n', '-1', 'big.log')).ok).toBe(false);
  });
});

describe('run_command', () => {
  const whole = async (command: string, args?: string[]) => {
    const signal = AbortSignal.timeout(10_000);
    const given = args === undefined ? { command } : { command, args };
    const ran = await runCommand.run(given, { project, signal, maxFileBytes: 1_000_000, sandbox: 'off', redact });
    return ran.ok ? ran.value : ran.error;
  };

  it('takes a whole line for a command with its arguments', async () => {
    expect(await whole(`grep -n 'foo bar' "README.md"`)).toBe('6:foo bar');
    expect(await whole('find . -maxdepth 1 \\( -name *.md -o -name big.log \\)')).toBe('./README.md\n./big.log');
  });

  it.each([
    ['cat README.md | head', /"\|" would need a shell, and there is none/],
    ['cat $HOME/x', /would need a shell/],
    ['sed -i s/a/b/ README.md', /"sed" is not among the commands ls, grep, find, cat, head, tail/],
    ['catt README.md', /did you mean cat\?/],
    ['tail -f big.log', /the flag -f is not allowed/],
    ['grep -e a\u0000b README.md', /may not hold a NUL/],
    ['tail --fol big.log', /--fol is not allowed \(long flags are written in full\)/],
  ])('refuses "%s"', async (line, sentence) => {
    expect(await whole(line)).toMatch(sentence);
  });

  it('ends with its signal', async () => {
    const scene = { project, signal: AbortSignal.abort(), maxFileBytes: 1_000_000, sandbox: 'off' as const, redact };
    const ran = await runCommand.run({ command: 'grep', args: ['-r', 'x'] }, scene);
    expect(ran).toEqual({ ok: false, error: expect.stringContaining('time limit') });
  });
});
