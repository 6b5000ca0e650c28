import { isSecretLiteral } from '../literal.js';
import { isPlaceholder, looksRandom } from '../looks-random.js';
import type { Format } from './format.js';

/** Secrets of no special look, told by where they are: in a header, in an address, in a file of passwords. */
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
    hints: ['machine', 'default'],
    pattern:
      /(?:machine\s{1,8}\S{1,200}|default)\s{1,20}(?:(?:login|account)\s{1,8}\S{1,200}\s{1,20}){1,2}password\s{1,8}(?<secret>\S{1,200})/g,
    isSecret: isLiteralPassword,
  },
  {
    // .pgpass: host:port:database:user:password
    kind: 'password',
    hints: [':'],
    pattern: /:(?:[0-9]{4,5}|\*):[a-z_*][\w.-]{0,63}:[a-z_*][\w.@-]{0,63}:(?<secret>[^\s"'`:]{4,200})(?=["'`\s]|$)/gi,
    isSecret: (password, { input = '', index = 0 }) =>
      isLiteralPassword(password) && isHost(input.slice(Math.max(0, index - 100), index)),
  },
  {
    // crypt(3), and what other programs write in its manner
    kind: 'password hash',
    hints: ['$'],
    pattern:
      /\${1,2}(?:1|5|6|apr1|2[abxy]?|y|gy|7|sha1|md5|s?crypt|argon2(?:id|i|d)|pbkdf2[\w-]{0,12})\${1,2}(?:[\w=,./+-]{1,60}\${1,2}){0,3}[\w./+=-]{22,128}/g,
  },
  {
    kind: 'password hash',
    pattern: /(?:pbkdf2_sha(?:1|256|512)|bcrypt_sha256|argon2|scrypt)\$[\w$=,./+-]{20,200}/g,
    hints: ['pbkdf2_', 'bcrypt_', 'argon2$', 'scrypt$'],
  },
  { kind: 'password hash', hints: ['}'], pattern: /\{(?:S?SHA(?:256|512)?|S?MD5)\}(?<secret>[\w+/]{20,128}={0,2})/g },
  {
    kind: 'password',
    hints: ['BY', 'by'],
    pattern: /\bidentified\s{1,4}by\s{1,4}'(?<secret>[^"'\s\\]{4,200})'/gi,
    isSecret: isLiteralPassword,
  },
];

/** Compilers and grep write a file, a line and words in the same manner. */
function isHost(before: string): boolean {
  const [, host] = /(?:^|[^\w.:/*-])([\w.*/-]+)$/.exec(before) ?? [];
  return host !== undefined && !/\.[a-z]{1,2}$|\.\w?[jt]sx?$|\.(?:php|java|json|ya?ml|cpp|txt|css|html)$/.test(host);
}

function isLiteralPassword(password: string): boolean {
  return isSecretLiteral(password, 'password', true);
}
