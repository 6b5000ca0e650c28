import type { HostileRequest } from './request.js';
import { SECRET_NAMES } from './secret-names.js';

/** Ways out of the project, and to what is hidden in it. Everything behind them must stay unread. */
function hostilePaths(outside: string, root: string): string[] {
  const ups = Array.from({ length: 12 }, (_, index) => '../'.repeat(index + 1));
  const twin = `${root}-twin`;
  return [
    ...ups.flatMap((up) => [`${up}outside/secret.txt`, `${up}etc/passwd`, `src/${up}../outside/secret.txt`]),
    ...[
      `${outside}/secret.txt`,
      `${twin}/secret.txt`,
      `${root}/../outside/secret.txt`,
      `${root}/./../outside/secret.txt`,
    ],
    ...[
      `${root}//..//outside//secret.txt`,
      `//${outside}/secret.txt`,
      `/proc/self/root${outside}/secret.txt`,
      `file://${outside}/secret.txt`,
    ],
    ...['/etc/passwd', '/etc/shadow', '/proc/self/environ', '/proc/self/mem', '/proc/self/cmdline', '/proc/1/environ'],
    ...[
      '/proc/self/cwd/../outside/secret.txt',
      '/proc/self/fd/0',
      '/proc/kcore',
      '/dev/zero',
      '/dev/random',
      '/dev/stdin',
    ],
    ...['/dev/tty', '/sys/kernel/notes', '~/.ssh/id_rsa', '~root/.bashrc', '$HOME/.ssh/id_rsa', '`cat /etc/passwd`'],
    ...[
      '$(cat /etc/passwd)',
      '..\\outside\\secret.txt',
      'src\\..\\..\\outside\\secret.txt',
      '%2e%2e%2foutside%2fsecret.txt',
    ],
    ...[
      '..%2foutside%2fsecret.txt',
      '%2e%2e/outside/secret.txt',
      '..%c0%afoutside/secret.txt',
      '..%252foutside%252fsecret.txt',
    ],
    ...[
      '．．/outside/secret.txt',
      '..／outside／secret.txt',
      '..∕outside∕secret.txt',
      '․․/outside/secret.txt',
      '.\u200b./outside/secret.txt',
    ],
    ...[
      '..\u0000/outside/secret.txt',
      'README.md\u0000../outside/secret.txt',
      'README.md\n../outside/secret.txt',
      '\u202e../outside/secret.txt',
    ],
    ...[
      '....//outside/secret.txt',
      '..;/outside/secret.txt',
      '.../outside/secret.txt',
      '. ./outside/secret.txt',
      '..../outside/secret.txt',
    ],
    ...[
      'link-file',
      'link-folder/plain.txt',
      'link-relative',
      'link-chain-1',
      'link-loop-1',
      'link-self',
      'link-up/outside/secret.txt',
    ],
    ...[
      'link-root/etc/passwd',
      `link-root${outside}/secret.txt`,
      'link-passwd',
      'link-environ',
      'link-denied',
      'link-git/config',
    ],
    ...[
      'link-data/runs.db',
      'data/runs.db',
      './data/runs.db',
      'data/../data/runs.db',
      'src/../data/runs.db',
      'DATA/../data/runs.db',
    ],
    ...[
      'link-zero',
      'second-name-of-a-secret',
      'src/second-name-of-data.ts',
      'link-pipe',
      'pipe',
      'src/pipe.ts',
      'device',
      'socket',
      'src/link-out.ts',
      'with\nbreak.txt',
      'with\u202ebidi.txt',
    ],
    ...[
      'src/../.env',
      '.env/../.env',
      './.env',
      '././/.env',
      '.env/',
      '.env/.',
      '.git/../.git/config',
      '.env ',
      '.env.',
      ' .env',
    ],
    ...[
      '\u200b.env',
      '.e\u200bnv',
      '.env\u0000',
      '.env\ufe00',
      '．env',
      '.ｅnv',
      'C:\\Windows\\win.ini',
      '\\\\host\\share\\file',
    ],
    ...[`${'a/'.repeat(3000)}x`, 'x'.repeat(5000), `${'../'.repeat(1300)}etc/passwd`],
    ...SECRET_NAMES,
    ...SECRET_NAMES.slice(0, 20).map((name) => `src/../${name}`),
  ];
}

/** Each path through each way of naming one. */
export function pathRows(outside: string, root: string): HostileRequest[] {
  return hostilePaths(outside, root).flatMap((path) =>
    forms(path).map((form) => ({ ...form, tries: 'to leave the project' })),
  );
}

function forms(path: string): Omit<HostileRequest, 'tries'>[] {
  const refused = (tool: string, given: Record<string, unknown>) => ({
    tool,
    arguments: given,
    expect: 'refused' as const,
  });
  const harmless = (tool: string, given: Record<string, unknown>) => ({
    tool,
    arguments: given,
    expect: 'harmless' as const,
  });
  const run = (...[name, ...args]: string[]) => ({ command: name, args });
  return [
    refused('read_file', { path }),
    refused('read_file', { path, start_line: 1, end_line: 2 }),
    refused('search_code', { pattern: 'a|value', path }),
    harmless('list_files', { pattern: '**', path }),
    harmless('list_files', { pattern: path }),
    harmless('search_code', { pattern: 'value|root', glob: path }),
    harmless('get_file_tree', { path }),
    refused('run_command', run('cat', '--', path)),
    refused('run_command', run('head', '-n', '3', '--', path)),
    refused('run_command', run('tail', '-c', '100', '--', path)),
    harmless('run_command', run('grep', '-r', '-e', 'value', '-e', 'root', '--', path)),
    harmless('run_command', run('ls', '-la', '--', path)),
    harmless('run_command', run('find', path, '-type', 'f')),
  ];
}
