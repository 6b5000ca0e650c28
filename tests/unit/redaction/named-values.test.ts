import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/redaction/index.js';

const redactor = createRedactor({ secretValues: [] });
const UUID = '3f2b8c1e-4d5a-4e6f-9a7b-0c1d2e3f4a5b';
const variable = (name: string) => `$\{${name}}`;

/** The word that has to disappear is between two bars. */
const SECRETS: Readonly<Record<string, readonly string[]>> = {
  'an env file': [
    'SMTP_PASS=|zebra|',
    "export DB_PASSWORD='|Zebra 77|'",
    'JWT_SECRET=|superzebra|',
    'x\nAPI_TOKEN=|ab12cd34|',
  ],
  YAML: [
    'db:\n  password: |zebra|',
    'a: 1\npassword: |Zebra77| # old',
    'password: \\|\n  |zebra1|',
    'a: { b: c, pwd: |zebra-1| }',
  ],
  'YAML of Kubernetes': ['- name: DB_PASSWORD\n  value: |zebra1|', '- name: DB_PASSWORD\n  value: "|zebra|"'],
  JSON: ['{"password":"|zebra|"}', '{"api_key": "|k9Lm2Pq4|"}', '{"name": "DB_PASSWORD", "value": "|zebra1|"}'],
  'JSON in a string': ['{"content": "user: a\\npassword: |zebra1|\\nport: 1"}', '"{\\"password\\":\\"|zebra1|\\"}"'],
  'an INI file': ['[mail]\nuser = a\npassword = |zebrafish|', '[x]\npassphrase = |vier Pferde fressen Heu|\ny = z'],
  'a properties file': ['spring.mail.password=|Zebrafish|', 'server.ssl.key-store-password = |t0pf.ks|'],
  'an XML attribute': ['<user name="a" password="|zebra|"/>', '<add key="SmtpPassword" value="|zebra-1|" />'],
  'an XML element': ['<db:password>|zebra1|</db:password>', '<property name="a.password">|zebra1|</property>'],
  'a connection string': [
    'Server=db;User Id=sa;Password=|Zebra!1|;Encrypt=true',
    'host=db user=app password=|zebra| dbname=x',
  ],
  'an address': ['jdbc:postgresql://h/db?user=a&password=|zebra|', 'https://h/x?api_key=|ab12cd34|&x=1'],
  '.netrc': ['machine h login u password |zebra|', 'machine h\n  login u\n  password |zebra1|\n'],
  '.pgpass': ['db.example.org:5432:app:app:|zebra1|', '*:*:*:postgres:|zebra|'],
  curl: ['curl -sSu "admin:|zebra|" https://x', "curl -H 'A: b' \\\n  --user=admin:|zebra| https://x"],
  htpasswd: [
    'htpasswd -b .htpasswd admin |zebra|',
    'htpasswd -c -B -b /etc/x admin "|zebra|"',
    'htpasswd -nbB admin |zebra| >> x',
  ],
  'triple quotes': ['password = """|zebra|"""', "PASSWORD = '''|zebra|'''"],
  'other programs': ['sshpass -p |zebra| ssh a@b', "mysql -u root -p'|zebra1|' app", 'mysqldump -uroot -p|zebra1| app'],
  options: ['svn co --username a --password |zebra1| url', 'keytool -list -storepass |zebra| -v'],
  'crypt(3)': [`root:|$6$saltsalt$${'a1B2./'.repeat(14)}ab|:19000:0`, `x:|$1$saltsalt$${'a1B2.'.repeat(4)}ab|`],
  'a UUID': [`HEROKU_API_KEY=|${UUID}|`, `DEPLOY_KEY: |${UUID}|`, `{"accessToken": "|${UUID}|"}`],
  'joined strings': [
    'const password = "|zeb|" + "|ra77|";',
    "$token = '|ab12|' . '|cd34ef|';",
    'pwd = ("|zeb|"\n  "|ra77|")',
  ],
  columns: [
    'user,password,role\nann,|zebra-77|,root\nbob,|Lion.88|,user',
    '\\| user \\| password \\|\n\\|---\\|---\\|\n\\| ann \\| |zebra77| \\|',
    "INSERT INTO users (name, password) VALUES ('ann', '|zebra77|');",
  ],
  'pairs of a user and a password': [
    'stats auth ann:|zebra77|',
    'mail@example.org:|zebra77|',
    '"ann" "|zebra77|"',
    'rabbitmqctl add_user ann |zebra.77|',
  ],
  'any program with a user': ['cf login -u ann -p |zebra| -o x', 'tool --user ann -P |zebra77|'],
  'network devices': [
    'snmp-server community |zebra| RO',
    'username ann password |zebra| privilege 15',
    'tacacs-server key 7 |0822455D0A16|',
  ],
  'a section': [
    'encryption:\n  key: |9f8e7d6c5b4a39281706|',
    '[admins]\nann = |zebra&lion|',
    'kind: Secret\ndata:\n  x: |emVicmE3N2xpb24|',
  ],
  cookies: ['Cookie: theme=dark; PHPSESSID=|q3k5j2h4g5f6d7s8a9p0o1i2|'],
  'a text of several lines in JSON': ['{"path": "x/.msmtprc", "text": "host h\\nuser u\\npassword |zebrafish|\\n"}'],
  'source code': [
    "const dbPass = process.env.DB_PASS ?? '|zebra|';",
    "define('DB_PASSWORD', '|zebra|');",
    'a.setPassword("|zebra|");',
  ],
};

