import type { Format } from '../finding.js';
import { isPlaceholder, looksRandom } from '../looks-random.js';
import { isMixed, isSecretLiteral } from './literal.js';
import { isUnlikeWords } from './quoted-value.js';

/** Secrets that are recognized by their position: in a header, in an address, in a password file. */
export const CREDENTIALS: readonly Format[] = [
  {
    kind: 'password',
    hints: ['://'],
    pattern: /:\/\/[^\s:@/"'`\\<>]{0,100}:(?<secret>[^\s@/"'`\\<>[\]]{1,200})@/g,
    isSecret: (password) => password.length > 2 && !isPlaceholder(password),
  },
  {
    kind: 'secret',
    hints: ['://'],
    pattern: /:\/\/(?<secret>[\w-]{20,200})(?::x-oauth-basic)?@/g,
    isSecret: looksRandom,
  },
  {
    kind: 'authorization',
    pattern:
      /(?:authorization|x-api-key|x-auth-token|private-token|api-key)\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["'`]?(?:(?:bearer|basic|token|apikey)\s{1,4})?(?<secret>[\w.~+/-]{12,}={0,2})/gi,
    isSecret: looksRandom,
  },
  { kind: 'authorization', pattern: /(?<![\w-])bearer\s{1,4}(?<secret>[\w.~+/-]{16,}={0,2})/gi, isSecret: looksRandom },
  {
    kind: 'npm token',
    hints: ['_auth'],
    pattern: /_auth(?:Token)?\s{0,4}=\s{0,4}["']?(?<secret>[\w+/=-]{12,})(?![\w+/=(-])/g,
  },
  {
    // .netrc, in one line or in several
    kind: 'password',
    hints: ['login', 'machine'],
    pattern:
      /(?:(?:machine\s{1,8}\S{1,200}|default)\s{1,20}(?:(?:login|account)\s{1,8}\S{1,200}\s{1,20}){1,2}|^\s{0,20}login\s{1,8}\S{1,200}\n\s{0,20}|machine\s{1,8}\S{1,200}\s{1,20})password\s{1,8}["']?(?<secret>[^\s"']{1,200})/gm,
    isSecret: isLiteralPassword,
  },
  {
    // .pgpass: host:port:database:user:password
    kind: 'password',
    hints: [':'],
    pattern:
      /:(?:[0-9]{4,5}|\*):[a-z_*][\w.-]{0,63}:[a-z_*][\w.@-]{0,63}:(?<secret>(?:[^\s"'`:\\]|\\[:\\]){4,200})(?=["'`\s]|\\n|$)/gi,
    isSecret: (password, { input = '', index = 0, 0: match }) =>
      isLiteralPassword(password) &&
      (isMixed(password) || /^:(?:5432|5433|6432|\*):/.test(match)) &&
      isHost(input.slice(Math.max(0, index - 100), index)),
  },
  {
    // crypt(3), and similar formats of other programs
    kind: 'password hash',
    hints: ['$'],
    pattern:
      /\${1,2}(?:1|5|6|apr1|2[abxy]?|y|gy|7|sha1|md5|s?crypt|argon2(?:id|i|d)|pbkdf2[\w-]{0,12})\${1,2}(?:[\w=,./+-]{1,60}\${1,2}){0,3}(?:[\w./+=-]|\\\/){22,128}/g,
  },
  {
    kind: 'password hash',
    pattern: /(?:pbkdf2_sha(?:1|256|512)|bcrypt_sha256|argon2|scrypt)\$[\w$=,./+-]{20,200}/g,
    hints: ['_sha', 'argon2$', 'scrypt$'],
  },
  {
    kind: 'password hash',
    hints: ['SHA', 'MD5}'],
    pattern: /\{(?:S?SHA(?:256|512)?|S?MD5)\}(?<secret>[\w+/]{20,128}={0,2})/g,
  },
  { kind: 'password hash', hints: ['$P$', '$H$', '$S$'], pattern: /\$[PHS]\$[\w./]{31,52}/g },
  { kind: 'password hash', hints: ['*'], pattern: /(?<![\w*])\*[0-9A-F]{40}(?![0-9A-F])/g },
  {
    kind: 'password hash',
    hints: ['pbkdf2:', 'scrypt:'],
    pattern: /(?:pbkdf2:sha[0-9]{1,3}(?::[0-9]{1,9})?|scrypt(?::[0-9]{1,9}){3})\$[\w./+]{4,60}\$[0-9a-f]{32,128}/g,
  },
  { kind: 'password hash', hints: ['SCRAM-'], pattern: /SCRAM-SHA-256\$[\w+/=:$]{40,200}/g },
  {
    // name:hash of the oldest crypt(3)
    kind: 'password hash',
    hints: [':'],
    pattern: /:(?<=^[\w.-]{1,40}:)(?<secret>[./0-9A-Za-z]{13})(?=:[0-9]|\s{0,4}$)/gm,
    isSecret: looksRandom,
  },
  {
    // name:password@tcp(host) and name:password@host:port
    kind: 'password',
    hints: ['@'],
    pattern:
      /:(?<=[\w.-]:)(?<secret>[^\s:@/"'`\\<>]{4,100})@(?:(?:tcp|unix)\(|[\w-]{1,40}(?:\.[\w-]{1,40}){1,4}:[0-9]{2,5}\b)/g,
    isSecret: isLiteralPassword,
  },
  {
    // echo password | sudo -S, echo name:password | chpasswd
    kind: 'password',
    hints: ['echo '],
    pattern:
      /echo\s{1,4}(?:-\w{1,3}\s{1,4})?["']?(?:[\w.-]{1,40}:)?(?<secret>[^\s"'|:]{4,100})["']?\s{0,4}\|[^\n|]{0,100}?(?:sudo\s(?:[^\n|]{0,40}\s)?-S|chpasswd|--password-stdin|--stdin)/g,
    isSecret: isLiteralPassword,
  },
  {
    // htpasswd -b file name password, htpasswd -nb name password
    kind: 'password',
    hints: ['htpasswd '],
    pattern:
      /htpasswd\s{1,4}(?=(?:-\w{1,8}\s{1,4}){0,4}-\w{0,8}b)(?:-\w{1,8}\s{1,4}(?:[0-9]{1,2}\s{1,4})?){1,5}(?:[^\s-]\S{0,200}\s{1,4}){1,2}["']?(?<secret>[^\s"'`|;&<>]{3,100})/g,
    isSecret: isLiteralPassword,
  },
  {
    // jdbc:oracle:thin:name/password@host
    kind: 'password',
    hints: ['oracle:'],
    pattern: /oracle:(?:thin|oci8?):[\w.-]{1,40}\/(?<secret>[^\s@/"'`\\]{3,100})@/g,
    isSecret: isLiteralPassword,
  },
  {
    // login("name", "password"), auth=("name", "password")
    kind: 'password',
    hints: ['login', 'uth', 'onnect', 'redential', 'set_pass'],
    pattern:
      /\((?<=(?:login|set_password|auth\w{0,20}|connect\w{0,20}|getConnection|credentials?)\s{0,4}=?\s{0,4}\()(?:\s{0,8}[\w.:$-]{1,60},|\s{0,8}(?:"[^"\n]{0,100}"|'[^'\n]{0,100}'),){1,3}\s{0,8}["'](?<secret>[^\s"'`\\]{4,100})["']\s{0,8}[,).]/gi,
    isSecret: (password) =>
      isUnlikeWords(password) && isLiteralPassword(password) && !/^[\w-]+(?:\.[\w-]+)+$/.test(password),
  },
  {
    kind: 'password',
    hints: ['dentified', 'DENTIFIED'],
    pattern: /\bidentified\s{1,4}(?:with\s{1,4}\S{1,40}\s{1,4})?by\s{1,4}'(?<secret>[^"'\s\\]{4,200})'/gi,
    isSecret: isLiteralPassword,
  },
];

/** Compilers and grep print `file:line: text` in a similar format. */
function isHost(before: string): boolean {
  const [, host] = /(?:^|[^\w.:/*-])([\w.*/-]+)$/.exec(before) ?? [];
  return (
    host !== undefined && !/\.(?:[cm]?[jt]sx?|[chm]|cc|cpp|cs|go|java|json|md|php|py|rb|rs|sh|txt|ya?ml)$/.test(host)
  );
}

function isLiteralPassword(password: string): boolean {
  return isSecretLiteral(password, 'password', true);
}
