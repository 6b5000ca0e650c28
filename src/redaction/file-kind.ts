/**
 * What a name before a value means depends on the file: in settings any literal behind a secret name is the secret, in
 * code a word without quotes is a variable, a file of secrets has them behind any name, and in texts for people `"password": "Kennwort"` is a translation.
 */
export type FileKind = 'settings' | 'secrets' | 'code' | 'labels' | 'unknown';

export function fileKind(path: string | undefined): FileKind {
  if (path === undefined) return 'unknown';
  const written = path.toLowerCase().replaceAll('\\', '/');
  const name = (written.split('/').at(-1) ?? '').replace(COPY, '');
  if (LABELS.test(written)) return 'labels';
  if (SECRETS.test(name) && !CODE.test(name)) return 'secrets';
  if (SETTINGS.test(name)) return 'settings';
  return CODE.test(name) ? 'code' : 'unknown';
}

const COPY =
  /(?:\.(?:bak|old|orig|save|backup|example|sample|dist|template|tmpl|tpl|j2|erb|in|local|prod(?:uction)?|dev(?:elopment)?|staging|test|[0-9]{1,3})|~)+$/;
const LABELS = /(?:^|\/)(?:locales?|i18n|l10n|lang(?:uages?)?|translations?)\/|\.(?:po|pot|arb|resx|xliff?|strings)$/;
// secrets.yaml, chap-secrets, sasl_passwd, passwd.client, userlist.txt, users.properties, jetty-realm.properties
const SECRETS =
  /^(?!passwd$)(?:[\w-]*[._-])?(?:secrets?|credentials?|passwords?|passwd|userlist)(?:\.(?:ya?ml|json|toml|ini|conf|properties|txt|client|env|db))?$|^(?:[\w-]*-)?(?:users|realm)\.(?:properties|txt)$/;
const SETTINGS = new RegExp(
  [
    /^\.?env(?:\.|$)|^[._][\w.-]*rc$|^[._](?:netrc|pgpass|smbcredentials|s3cfg|boto|git-credentials|htpasswd)$/,
    /\.(?:env|ini|cfg|cnf|conf|config|toml|ya?ml|json[c5]?|ndjson|properties|props|xml|plist|tfvars|tfstate|hcl|nomad|reg|rdp|ovpn|vnc|ppk)$/,
    /\.(?:nmconnection|mobileconfig|xcconfig|service|settings|credentials|secrets|ldif|rsc|pgpass|netrc|remmina|creds|cred|kubeconfig|network|netdev|rules|acl)$/,
    /^(?:config|kubeconfig|wpa_supplicant.*|sshd_config|main\.cf|.*(?:running|startup)[_-]?config.*)$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);
const CODE =
  /\.(?:[cm]?[jt]sx?|vue|svelte|py|rb|go|rs|java|kts?|scala|groovy|gradle|swift|mm?|[ch](?:pp|c|xx)?|cs|fs|php|lua|pl|pm|r|jl|dart|exs?|erl|hs|clj|sol|sql|proto|graphql|css|scss|less)$/;