const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  references: [
    'DB_PASSWORD=$PASS',
    'TOKEN=$(cat x)',
    'password: !vault |',
    'password: vault:secret/data/x#y1',
    'curl -u "$A:$B" x',
  ],
  types: [
    'token: string',
    'password: String!',
    'pwd: int32',
    'password: str',
    '"password": "varchar(60)"',
    'password: z.string().min(8),',
  ],
  code: ['password = getPassword()', 'const token = tokens[0]', 'connect(password=pw, user=u)', 'self.token = token1'],
  'rules and labels': [
    '"password": "required|min:8"',
    '"password": "Passwort"',
    'password: "Must be at least 8 characters"',
  ],
  'names of secrets': [
    'existingSecret: app-db-creds',
    'secret: app-secret-v1',
    'password_file=/run/secrets/db1',
    'PWD=/home/ann',
  ],
  'tokens that are none': [
    '"token": "keyword.operator"',
    'nextPageToken: "abc123def"',
    'max_token: 4096',
    '"jsonwebtoken": "^9.0.2"',
  ],
  'keys of tables': [`key: ${UUID}`, `idempotency_key=${UUID}`, `cacheKey: "${UUID}"`],
  'columns and pairs that are none': [
    'name, password, email\nare required here',
    'docker run -u 1000:1000 -p 8080:80 x',
    'psql -U postgres -p 5432',
    'neighbor 10.0.0.1 send-community extended',
    'INSERT INTO t (id, password) VALUES (?, ?)',
  ],
  states: ['auth: token=expired user=a', 'pass: 12 fail: 3', 'password: true', 'DB_PASSWORD=', 'bypass=10.0.0.1'],
  'other options': [
    'mysql -u root -p app',
    'ssh -p 22 h',
    'docker run -p 80:80 x',
    'sshpass -e ssh',
    'htpasswd -c .htpasswd admin',
    'password = """"""',
    '--token <token>',
  ],
  templates: [
    `password: ${variable('PW')}`,
    'password: {{ .Values.password }}',
    'password=@@PW1@@',
    'password = f"{user}1"',
  ],
};

describe('a value behind a name that says secret', () => {
  it.each(Object.entries(SECRETS))('is hidden in %s', (_, texts) => {
    for (const marked of texts) {
      const text = marked.replaceAll(/(?<!\\)\|/g, '').replaceAll('\\|', '|');
      const secrets = [...marked.matchAll(/(?<!\\)\|([^|]+)(?<!\\)\|/g)].map(([, secret = '']) => secret);
      const redacted = redactor.redactNow(text);
      expect(secrets.filter((secret) => redacted.includes(secret))).toEqual([]);
      expect(redacted.split('\n')).toHaveLength(text.split('\n').length);
    }
  });

  it.each(Object.entries(HARMLESS))('stays if it is not a secret: %s', (_, texts) => {
    expect(texts.map((text) => redactor.redactNow(text))).toEqual(texts);
  });
});
