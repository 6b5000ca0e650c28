/** What any program needs to work: its paths, the user, the language, the way to the network. Never a key. */
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
