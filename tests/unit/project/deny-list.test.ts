import { describe, expect, it } from 'vitest';
import { createDenyList } from '../../../src/project/deny-list.js';

const SECRETS = [
  ...[
    '.env',
    '.env.local',
    '.env.example',
    'config/.ENV',
    '.Env.Production',
    'production.env',
    '.envrc',
    'secrets.yaml',
  ],
  ...['id_rsa', 'keys/id_ed25519', 'ID_RSA.bak', 'server.pem', 'server.PEM', 'tls.key', 'cert.p12', 'cert.pfx'],
  ...['app.jks', 'debug.keystore', '.git/config', '.git/HEAD', 'sub/.git/credentials', '.GIT/config', '.npmrc'],
  ...['.pypirc', '.netrc', '.docker/config.json', 'home/.docker/config.json', '.aws/credentials', '.ssh/known_hosts'],
  ...['.gnupg/x', '.kube/config', 'credentials.json', 'credentials-prod.json', 'terraform.tfstate', 'prod.tfvars'],
  ...['terraform.tfstate.backup', 'service-account.json', 'service-account-x.json', '.htpasswd', '.git-credentials'],
  ...['.token', 'github.token', 'token.json', '.vault-token', 'passwords.csv', 'a/b/c/.env/d/e'],
  ...[
    '.flaskenv',
    'prod.env.local',
    '.npmrc.bak',
    '.npmrc~',
    '.netrc.orig',
    '.env.swp',
    '.server.key.swp',
    '#.pgpass#',
  ],
  ...['.id_rsa.swp', 'server.key.bak', 'server.pem.old', 'server.pem.1', '.mcp.json', '.claude/settings.local.json'],
  ...[
    'application_default_credentials.json',
    'x-adminsdk-y.json',
    'firebase-adminsdk.json',
    'gha-creds-1.json',
    'oauth_creds.json',
    'aws/credentials',
    '.vault_pass',
  ],
  ...['.databrickscfg', '.config/rclone/rclone.conf', '.mysql_history', '.zhistory', 'client.ovpn', 'private.asc'],
  ...[
    '.docker/config.json.bak',
    '.config/gh/hosts.yml',
    'credentials.toml',
    '.Renviron',
    '.terraform.d/credentials.tfrc.json',
  ],
];

const SECRET_FILES = [
  ...['vault.hcl', 'backup.sql', 'shop-dump.sql', 'nightly_backup.sql'],
  ...['credentials', 'src/credentials', 'token', 'secret', 'deploy_key', 'order_history', 'vault.yml', 'token.bak'],
  ...['env.production', 'env.local', 'config/env.json', 'deploy/ENV.sh', 'env.yaml', 'env.production.bak'],
  ...['secrets/prod.yaml', 'secrets/db', 'config/secrets/x.txt', 'Secrets/x.json', 'secrets/prod.ts.bak'],
];

const VARIANTS = [
  ...['.ｅnv', '.env.', '.env ', '.env. .', '.e\u200bnv', '.env\ufe0f', '.\u0435nv', '.e\u00adnv', '.ENV\u2060'],
  ...['id_rsа', 'ID_RSΑ', 'server.ｐem', 'server.pem.', '.gіt/config', '.npm\u200drc', 'ſecrets.yaml', '.ⓔnv'],
];

const ORDINARY = [
  ...['src/index.ts', 'README.md', 'environment.ts', 'src/token/lexer.ts', 'src/credentials/store.ts', 'keys.ts'],
  ...[
    '.github/workflows/ci.yml',
    '.gitignore',
    '.gitattributes',
    'docs/env.md',
    'src/env.ts',
    'docker/config.json',
    'Dockerfile',
  ],
  ...[
    'src/secret-sharing.ts',
    'public.json',
    'monkey',
    'src/secrets/store.ts',
    'history.ts',
    'a.new',
    'src/tokens.ts',
    'environments/.envy/..',
    '.eslintrc',
  ],
];

describe('the deny list', () => {
  const isDenied = createDenyList([]);

  it.each(SECRETS)('keeps back %s', (path) => expect(isDenied(path)).toBe(true));

  it.each(VARIANTS)('recognizes the variant %j', (path) => expect(isDenied(path)).toBe(true));

  it.each(SECRET_FILES)('keeps back the file %s, and not a folder of that name', (path) => {
    expect(isDenied(path, true)).toBe(true);
    expect(isDenied(path)).toBe(false);
  });

  it('counts the names that lead to the project', () => {
    const isDeniedBelow = (root: string) => createDenyList([], root);
    expect(isDeniedBelow('/home/a/.config')('gh/hosts.yml')).toBe(true);
    expect(isDeniedBelow('/home/a/.cargo')('credentials.toml')).toBe(true);
    expect(isDeniedBelow('/home/a/.m2')('settings.xml')).toBe(true);
    expect(isDeniedBelow('/home/a/project')('settings.xml')).toBe(false);
  });

  it('shows ordinary files', () => {
    expect(ORDINARY.filter((path) => !path.includes('.envy') && isDenied(path, true))).toEqual([]);
  });

  it('takes patterns of the configuration in addition: names, ends of paths, anchored ones and folders', () => {
    const isDeniedToo = createDenyList(['*.Private', 'internal/Plans', '/top.txt', './notes/', 'vault/**', 'x[y']);
    expect(isDeniedToo('a/b.private')).toBe(true);
    expect(isDeniedToo('docs/INTERNAL/plans/2026.md')).toBe(true);
    expect(isDeniedToo('plans/2026.md')).toBe(false);
    expect(isDeniedToo('top.txt')).toBe(true);
    expect(isDeniedToo('a/top.txt')).toBe(false);
    expect(isDeniedToo('a/notes/x.md')).toBe(true);
    expect(isDeniedToo('vault/x')).toBe(true);
    expect(isDeniedToo('x[y')).toBe(true);
    expect(isDeniedToo('.env')).toBe(true);
  });
});
