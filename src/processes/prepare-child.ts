import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

/** Needed by any program: its paths, the user, the language, the way to the network. Never a key. */
const BASIC_NAMES: readonly string[] = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'LC_*',
  'TERM',
  'TMPDIR',
  'TEMP',
  'TMP',
  'TZ',
  'XDG_*',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'all_proxy',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
];

const WINDOWS_NAMES: readonly string[] = [
  'Path',
  'PATHEXT',
  'SystemRoot',
  'SYSTEMROOT',
  'SystemDrive',
  'ComSpec',
  'COMSPEC',
  'USERPROFILE',
  'USERNAME',
  'APPDATA',
  'LOCALAPPDATA',
  'ProgramData',
  'ProgramFiles',
];

/**
 * The environment of a child, built from an allow-list: a participant sees only its own key. A name that ends in `*`
 * allows every name with that beginning.
 */
export function childEnvironment(
  parent: Readonly<Record<string, string | undefined>>,
  allowedNames: readonly string[] = [],
): Record<string, string> {
  const patterns = [...BASIC_NAMES, ...(process.platform === 'win32' ? WINDOWS_NAMES : []), ...allowedNames];
  const exact = new Set(patterns.filter((pattern) => !pattern.endsWith('*')));
  const beginnings = patterns.filter((pattern) => pattern.length > 1 && pattern.endsWith('*'));
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(parent)) {
    if (value === undefined) continue;
    if (exact.has(name) || beginnings.some((pattern) => name.startsWith(pattern.slice(0, -1))))
      environment[name] = value;
  }
  return environment;
}

/**
 * Finds a command, without running anything. A command with a slash is a path, relative to `cwd`.
 * Relative entries of PATH are skipped: they would let a project's folder decide what is run.
 */
export async function findExecutable(
  command: string,
  env: Readonly<Record<string, string | undefined>>,
  cwd: string = process.cwd(),
): Promise<string | undefined> {
  if (command === '') return undefined;
  for (const candidate of candidates(command, env, cwd)) if (await isExecutable(candidate)) return candidate;
  return undefined;
}

function candidates(command: string, env: Readonly<Record<string, string | undefined>>, cwd: string): string[] {
  const isPath = command.includes('/') || (process.platform === 'win32' && command.includes('\\'));
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const paths = isPath ? [resolve(cwd, command)] : folders.map((folder) => join(folder, command));
  if (process.platform !== 'win32') return paths;
  const endings = ['', ...(env.PATHEXT ?? '.EXE;.CMD;.BAT').split(';')];
  return paths.flatMap((path) => endings.map((ending) => path + ending));
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
