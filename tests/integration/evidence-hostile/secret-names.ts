/** Files that exist in the hostile project and contain a canary: secret names, in the variants that people try. */
const PLAIN_NAMES = [
  ...['.env', '.env.local', '.env.production', 'config/.env', 'prod.env', '.npmrc', '.netrc', '.pgpass', '.git/config'],
  ...['.git/HEAD', '.ssh/id_rsa', 'id_rsa', 'id_ed25519', 'server.pem', 'tls/private.key', 'store.p12', 'keys.jks'],
  ...['.aws/credentials', 'credentials.json', 'secrets.yaml', 'service-account.json', '.docker/config.json'],
  ...['.npmrc.bak', '.netrc~', 'server.key.old', '.server.pem.swp', '.flaskenv', 'prod.env.local', 'secrets/prod.txt'],
  ...[
    '.mcp.json',
    '.claude/settings.local.json',
    'oauth_creds.json',
    'aws/credentials',
    'src/credentials',
    '.vault_pass',
  ],
  ...['.databrickscfg', 'rclone.conf', '.mysql_history', 'client.ovpn', 'private.asc', '.config/gh/hosts.yml'],
  ...['terraform.tfstate', '.vault-token', 'private-notes/plan.md', '.htpasswd', '.git-credentials', '.kube/config'],
  ...['env.production', 'config/env.json', '.Renviron'],
];

export const SECRET_NAMES: readonly string[] = [...new Set(PLAIN_NAMES.flatMap(variantsOf))];

/** On a case-sensitive disk these are different files, and must still be refused. */
function variantsOf(name: string): string[] {
  const lookalike = name.replace(/e/, 'е').replace(/o/, 'о').replace(/a/, 'а');
  return [name, name.toUpperCase(), capital(name), lookalike];
}

function capital(name: string): string {
  return name.replace(/[a-z]/, (letter) => letter.toUpperCase());
}
