/**
 * Never shown to a participant, whatever the configuration says. A pattern without a slash is the name of a file or of
 * a folder at any depth (and then of everything in it); one with a slash is the end of a path. All in lower case:
 * names are folded before they are compared, and copies (`.bak`, `~`) are compared as what they are copies of.
 */
export const SECRET_PATTERNS: readonly string[] = [
  // Environments and values for a deployment
  ...['.env*', '*.env', '*.env.*', '.envrc', '.flaskenv', 'secrets.*', '.secrets*', '*.tfstate', '*.tfstate.*'],
  ...['*.tfvars', '*.tfvars.json', '.terraformrc', 'terraform.rc', 'credentials.tfrc.json', '.terraform.d'],
  ...[
    '.renviron*',
    'renviron.site',
    '.dev.vars*',
    '*.agekey',
    'local.settings.json',
    '.vault_pass*',
    '.vault-pass*',
    '.ansible_vault*',
  ],
  // Private keys and stores of keys
  ...['id_rsa*', 'id_dsa*', 'id_ecdsa*', 'id_ed25519*', 'id_xmss*', '*.pem', '*.key', '*.p8', '*.p12', '*.pfx'],
  ...['*.pkcs8', '*.pkcs12', '*.der', '*.jks', '*.jceks', '*.bks', '*.keystore', '*.ppk', '*.kdbx', '*.kdb', '*.gpg'],
  ...['*.asc', '*.ovpn', '*_rsa', '*_rsa.txt', '*_ed25519', '*_ecdsa', 'keystore.properties'],
  // Accounts of tools
  ...['.npmrc', '.yarnrc', '.yarnrc.yml', '.pypirc', '.netrc', '_netrc', '.pgpass', 'pgpass.conf', '.my.cnf'],
  ...['.mylogin.cnf', '.git-credentials', '.gitconfig', '.config/git', '.htpasswd', '.htdigest', '.dockercfg'],
  ...['.dockerconfigjson', '.docker/config.json', '.boto', '.s3cfg', '.vault-token', '.databrickscfg', '.condarc'],
  ...['.cargo/credentials', '.cargo/credentials.toml', '.gem/credentials', '.composer/auth.json', 'auth.json'],
  ...['.config/gh', '.config/gcloud', '.config/hub', '.config/rclone', '.config/op', '.config/configstore'],
  ...['.config/doctl', '.config/sops', '.config/containers/auth.json', '.local/share/keyrings', '.m2/settings.xml'],
  ...['.m2/settings-security.xml', '.gradle/gradle.properties', 'nuget.config', 'rclone.conf', 'pip.conf', 'pip.ini'],
  ...['kubeconfig', '*.kubeconfig', 'kube/config', 'aws/credentials', 'aws/config', 'gh/hosts.yml', 'wp-config.php'],
  ...['.*_history', '.zhistory', '.lesshst', '.viminfo', 'cookies.txt', '.cookies', '.cookie'],
  ...['.mcp.json', '.claude.json', '.claude/settings.local.json', '.cursor/mcp.json', '.vscode/mcp.json'],
  // Credentials under the names that people give them; folders of source code are called like that too, hence endings
  ...['credentials*.{json,yml,yaml,csv,txt,ini,toml,xml,properties}', '*-credentials.json', '*_credentials.json'],
  ...['.credentials*', '.aws-credentials', '*-creds*.json', '*_creds*.json', 'application_default_credentials.json'],
  ...['service-account*.json', 'service_account*.json', 'serviceaccount*.json', 'client_secret*.json'],
  ...['*-adminsdk*.json', 'gcp-key*.json', 'gcp_key*.json', 'vault_pass*', 'vault-pass*', '*vault_password*'],
  ...['.token', '.tokens', '*.token', 'token{,s}.{json,txt}', 'access_token', 'access_token.{json,txt}'],
  ...['{api_key,api-key,apikey}', '{api_key,api-key,apikey}{,s}.{json,txt}', '.api_key*', '.apikey*'],
  ...['{password,passwords,passwd,secret}.{txt,csv,json,yml,yaml,toml}', '.password*'],
  // Folders that hold nothing else
  ...['.git', '.hg', '.svn', '.ssh', '.aws', '.azure', '.gnupg', '.kube', '.gcloud', '.oci', '.password-store'],
  ...['.secret', '.pki', '.putty'],
];

/** Names that are secret for a file only, and not for source code: `env.ts` reads an environment, it is not one. */
export const SECRET_FILES: readonly string[] = [
  'env.*',
  ...['credential', 'credentials', 'creds', 'token', 'tokens', 'secret', 'secrets', 'passwd', 'shadow'],
  ...['password', 'passwords', 'passphrase', '*_history', 'deploy_key', 'deploy-key', '*_dsa', 'key.json'],
  ...['vault.{yml,yaml,json,hcl}', 'accounts.xml', 'logins.json'],
  // The rows of a database
  ...['{backup,dump}.sql', '*-{backup,dump}.sql', '*_{backup,dump}.sql'],
];

/** Files that deal with secrets instead of containing them. */
export const SOURCE_CODE =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|kts|scala|swift|c|cc|cpp|h|hpp|cs|fs|php|ex|exs|erl|hs|ml|clj|dart|lua|vue|svelte|md|rst|html|css|tf|proto|graphql)$/;

/** Folders that are never a project, wherever they are. */
export const SECRET_FOLDERS: readonly string[] = [
  ...['.git', '.hg', '.svn', '.ssh', '.aws', '.azure', '.gnupg', '.kube', '.docker', '.gcloud', '.password-store'],
  ...['.oci', '.pki', '.putty', '.terraform.d'],
];

/** Folders of a home in which programs keep their state; something below them may well be a project. */
export const HOME_FOLDERS: readonly string[] = [
  ...['.config', '.local', '.local/share', '.local/state', '.cache', '.cargo', '.m2', '.npm', '.gradle', '.rustup'],
  ...['.claude', '.codex', '.gemini', '.cursor', '.vscode', '.mozilla', '.thunderbird', '.composer', '.gem', '.ivy2'],
  ...['.subversion', '.var', '.snap', '.wine', 'Library', 'Library/Application Support', 'AppData'],
];
