/** Paths that must not lead out of a project, made from parts in every position. `way-out` and the like are links. */
export function hostilePaths(outside: string): string[] {
  const targets = ['etc/passwd', 'secret.txt', 'new/file.ts', '.git/config', '.ssh/id_ed25519'];
  const ups = [1, 2, 3, 8].map((count) => Array.from({ length: count }, () => '..').join('/'));
  const starts = ['', './', 'src/../', 'src/../../src/', 'x/y/../../', '../project/', 'up/', 'way-out/../'];
  const paths = starts.flatMap((start) => ups.flatMap((up) => targets.map((target) => `${start}${up}/${target}`)));
  const absolute = [
    '/etc/passwd',
    '//etc/passwd',
    '/',
    `${outside}/secret.txt`,
    `${outside}/new.ts`,
    '/proc/self/environ',
    '/dev/null',
    'C:\\Windows\\x',
    '\\\\host\\share',
    'file:///etc/passwd',
    '~/x/../../..',
  ];
  const links = [
    'way-out',
    'src/way-out',
    'file-link.txt',
    'src/file-link.txt',
    'dangling.txt',
    'loop',
    'chain',
    'process',
    'up',
    'repository',
    'memory',
  ];
  const behindLinks = links.flatMap((link) =>
    ['', '/secret.txt', '/new.ts', '/deep/new.ts', '/../x', '/config', '/data.txt'].map((rest) => link + rest),
  );
  const own = ['.git', '.GIT', '.Git', '.git.', '.git ', '.g\u0131t', '.\u200bgit', '.gⅰt', '.ｇｉｔ', '.witan'];
  const ownPaths = own.flatMap((name) => [
    `${name}/config`,
    `${name}/data.txt`,
    `src/../${name}/config`,
    `./${name}/new`,
  ]);
  const backslashes = [
    '..\\..\\etc\\passwd',
    'src\\..\\..\\x',
    '..\\secret.txt',
    'way-out\\secret.txt',
    '.git\\config',
  ];
  const odd = [
    '\0',
    'a\0b',
    'src/a.ts\0.png',
    '../\0',
    '\ud800',
    'src/\udfff.ts',
    'x'.repeat(5_000),
    '../'.repeat(1_500),
    `${'a/'.repeat(2_100)}b`,
    '',
    '.',
    '..',
    '...',
    '/..',
    './',
    '%2e%2e/etc/passwd',
    '..%2fsecret.txt',
    '．．/secret.txt',
    '‥/secret.txt',
    '..\u2215secret.txt',
    '..;/secret.txt',
    '....//secret.txt',
  ];
  const plain = [...paths, ...absolute, ...behindLinks, ...ownPaths, ...backslashes, ...odd];
  const all = plain.flatMap((path) => [path, ...VARIANTS.map((variant) => variant(path))]);
  return [...new Set(all)];
}

/** Each leads where the path leads, at least for a program that reads paths carelessly. */
const VARIANTS: readonly ((path: string) => string)[] = [
  (path) => `./${path}`,
  (path) => `src/../${path}`,
  (path) => `not-there/../${path}`,
  (path) => `${path}/`,
  (path) => `${path}/.`,
  (path) => path.replaceAll('/', '//'),
  (path) => path.replaceAll('/', '/./'),
  (path) => path.replaceAll('/', '\\'),
  (path) => path.toUpperCase(),
  (path) => path.normalize('NFD'),
];
