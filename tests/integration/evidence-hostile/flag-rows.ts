import { command, type HostileRequest } from './request.js';

interface Forbidden {
  readonly command: string;
  readonly operands: readonly string[];
  readonly short: string;
  readonly long: readonly string[];
}

/** Flags of the real programs that our lists leave out. */
const FORBIDDEN: readonly Forbidden[] = [
  {
    command: 'tail',
    operands: ['README.md'],
    short: 'fFsz',
    long: [
      'follow',
      'follow=name',
      'follow=descriptor',
      'retry',
      'pid=1',
      'sleep-interval=1',
      'max-unchanged-stats=5',
      'zero-terminated',
      'silent',
      'help',
      'version',
      'debug',
    ],
  },
  { command: 'head', operands: ['README.md'], short: 'zf', long: ['zero-terminated', 'silent', 'help', 'version'] },
  {
    command: 'cat',
    operands: ['README.md'],
    short: 'Aetuv',
    long: ['show-all', 'show-nonprinting', 'help', 'version', 'unbuffered'],
  },
  {
    command: 'grep',
    operands: ['-e', 'one', 'README.md'],
    short: 'PRfzUTuaZDdqbV',
    long: [
      'file=/etc/passwd',
      'file=link-file',
      'perl-regexp',
      'dereference-recursive',
      'null-data',
      'binary-files=text',
      'text',
      'devices=read',
      'directories=recurse',
      'exclude-from=/etc/passwd',
      'label=x',
      'color=always',
      'color',
      'line-buffered',
      'initial-tab',
      'byte-offset',
      'null',
      'quiet',
      'silent',
      'unix-byte-offsets',
      'help',
      'version',
      'group-separator=x',
      'no-ignore-case',
    ],
  },
  {
    command: 'ls',
    operands: ['.'],
    short: 'LHZDTwIQNbqcuifgosxCmUvXBkG',
    long: [
      'dereference',
      'dereference-command-line',
      'dereference-command-line-symlink-to-dir',
      'color=always',
      'hyperlink',
      'context',
      'dired',
      'hide=x',
      'ignore=x',
      'inode',
      'author',
      'quoting-style=c',
      'time-style=+x',
      'block-size=1',
      'format=long',
      'time=atime',
      'indicator-style=slash',
      'show-control-chars',
      'zero',
      'help',
      'version',
      'tabsize=1',
      'width=1',
      'full-time',
      'group-directories-first',
    ],
  },
];

/** Flags that are allowed, cut short: the programs would take them, and so would they take any other cut. */
const ABBREVIATED: readonly (readonly [string, string, readonly string[]])[] = [
  ['tail', 'lines=3', ['README.md']],
  ['tail', 'bytes=3', ['README.md']],
  ['head', 'quiet', ['README.md']],
  ['grep', 'recursive', ['-e', 'one']],
  ['grep', 'files-with-matches', ['-e', 'one', 'README.md']],
  ['grep', 'include=*', ['-re', 'one']],
  ['ls', 'recursive', ['.']],
  ['ls', 'all', ['.']],
  ['cat', 'number-nonblank', ['README.md']],
];

export function flagRows(): HostileRequest[] {
  const refused = command('the lists of flags', 'refused');
  const rows: HostileRequest[] = [];
  for (const { command: name, operands, short, long } of FORBIDDEN) {
    for (const letter of short) {
      const bundles = [
        `-${letter}`,
        `-n1${letter}`,
        `-${letter}n1`,
        `-1${letter}`,
        `-q${letter}`,
        `-${letter}${letter}`,
      ];
      for (const bundle of bundles) rows.push(refused(name, bundle, ...operands), refused(name, ...operands, bundle));
    }
    for (const flag of long) {
      for (const spelling of cuts(flag)) rows.push(refused(name, `--${spelling}`, ...operands));
      rows.push(refused(name, ...operands, `--${flag}`), refused(name, `--${flag.toUpperCase()}`, ...operands));
      rows.push(refused(name, `-${flag}`, ...operands), refused(name, `--${flag} `, ...operands));
    }
  }
  for (const [name, flag, operands] of ABBREVIATED) {
    for (const spelling of cuts(flag).slice(1)) rows.push(refused(name, `--${spelling}`, ...operands));
  }
  return rows.filter((row) => !isAllowed(row));
}

/** The flag and every beginning of it that the programs would still understand. */
function cuts(flag: string): string[] {
  const [name = '', value] = flag.split('=');
  const tail = value === undefined ? '' : `=${value}`;
  return Array.from({ length: name.length - 1 }, (_, index) => name.slice(0, name.length - index) + tail);
}

/** Words that are an allowed flag with a value: `-e` takes the rest of its word for a pattern. */
function isAllowed({ arguments: { command: name, args } }: HostileRequest): boolean {
  const words = args as readonly string[];
  const allowed: Readonly<Record<string, RegExp>> = {
    // -n, -s and -l are flags of grep, -e, -m, -A, -B and -C take the rest of the word.
    grep: /^-(?!-)[EFGivwxclLonHhrsI]*([emABC].*|$)$/,
    ls: /^-[aAl1hRdrtSpF]+$/,
    cat: /^-[nbsT]+$/,
    head: /^-[qv]*([nc]\d+)?$/,
    tail: /^-[qv]*([nc]\d+)?$/,
  };
  const pattern = allowed[String(name)];
  return words.every((word) => !word.startsWith('-') || pattern?.test(word) === true || WHOLE.test(word));
}

const WHOLE = /^--(lines=3|bytes=3|quiet|recursive|all|include=.*|exclude=.*|number|files-with-matches)$/;
