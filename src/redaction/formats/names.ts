import { looksRandom } from '../form.js';

/** Behind `password` any literal is a secret; words behind `token` may be those of a parser; most keys are those of a table. */
type Claim = 'password' | 'token' | 'key';

/** A name in a text that ends in a word for a secret, such as `DB_PASSWORD`, `clientSecret` or `api-key`. */
export interface SecretName {
  readonly text: string;
  readonly claim: Claim;
  readonly start: number;
  readonly end: number;
}

export function* findSecretNames(text: string): Generator<SecretName> {
  BEGINNING.lastIndex = 0;
  for (let match = BEGINNING.exec(text); match !== null; match = BEGINNING.exec(text)) {
    LAST_WORD.lastIndex = match.index;
    const word = LAST_WORD.exec(text);
    // The words overlap: `otp` and `pw` in `rootpw`.
    const end = match.index + (word?.[0].length ?? 1);
    BEGINNING.lastIndex = end;
    if (word === null) continue;
    const start = startOfName(text, match.index);
    const claim = findClaim(qualifier(text, start) + text.slice(start, match.index + (word[1]?.length ?? 0)));
    const name = text.slice(start, end);
    // The end of a random value may look like a name.
    const isEnd = /\w\+$/.test(text.slice(Math.max(0, start - 2), start)) || (name.length > 20 && looksRandom(name));
    if (claim !== 'none' && !isEnd) yield { text: name, claim, start, end };
  }
}

// Searching for the beginnings of the words takes a quarter of the time.
const BEGINNING = /pass|pw|psk|phra|pin|sec[ru]|senh|sig|toke|cred|comm|cook|contra|auth|ke[yn]|mne|otp|login|user/gi;
const LAST_WORD = new RegExp(
  `(${[
    'pass(?:wor[dt]e?|e|wd|[_-]?phrase|code)?|kennwort|senha|contrase(?:n|\\u00f1)a|pwd?|psk|pin(?:[ _-]?code)?|phrase|mnemonic',
    'secret(?:[_-]?(?:id|text|string|data))?|secure|token|credentials?|creds?|auth(?:orization)?|login|otp|cookie|sig(?:nature)?|community(?:[_-]?string)?',
    'key(?:[_-]?(?:base|string|data|material|pem|hex))?|user(?:name)?',
  ].join(
    '|',
  )})(?:[ _-]?[0-9]{1,2})?(?:[_-](?:value|plain|plaintext|cleartext|base64|b64|encrypted|enc|prod|production|dev|staging|test|live|old|new|primary|secondary|default))?(?![a-z0-9_])`,
  'iy',
);

/** Constants and environment variables. */
export function isConstant({ text }: SecretName): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(text);
}

export function isSameName(value: string, { text }: SecretName): boolean {
  const [one, other] = [value.slice(0, 200), text].map((each) => each.toLowerCase().replace(/[^a-z0-9]/g, ''));
  return one === other;
}

function startOfName(text: string, position: number): number {
  let start = position;
  while (start > 0 && position - start < MAX_PREFIX_LENGTH && /[\w.$-]/.test(text.charAt(start - 1))) start--;
  // The letter of an escaped line break belongs to its backslash.
  if (start < position && text.charAt(start - 1) === '\\' && /[nrt]/.test(text.charAt(start))) start++;
  // The dashes of a command-line option are not part of its name.
  while (start < position && /[-.]/.test(text.charAt(start))) start++;
  return start;
}

const MAX_PREFIX_LENGTH = 60;

// `Unseal Key 1`, `primary key`, `encryption: { key: …`.
function qualifier(text: string, start: number): string {
  if (!/[ \t"'\n{]/.test(text.charAt(start - 1))) return '';
  return QUALIFIER.exec(text.slice(Math.max(0, start - 60), start))?.[1]?.concat(' ') ?? '';
}

const QUALIFIER = /(?:^|[^\w.-])([A-Za-z]{2,20})(?: |["']?\s{0,4}[:=]?\s{0,4}\{\s{0,40}["']?|:\r?\n[ \t]{1,24})$/;

function findClaim(written: string): Claim | 'none' {
  const claim = claims.get(written) ?? judgeName(written);
  if (claims.size > 1000) claims.clear();
  claims.set(written, claim);
  return claim;
}

const claims = new Map<string, Claim | 'none'>();

function judgeName(written: string): Claim | 'none' {
  const name = written
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1_')
    .replace(/[.$ -]/g, '_')
    .toLowerCase();
  return NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? 'none';
}

/**
 * The claim of each name; the first line that fits decides. In names, `_` is any separator, also that between the words
 * of `apiKey`. No secrets are settings with the name of one, and the tokens of a page, a parser and a language model.
 */
const NAMES = String.raw`
  none (?:by|com|tres|over|under|sur|eye|one)_?pass$|pub(?:lic)?_?key|send_community
  password pass(?:wor[dt]|wd|_?phrase|code)?e?$|kennwort$|senha$|contrase.a$|pwd$|mnemonic$
  password (?:^|_|bind|root)(?:pw|psk)$|(?:^|_)t?otp_(?:seed|secret)$|(?:wpa2?|wi_?fi|wlan|pre_?shared|shared)_?(?:psk|key|secret)$
  password (?:^|_)pin(?:_?code)?$|(?:seed|recovery|secret|backup|wallet|signing)_phrase$|(?:master|require)auth$|(?:erlang_|set)cookie$
  password (?:snmp\w*|ro|rw|trap)_?community(?:_?string)?$|(?:api|secret|master|priv(?:ate)?|encryption)_?key(?:_?(?:base|data|pem|hex))?$
  none (?:^|_)(?:pw|psk|phrase)$|[a-z](?:pw|psk|pin|phrase)$|(?:existing|pull|tls|cert\w*|external|sealed)_?secret$
  password secret(?:_?(?:id|text|string|data))?$|key_?(?:material|string)$
  none (?:next|page|continu\w*|sync|cursor|cancel\w*|stop|start|end|[ebu]os|pad|unk|mask|sep|cls|special|first|last|prev\w*|current|peek)_?token$
  token token$
  token (?:access|sign(?:ing)?|auth\w*|account|license|pass|subscription|functions?|consumer|aes|hmac|jwt|cipher|deploy|webhook|app(?:lication)?|unseal|recovery|server|client|storage|stream|wep|host|session|service|register|network)_?key(?:_?(?:base|data|pem|hex))?$
  key (?:key|auth(?:orization)?|login|creds?|credentials?|secure|otp|cookie|sig(?:nature)?|community(?:_?string)?|user(?:name)?)$
`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' '))
  .map(([claim = '', pattern = '']) => [new RegExp(pattern), claim as Claim | 'none'] as const);
