/**
 * What no participant is shown, whatever the configuration says. A pattern without a slash is the name of a file or of
 * a folder at any depth (and then of everything in it); one with a slash is the end of a path. All in lower case:
 * names are folded before they are compared.
 */
export const SECRET_PATTERNS: readonly string[] = [
  // Environments and values for a deployment
  ...['.env*', '*.env', '.envrc', 'secrets.*', '.secrets*', '*.tfstate', '*.tfstate.*', '*.tfvars'],
  ...['*.tfvars.json', '.terraformrc', 'terraform.rc', '.dev.vars*', '*.agekey'],
  // Private keys and stores of keys
  ...['id_rsa*', 'id_dsa*', 'id_ecdsa*', 'id_ed25519*', '*.pem', '*.key', '*.p8', '*.p12', '*.pfx', '*.pkcs12'],
  ...['*.jks', '*.keystore', '*.ppk', '*.kdbx', '*.gpg', '*_rsa', '*_ed25519', 'keystore.properties'],
  // Accounts of tools
  ...['.npmrc', '.yarnrc', '.yarnrc.yml', '.pypirc', '.netrc', '_netrc', '.pgpass', '.my.cnf', '.mylogin.cnf'],
  ...['.git-credentials', '.htpasswd', '.htdigest', '.dockercfg', '.dockerconfigjson', '.docker/config.json'],
  ...['.boto', '.s3cfg', '.vault-token', '.cargo/credentials', '.cargo/credentials.toml', '.gem/credentials'],
  ...[
    '.composer/auth.json',
    'auth.json',
    '.config/gh',
    '.config/gcloud',
    '.config/hub',
    '.m2/settings.xml',
    'nuget.config',
  ],
  ...['kubeconfig', '*.kubeconfig', '.bash_history', '.zsh_history', '.node_repl_history', '.psql_history'],
  // Credentials under the names that people give them; folders of source code are called like that too, hence endings
  ...['credentials*.{json,yml,yaml,csv,txt,ini}', '*-credentials.json', '.credentials*', '.config/git/credentials'],
  ...['service-account*.json', 'service_account*.json', 'serviceaccount*.json', 'client_secret*.json'],
  ...['.token', '.tokens', '*.token', 'token{,s}.{json,txt}', 'access_token', 'access_token.{json,txt}'],
  ...['{api_key,api-key,apikey}', '{api_key,api-key,apikey}{,s}.{json,txt}', '.api_key*', '.apikey*'],
  ...['{password,passwords,passwd,secret}.{txt,csv,json,yml,yaml,toml}', '.password*'],
  // Folders that hold nothing else
  ...['.git', '.hg', '.svn', '.ssh', '.aws', '.azure', '.gnupg', '.kube', '.gcloud', '.password-store', '.secret'],
];

/** Folders that are no project, wherever they lie. */
export const SECRET_FOLDERS: readonly string[] = [
  ...['.git', '.hg', '.svn', '.ssh', '.aws', '.azure', '.gnupg', '.kube', '.docker', '.gcloud', '.password-store'],
];
