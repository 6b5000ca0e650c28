import type { Claim } from '../literal.js';

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
    const named = claimOf(qualifier(text, start) + text.slice(start, match.index + (word[1]?.length ?? 0)));
    const claim = named !== undefined && HASHED.test(word[0]) ? 'hint' : named;
    if (claim !== undefined) yield { text: text.slice(start, end), claim, start, end };
  }
}

// Searching for the beginnings of the words takes a quarter of the time.
const BEGINNING =
  /[Pp](?:[Aa][Ss][Ss]|[Ww]|[Ss][Kk]|[Hh][Rr][Aa]|[Ii][Nn])|[Ss](?:[Ee](?:[Cc][RrUu]|[Ee][Dd]|[Nn][Hh])|[Aa][Ll][Tt]|[Ii][Gg])|[Tt][Oo][Kk][Ee]|[Cc](?:[Rr][Ee][Dd]|[Oo](?:[Mm][Mm][Uu]|[Oo][Kk]|[Nn][Tt][Rr][Aa]))|[Aa][Uu][Tt][Hh]|[Kk][Ee](?:[Yy]|[Nn][Nn])|[Mm][Nn][Ee]|[Jj][Ww][Tt]|[Oo][Tt][Pp]|[Ll][Oo][Gg][Ii][Nn]/g;
const LAST_WORD = new RegExp(
  `(${[
    'pass(?:wor[dt]e?|e|wd|[_-]?phrase|code)?|kennwort|senha|contrase(?:n|\\u00f1)a|pwd?|psk|pin(?:[ _-]?code)?|phrase|mnemonic|seed|salt',
    'secret(?:[_-]?(?:id|text|string|data))?|secure|token|credentials?|auth(?:orization)?|login|otp|cookie|jwt|sig(?:nature)?|community(?:[_-]?string)?',
    'key(?:[_-]?(?:base|string|data|material|pem|hex))?',
  ].join(
    '|',
  )})(?:[ _-]?[0-9]{1,2})?(?:[_-]?(?:hash|aes|digest)|[_-](?:value|plain|plaintext|cleartext|base64|b64|encrypted|enc|prod|production|dev|staging|test|live|old|new|primary|secondary|default))?(?![a-z0-9_])`,
  'iy',
);
const HASHED = /(?:hash|aes|digest)$/i;

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

// `Unseal Key 1`, `primary key`, `encryption: { key: …`; a `?` for a parameter of an address.
function qualifier(text: string, start: number): string {
  const previous = text.charAt(start - 1);
  if (/[?&;]/.test(previous)) return '?';
  const before = /[ \t"'\n{]/.test(previous) ? text.slice(Math.max(0, start - 60), start) : '';
  return QUALIFIER.exec(before)?.[1]?.concat(' ') ?? '';
}

const QUALIFIER = /(?:^|[^\w.-])([A-Za-z]{2,20})(?: |["']?\s{0,4}[:=]?\s{0,4}\{\s{0,40}["']?|:\r?\n[ \t]{1,24})$/;

function claimOf(written: string): Claim | undefined {
  const claim = claims.get(written) ?? judgeName(written);
  if (claims.size > 1000) claims.clear();
  claims.set(written, claim);
  return claim === 'none' ? undefined : claim;
}

// Names are often repeated.
const claims = new Map<string, Claim | 'none'>();

function judgeName(written: string): Claim | 'none' {
  const name = written
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1_')
    .replace(/[.$ -]/g, '_')
    .toLowerCase();
  const claim = NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? 'none';
  if (written === 'KEY') return 'key';
  return claim === 'key' && /[.$]key$/.test(written) ? 'command' : claim;
}

/**
 * The claim of each name; the first line that fits decides. In names, `_` is any separator, also that between the words
 * of `apiKey`. No secrets are settings with the name of one, and the tokens of a page, a parser and a language model.
 */
const NAMES = String.raw`
  none (?:by|com|tres|over|under|sur|eye)_?pass$|pub(?:lic)?_?key|send_community
  password pass(?:wor[dt]|wd|_?phrase|code)?e?$|kennwort$|senha$|contrase.a$|pwd$|mnemonic$
  password (?:^|_|bind|root)(?:pw|psk)$|(?:^|_)t?otp_(?:seed|secret)$|(?:wpa2?|wi_?fi|wlan|pre_?shared)_?(?:psk|key|secret)$|shared_?(?:secret|key)$
  password (?:^|_)pin(?:_?code)?$|(?:seed|recovery|secret|backup|wallet|mnemonic|signing)_phrase$|(?:master|require)auth$|erlang_cookie$
  password (?:snmp\w*|ro|rw|trap)_?community(?:_?string)?$
  command community(?:_?string)?$
  none (?:^|_)(?:pw|psk|phrase)$|[a-z](?:pw|psk|pin|phrase)$
  none (?:existing|pull|tls|cert\w*|external|sealed)_?secret$
  secret secret(?:_?(?:id|text|string|data))?$
  none (?:next|page|continu\w*|sync|cursor|cancel\w*|stop|start|end|[ebu]os|pad|unk|mask|sep|cls|special|first|last|prev\w*|current|peek)_?token$
  secret (?:auth|api|access|bot|deploy|admin|personal|private|service|vault|registry|root)_?token$
  token token$
  hint ^\?(?:x_amz_)?sig(?:nature)?$|credentials?$|auth(?:orization)?$|(?:^|_)(?:login|secure)$|otp$
  hint cookie$|jwt$|seed$|salt$
  hint (?:client|session|routing|merchant|network)_?key$
  secret (?:api|secret|master|priv(?:ate)?|encryption)_?key(?:_?(?:base|data|pem|hex))?$|key_?(?:material|string)$
  token (?:access|signing|auth(?:entication)?|account|license|pass|subscription|functions?|consumer|aes|hmac|jwt|cipher|deploy|webhook|integration|app|unseal|recovery|server|client|storage|stream|wep|host|application)_?key(?:_?(?:base|data|pem|hex))?$
  none (?:primary|foreign|partition|sort|row|cache|object|public|publishable|idempotency|dedup\w*|group|hash|lookup|translation|issue|project|event|registry|unique|map|parent|child|query|correlation|tracking|tenant|data|component|entity|record|item|order|node|resource|message|request|trace|job|task|user|customer|document|file|asset|natural|business|composite|search|bucket|aggregate|state|transaction|mon|tur|hot|don)_?key$
  command ^key$
  key key$
`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' '))
  .map(([claim = '', pattern = '']) => [new RegExp(pattern), claim as Claim | 'none'] as const);
