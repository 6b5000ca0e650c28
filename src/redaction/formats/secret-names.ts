/**
 * What a name says about the value behind it.
 * - `password`, `secret`: any literal is a secret, also a short word.
 * - `token`: a literal with letters and digits is a secret; words may be tokens of a parser.
 * - `hint`: only a random value is a secret.
 * - `key`: only a UUID is a secret; most keys are those of a table or a map.
 */
export type Claim = 'password' | 'secret' | 'token' | 'hint' | 'key';

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
    if (word === null) continue;
    const end = match.index + word[0].length;
    BEGINNING.lastIndex = end;
    const start = startOfName(text, match.index);
    const isParameter = start === match.index && /[?&;]/.test(text.charAt(start - 1));
    const prefix = isParameter ? '?' : text.slice(start, match.index);
    const claim = claimOf(word.groups?.word ?? '', prefix);
    if (claim !== undefined) yield { text: text.slice(start, end), claim, start, end };
  }
}

// Searching for the beginnings of the words takes a quarter of the time.
const BEGINNING =
  /[Pp](?:[Aa][Ss][Ss]|[Ww]|[Ss][Kk])|[Ss][Ee][Cc][Rr]|[Tt][Oo][Kk][Ee]|[Cc][Rr][Ee][Dd]|[Aa][Uu][Tt][Hh]|[Kk][Ee](?:[Yy]|[Nn][Nn])/g;
const LAST_WORD =
  /(?<word>pass(?:wor[dt]|wd|phrase|code)?|kennwort|pwd?|psk|secret|token|credentials?|auth|key(?:[_-]?base)?)(?:[_-]?[0-9]{1,2})?(?![a-z0-9_])/iy;

/** Constants and environment variables. */
export function isConstant({ text }: SecretName): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(text);
}

export function isSameName(value: string, { text }: SecretName): boolean {
  return value.length < 2 * MAX_PREFIX_LENGTH && plain(value) === plain(text);
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function startOfName(text: string, position: number): number {
  let start = position;
  while (start > 0 && position - start < MAX_PREFIX_LENGTH && NAME_CHARACTER.test(text.charAt(start - 1))) start--;
  // The letter of an escaped line break belongs to its backslash.
  if (start < position && text.charAt(start - 1) === '\\' && /[nrt]/.test(text.charAt(start))) start++;
  // The dashes of a command-line option are not part of its name.
  while (start < position && /[-.]/.test(text.charAt(start))) start++;
  return start;
}

const MAX_PREFIX_LENGTH = 60;
const NAME_CHARACTER = /[\w.$-]/;

function claimOf(written: string, prefix: string): Claim | undefined {
  const word = written.toLowerCase();
  if (word === 'pass') return /(?:by|com|tres|over|under|sur|eye)$/i.test(prefix) ? undefined : 'password';
  if (word === 'pw' || word === 'psk')
    return /(?:^|[_.$-]|bind|root)$/i.test(prefix) || /^P/.test(written) ? 'password' : undefined;
  if (word.startsWith('pass') || word === 'pwd' || word === 'kennwort') return 'password';
  if (word === 'secret') return NAME_OF_SECRET.test(prefix) ? undefined : 'secret';
  if (word === 'token') return claimOfToken(prefix);
  if (!word.startsWith('key') || WEAK_KEY.test(prefix)) return 'hint';
  if (/(?:api|secret|master)[_-]?$/i.test(prefix)) return 'secret';
  if (SECRET_KEY.test(prefix)) return 'token';
  return ORDINARY_KEY.test(prefix) || (prefix === '' && written !== 'KEY') ? undefined : 'key';
}

function claimOfToken(prefix: string): Claim | undefined {
  if (POSITION_TOKEN.test(prefix)) return undefined;
  return /(?:auth|api|access|bot|deploy|admin|personal|private|service|vault|registry)[_.-]?$/i.test(prefix)
    ? 'secret'
    : 'token';
}

// Settings with the name of a secret.
const NAME_OF_SECRET = /(?:existing|pull|tls|cert\w*|external|sealed)[_-]?$/i;
// Tokens of a page, of a parser and of a language model.
const POSITION_TOKEN =
  /(?:next|page|continu\w*|sync|cursor|cancel\w*|stop|start|end|[ebu]os|pad|unk|mask|sep|cls|special|first|last|prev\w*|current|peek)[_.-]?$/i;
const SECRET_KEY =
  /(?:api|access|secret|private|signing|encryption|auth|account|master|license|pass|subscription|functions?|consumer|aes|hmac|jwt|cipher|deploy|webhook|integration|app)[_-]?$/i;
const WEAK_KEY = /(?:client|shared|session)[_-]?$/i;
const ORDINARY_KEY =
  /[.$]$|(?:primary|foreign|partition|sort|row|cache|object|public|publishable|idempotency|dedup\w*|group|hash|routing|storage|lookup|translation|issue|project|event|registry|unique|map|parent|child|query|correlation|tracking|tenant|data|component|entity|record|item|order|node|resource|message|request|trace|job|task|user|customer|document|file|asset|natural|business|composite|search|bucket|aggregate|state|transaction|mon|tur|hot|don)[_.-]?$/i;

/** A part of a text. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Where a value may start: behind its name and what separates the two. */
export interface ValuePosition {
  readonly name: SecretName;
  readonly separator: string;
  readonly at: number;
}
