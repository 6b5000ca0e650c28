/** Arguments whose parts are combined; what comes out is the same in the program and in our own code, or refused by both. */
export function sampleRequests(count: number, seed: number): { command: string; args: string[] }[] {
  const random = generator(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const some = <Item>(items: readonly Item[], most: number): Item[] =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, () => pick(items));
  const requests = Array.from({ length: count }, () => {
    const command = pick(['grep', 'grep', 'grep', 'grep', 'find', 'find', 'ls', 'cat', 'head', 'tail']);
    switch (command) {
      case 'grep':
        return { command, args: [...some(GREP_FLAGS, 3).flat(), ...pick(PATTERNS), ...pick(GREP_PLACES)] };
      case 'find':
        return { command, args: [...pick(FIND_PLACES), ...some(FIND_TESTS, 4).flat()] };
      case 'ls':
        return { command, args: [...some(LS_FLAGS, 3), ...some(PLACES, 2)] };
      case 'cat':
        return { command, args: [...some(['-n', '-b', '-s', '-T', '-ns'], 2), pick(FILES), ...some(FILES, 2)] };
      default:
        return { command, args: [...pick(AMOUNTS), pick(FILES), ...some(FILES, 2)] };
    }
  });
  return requests;
}

/** A small generator of numbers that gives the same ones for the same seed. */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const FILES = [
  ...['README.md', 'src/index.ts', 'src/deep/er/file.ts', 'src/deep/notes.txt', 'src/empty.ts', 'big.log', 'link.ts'],
  ...[
    'docs/umlaut.md',
    'docs/latin1.txt',
    'docs/crlf.txt',
    'with space/a b.txt',
    './-dash/-n',
    'src/only-newlines.txt',
  ],
];
const PLACES = ['.', 'src', 'src/', './docs', 'src/deep', 'README.md', '-dash/../docs', 'link.ts', '.hidden'];
const FIND_PLACES = [
  [],
  ['.'],
  ['src'],
  ['src/'],
  ['./docs', 'src'],
  ['README.md'],
  ['src/deep/../empty.ts'],
  ['link.ts'],
];
const GREP_PLACES = [
  ...[
    ['README.md'],
    ['src/deep/notes.txt'],
    ['src/deep/notes.txt', 'README.md'],
    ['docs/latin1.txt', 'docs/umlaut.md'],
  ],
  ...[['-r', '.'], ['-r'], ['-r', 'src', 'docs'], ['docs/crlf.txt', 'docs/binary.bin'], ['src/index.ts'], ['big.log']],
];
const GREP_FLAGS = [
  ...[['-i'], ['-v'], ['-w'], ['-x'], ['-c'], ['-l'], ['-L'], ['-o'], ['-n'], ['-H'], ['-h'], ['-E'], ['-F'], ['-s']],
  ...[
    ['-m1'],
    ['-m', '3'],
    ['--max-count=2'],
    ['-A1'],
    ['-B', '2'],
    ['-C1'],
    ['--context=2'],
    ['--include=*.ts'],
    ['-in'],
  ],
  ...[['--exclude=*.md'], ['--exclude-dir=deep'], ['-I'], ['--include', '[!R]*.t[sx]*']],
];
const PATTERNS = [
  ...['foo', 'foo bar', 'a*b', 'a\\+b', '\\(ab\\)*', 'a\\{2\\}', 'a{2}', '(a|b)', 'a+b?', '(ab)+', '^', '$', '^$', '.'],
  ...[
    '[[:upper:]]',
    '[^a-z]*',
    '[]x]',
    '[a^-]',
    '[^]x]',
    '\\.',
    'a.b',
    '\\bfoo\\b',
    '\\<foo',
    'bar\\>',
    '\\w+',
    '\\Wfoo',
  ],
  ...[
    'value[0-9]',
    'value1|value2',
    '^export.*7;$',
    'é',
    'É',
    'caf.',
    'Größe',
    'straße',
    'ö',
    '*a',
    'a**',
    '\\d',
    '\\s',
  ],
  ...[
    '^a|b$',
    '(^a)',
    'a\\|b',
    '',
    'x\\{50,99\\}',
    'x{99}',
    '[^é]',
    '\\1',
    '(',
    ')',
    '[',
    '\\',
    'one.',
    'e$',
    '\\tconst',
  ],
  ...[
    'a{,2}b',
    '{',
    'a{x',
    '(a|)b',
    '()',
    'foo\nbar',
    '\\B',
    '[[:alpha:]_-]+',
    '+a',
    'a|*b',
    '^*',
    '[a\\]',
    '\\`a',
    "b\\'",
  ],
].map((pattern) => ['-e', pattern]);
const FIND_TESTS = [
  ...[
    ['-name', '*.ts'],
    ['-iname', 'READ*'],
    ['-name', '[a-m]*'],
    ['-name', '.*'],
    ['-path', '*deep*'],
    ['-ipath', './SRC/*'],
  ],
  ...[
    ['-type', 'f'],
    ['-type', 'd'],
    ['-type', 'l,f'],
    ['-maxdepth', '1'],
    ['-mindepth', '2'],
    ['-size', '+1k'],
    ['-size', '0'],
  ],
  ...[
    ['-size', '-2'],
    ['-size', '1'],
    ['-size', '+100c'],
    ['-mtime', '+30'],
    ['-mtime', '-1'],
    ['-mmin', '-100000'],
  ],
  ...[
    ['-newer', 'README.md'],
    ['-empty'],
    ['!'],
    ['-not'],
    ['-o'],
    ['-a'],
    ['('],
    [')'],
    ['-print'],
    ['-true'],
    ['-false'],
  ],
  ...[
    ['(', '-name', '*.md', '-o', '-name', '*.txt', ')'],
    ['!', '-name', '*.ts'],
    ['-name', 'a?b.txt'],
    ['-name', 'üb*'],
  ],
];
const LS_FLAGS = [
  '-l',
  '-a',
  '-A',
  '-R',
  '-d',
  '-r',
  '-t',
  '-S',
  '-lh',
  '-p',
  '-F',
  '-1',
  '--sort=size',
  '-la',
  '-lt',
  '-lS',
];
const AMOUNTS = [
  ...[
    [],
    ['-n', '3'],
    ['-n3'],
    ['-5'],
    ['-c', '10'],
    ['-c', '+4'],
    ['-c', '-4'],
    ['-n', '+2'],
    ['-n', '-2'],
    ['--lines=1'],
  ],
  ...[['-n', '0'], ['-c0'], ['-q'], ['-v'], ['-qn1'], ['--bytes=-0'], ['-n', '+0'], ['-n', '+1000'], ['-n', '-1000']],
];
