import { command, type HostileRequest } from './request.js';

/** Flags of ripgrep and grep where a pattern, a glob or a name is expected. */
const INJECTED = [
  ...[
    '--pre=/bin/cat',
    '--pre=sh',
    '--pre',
    '-z',
    '--search-zip',
    '--hostname-bin=/bin/sh',
    '--files',
    '--follow',
    '-L',
    '-uuu',
  ],
  ...[
    '--no-ignore',
    '--hidden',
    '-f/etc/passwd',
    '--file=/etc/passwd',
    '-f',
    '--ignore-file=/etc/passwd',
    '--config=x',
    '--debug',
  ],
  ...[
    '--replace=x',
    '--passthru',
    '--type-add=x:*',
    '--iglob=*',
    '-g*',
    '--',
    '-',
    '-e',
    '-rf',
    '--type-list',
    '--json',
    '-P',
  ],
];

/** What would run forever, or fill the memory, in a backtracking engine. */
const SLOW = [
  ...[
    '(a+)+$',
    '(a*)*b',
    '(a|a)*b',
    '(a|aa)+$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(.*)*x',
    '((a+)+)+!',
    'a{1,255}a{1,255}',
    '(.*a){250}b',
  ],
  ...['(a{1,50}){1,50}', '((a{1,100}){1,100}){1,100}', '(?:a?){200}a{200}', `(${'a|'.repeat(300)}a)*`, '['.repeat(500)],
  ...[
    '('.repeat(900),
    `${'('.repeat(400)}a${')'.repeat(400)}`,
    '\\1',
    '(a)\\1',
    '(?=a)',
    '(?<!a)b',
    '(?R)',
    '\\p{L}+',
    'a**********',
  ],
];

const LINES = [
  ...[
    'cat README.md; cat /etc/passwd',
    'cat README.md | sh',
    'cat README.md && cat .env',
    'cat $(echo .env)',
    'cat `echo .env`',
  ],
  ...[
    'cat < .env',
    'cat README.md > out',
    'ls & cat .env',
    'sh -c "cat .env"',
    'cat\n.env',
    "cat 'unclosed",
    'cat "$HOME/.env"',
  ],
  ...[
    'bash',
    'sh',
    'rg x',
    'sed -i s/a/b/ README.md',
    'awk BEGIN',
    'xargs cat',
    'env',
    'tee out',
    '/bin/cat .env',
    './cat .env',
  ],
  ...[
    '../../bin/cat README.md',
    'CAT README.md',
    'grep A|sh README.md',
    'find . -name x>out',
    'grep -e project;id README.md',
    'cat\u0000 README.md',
    ' ',
    '\\',
    'busybox cat README.md',
    'less README.md',
    'tail -f README.md',
  ],
];

export function textRows(): HostileRequest[] {
  const patterns = [...INJECTED, ...SLOW];
  const harmless = command('patterns', 'harmless');
  return [
    ...patterns.flatMap((pattern): HostileRequest[] => [
      { tool: 'search_code', arguments: { pattern }, expect: 'harmless', tries: 'patterns' },
      { tool: 'search_code', arguments: { pattern: 'one', glob: pattern }, expect: 'harmless', tries: 'patterns' },
      {
        tool: 'search_code',
        arguments: { pattern, ignore_case: true, context_lines: 10 },
        expect: 'harmless',
        tries: 'patterns',
      },
      { tool: 'list_files', arguments: { pattern }, expect: 'harmless', tries: 'patterns' },
      harmless('grep', '-E', '-e', pattern, 'slow.txt', 'many-a.txt'),
      harmless('grep', '-e', pattern, '-r', '.'),
      harmless('grep', '-Fw', '-e', pattern, '-r', 'src'),
      harmless('grep', '-ro', `--include=${pattern}`, '-e', 'value'),
      harmless('find', '.', '-path', pattern),
      harmless('ls', '--', pattern),
    ]),
    ...LINES.map(
      (line): HostileRequest => ({
        tool: 'run_command',
        arguments: { command: line },
        expect: 'refused',
        tries: 'one command without a shell',
      }),
    ),
    ...LINES.map(
      (line): HostileRequest => ({
        tool: 'run_command',
        arguments: { command: line, args: ['.env'] },
        expect: 'refused',
        tries: 'one command without a shell',
      }),
    ),
    ...wideRows(),
  ];
}

/** Whole-project requests: nothing that is hidden may come out of a walk. */
function wideRows(): HostileRequest[] {
  const harmless = command('recursion', 'harmless');
  return [
    ...['value', 'canary', '.', '^', '[A-Za-z]', ''].flatMap((pattern) => [
      harmless('grep', '-rn', '-e', pattern, '.'),
      harmless('grep', '-rc', '-e', pattern),
      harmless('grep', '-rL', '-e', pattern, '.'),
      harmless('grep', '-rv', '-e', pattern, 'link-folder', '.'),
    ]),
    ...['-la', '-lR', '-laR', '-aR', '-ltR', '-RF'].map((flags) => harmless('ls', flags, '.')),
    ...['sparse.bin', 'large.log'].flatMap((file) => [
      harmless('cat', file),
      harmless('head', '-n', '9999999', file),
      harmless('head', '-c', '9999999', file),
      harmless('tail', '-n', '9999999', file),
      harmless('tail', '-n', '+5', file),
      harmless('head', '-n', '-5', file),
      harmless('grep', '-c', 'line', file),
    ]),
  ];
}
