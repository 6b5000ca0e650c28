import { command, type HostileRequest } from './request.js';

/** Every word of GNU find 4.9 that is not in our list, with a value where it takes one. */
const FORBIDDEN: readonly (readonly string[])[] = [
  ...[
    ['-exec', 'cat', '{}', ';'],
    ['-exec', 'sh', '-c', 'cat /etc/passwd', ';'],
    ['-exec', 'cat', '{}', '+'],
  ],
  ...[
    ['-execdir', 'cat', '{}', ';'],
    ['-execdir', 'rm', '{}', '+'],
    ['-ok', 'rm', '{}', ';'],
    ['-okdir', 'rm', '{}', ';'],
  ],
  ...[
    ['-delete'],
    ['-fprint', 'out'],
    ['-fprint0', 'out'],
    ['-fprintf', 'out', '%p'],
    ['-fls', 'out'],
    ['-ls'],
    ['-quit'],
  ],
  ...[['-printf', '%p %l'], ['-print0'], ['-prune'], ['-files0-from', 'notes.md'], ['-files0-from', '-'], ['-follow']],
  ...[
    ['-L'],
    ['-H'],
    ['-P'],
    ['-O3'],
    ['-D', 'help'],
    ['-daystart'],
    ['-depth'],
    ['-d'],
    ['-help'],
    ['--help'],
    ['-version'],
  ],
  ...[
    ['--version'],
    ['-ignore_readdir_race'],
    ['-noignore_readdir_race'],
    ['-mount'],
    ['-xdev'],
    ['-noleaf'],
    ['-warn'],
  ],
  ...[['-nowarn'], ['-regextype', 'sed'], ['-regex', '.*'], ['-iregex', '.*'], ['-lname', '*'], ['-ilname', '/*']],
  ...[
    ['-samefile', 'README.md'],
    ['-inum', '1'],
    ['-links', '1'],
    ['-perm', '644'],
    ['-user', 'root'],
    ['-group', 'root'],
  ],
  ...[
    ['-uid', '0'],
    ['-gid', '0'],
    ['-nouser'],
    ['-nogroup'],
    ['-readable'],
    ['-writable'],
    ['-executable'],
    ['-used', '1'],
  ],
  ...[
    ['-amin', '1'],
    ['-cmin', '1'],
    ['-atime', '1'],
    ['-ctime', '1'],
    ['-anewer', 'x'],
    ['-cnewer', 'x'],
    ['-newermt', 'now'],
  ],
  ...[
    ['-neweraB', 'x'],
    ['-fstype', 'ext4'],
    ['-context', 'x'],
    ['-xtype', 'f'],
    ['-unknown'],
    ['-nam', '*'],
    ['-NAME', '*'],
  ],
  ...[
    ['-Name', '*'],
    ['-exec\u0000', 'x'],
    ['-exec=cat'],
    ['--exec', 'cat'],
    ['-name'],
    ['-type', 'p'],
    ['-type', 'f,,d'],
  ],
  ...[
    ['-size', '1x'],
    ['-size', '--1'],
    ['-maxdepth', '-1'],
    ['-maxdepth', '1e9'],
    ['-mtime', 'x'],
    ['-newer', '/etc/passwd'],
  ],
  ...[
    ['-newer', 'link-file'],
    ['-newer', '../outside/secret.txt'],
    ['-newer', '.env'],
    [','],
    ['-print', '-print'],
    ['('],
  ],
];

const refused = command('the list of find', 'refused');
const harmless = command('the list of find', 'harmless');

export function findRows(): HostileRequest[] {
  const rows = FORBIDDEN.flatMap((words) => [
    refused('find', '.', ...words),
    refused('find', ...words),
    refused('find', '.', '-name', '*.ts', ...words),
    refused('find', 'src', '-type', 'f', '-o', ...words),
    refused('find', '.', '!', ...words),
    refused('find', '.', '(', ...words, ')'),
  ]);
  const depths = ['(', '!', '-not'].map((word) => refused('find', '.', ...Array.from({ length: 190 }, () => word)));
  const patterns = [
    '*',
    '*'.repeat(20),
    '[!a]*',
    '?'.repeat(200),
    '*canary*',
    '.*',
    '*.env*',
    '[.]*',
    '*[Ee]nv*',
    '*secret*',
  ];
  const looking = patterns.flatMap((pattern) => [
    harmless('find', '.', '-name', pattern),
    harmless('find', '.', '-ipath', `*${pattern}`),
    harmless('find', '.', '-not', '-name', pattern, '-type', 'f'),
    harmless('find', '-name', pattern, '-size', '+0c', '-mtime', '-1'),
  ]);
  const line = 'id; cat .e*; cat d*; touch pwned';
  const like = command('names like arguments', 'harmless');
  const names = [
    like('find', 'here/-exec', 'sh', 'here/-c', line, ';'),
    like('find', 'here/-exec', 'sh', 'here/-c', line, ';', '-newer', 'here/-exec'),
    like('ls', '-l', '--', 'here/-exec', '-exec', 'sh', '-c', line, ';'),
    like('grep', '-r', '-e', 'name', '--', '-exec', 'sh', '-c', line, ';'),
    like('head', '-v', '--', '-exec', '-c', ';'),
  ];
  const many = Array.from({ length: 60 }, (_, index) => ['-o', '-name', `${'*a?a?'.repeat(19)}b${index}`]).flat();
  const costly = refused('find', '.', '-name', 'x', ...many);
  return [...rows.filter((row) => !isOnlyAllowed(row)), ...depths, ...looking, ...names, costly];
}

/** A lone "(" behind another "(" is closed by what follows and may be a whole expression. */
function isOnlyAllowed({ arguments: { args } }: HostileRequest): boolean {
  return (args as readonly string[]).join(' ') === '. ( ( )';
}
