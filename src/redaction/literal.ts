import { isPlaceholder, looksRandom } from './looks-random.js';

/**
 * The claim of a name about the value behind it.
 * - `password`, `secret`: any literal is a secret, also a short word.
 * - `token`: a literal with letters and digits is a secret; words may be tokens of a parser.
 * - `hint`: only a random value is a secret.
 * - `key`: only a UUID is a secret; most keys are those of a table or a map.
 * - `command`: a secret in a command of a network device, such as `radius-server key …`; elsewhere only a long random value.
 */
export type Claim = 'password' | 'secret' | 'token' | 'hint' | 'key' | 'command';

/**
 * Whether a value after a name is a secret, and not a placeholder, a reference, a type, a label, a sentence or a number.
 * In a setting (`API_TOKEN=…`) a word is a value; elsewhere a word after "token" is more often a parser token.
 */
export function isSecretLiteral(value: string, claim: Claim, isSetting = false): boolean {
  if (/^\{[\w+/=]{24,}\}$/.test(value)) return claim === 'password' || claim === 'secret';
  if (MNEMONIC.test(value)) return claim === 'password' || claim === 'secret' || claim === 'hint';
  if (value.length > MAX_PASSWORD_LENGTH && !looksRandom(value)) return false;
  if (value !== value.trim() || isReference(value)) return false;
  if (isPlaceholder(value) && !(claim === 'password' && NUMBERED_WORD.test(value))) return false;
  if (claim === 'key' && (UUID.test(value) || (isSetting && value.length >= 16 && looksRandom(value)))) return true;
  // A key of a map may be a hash, which has letters of one case.
  if (claim === 'key' || claim === 'command')
    return value.length >= 24 && /[a-z]/.test(value) && /[A-Z]/.test(value) && looksRandom(value);
  if (looksRandom(value)) return true;
  if (claim === 'hint')
    return USER_AND_PASSWORD.test(value) || (isSetting && value.length >= 8 && isUnlikeWords(value));
  if (OTHER_NOTATION.test(value)) return false;
  if (/\s/.test(value)) return claim !== 'token' && isPassphrase(value, isSetting);
  if (claim === 'token' && !isSetting)
    return value.length >= 8 && /[a-z]/i.test(value) && /[0-9]/.test(value) && !DOTTED_NAME.test(value);
  if (/^[0-9]+$/.test(value)) return claim === 'password' && value.length >= 4;
  if (!isMixed(value))
    return value.length >= 5 && !hasOrdinaryWord(value, isSetting) && (isSetting || !NAME.test(value));
  if (value.length < 4 || /^\p{L}+[:*?…]$/u.test(value)) return false;
  return /[0-9]/.test(value) ? !ORDINARY_WORDS.has(RULE.exec(value)?.[1] ?? '') : !hasOrdinaryWord(value, isSetting);
}

/** 12 to 25 short words. */
const MNEMONIC = /^[a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,24}$/;

/** Longer values are secrets only if they look random. */
export const MAX_PASSWORD_LENGTH = 128;

/** Letters with a digit or a special character. */
export function isMixed(value: string): boolean {
  return /\p{L}/u.test(value) && /[0-9]|[^\p{L}\s._/-]/u.test(value);
}

/** In calls and prose only a value that does not look like words is a secret. */
export function isUnlikeWords(value: string): boolean {
  return isMixed(value) && /[0-9!@#$%^&*]/.test(value) && !/\s/.test(value);
}

const USER_AND_PASSWORD = /^[\w.@-]{2,40}:(?=[^:/]*[0-9])(?=[^:/]*[a-z])[^\s:/]{6,60}$/i;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function isReference(value: string): boolean {
  return (
    REFERENCE.test(value) ||
    (SECRET_WORD.test(value) &&
      (!/[0-9!@#$%^&+=]|(?:top|super|very|ultra|mega)[_-]?secret/i.test(value) || NAME_OF_SECRET.test(value)))
  );
}

const REFERENCE = new RegExp(
  [
    // a variable, a template, a pattern, a parameter of a query
    /^-----|^0x[0-9a-f]{40}$|^AAAA[BCE][0-9]\w{4}|^\$[\w.:>[\]'-]+$|\$\(|#\{|<%|%\(|^%\w+%$|^[:@?&*][a-z_]+$|^\^.*[$\])*+]|\][{+*]|\\[wdsb]|\(\?|^[[{(].*[\])}]$|^(__|@).+\1$|\{[\w.]*\}/,
    // a date, a selector, a package
    /^[0-9]{4}-[0-9]{2}-[0-9]{2}T|^[#.@][\w-]*(?:pass|pwd|token|secret)|^@[\w-]+\/|&(?:#x?[0-9a-f]+|lt);/,
    // the location of the secret
    /^[a-z][a-z0-9+.-]*:\/\/|^(?:env|file|vault|op|arn|ssm|kms|secret|classpath|ref\+\w+|enc|projects)[:(/[]|^@Microsoft/,
    /^(?:\.{0,2}|~)\/[\w.-]+(?:\/|\.|$)|^[A-Za-z]:[\\/]|\.(?:key|pem|crt|p12|jks|txt)$/,
    // the rest of an expression, where the quote before it ended a string
    /^["'`]|^[,+.;)\]}|&].*["'`,+.([{|&]$/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);
// PASSWORD_2, app-secret-v1, prod/db-password-2
const NAME_OF_SECRET =
  /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$|^(?:[a-z][a-z0-9]*[-_/])+(?:password|secret|token|credentials?)(?:[-_/][a-z0-9]+)*$|\w\/\w+\//;
const SECRET_WORD =
  /pass(?:wor[dt]|wd|phrase|code)|psk|secret|token|credential|api[_-]?key|contrase|mot de passe|kennwort|senha|wachtwoord|has[lł]o|parola|lösenord|adgangskode|salasana|heslo|пароль|密码|密碼|パスワード/i;
// `changeme42` and Java's default `changeit` are placeholders that are used as passwords.
const NUMBERED_WORD = /^(?:\p{L}{4,20}[0-9]{1,4}[!?.@#$%]?|changeit)$/u;
// required|min:8, string,max=20
const RULE = /^([a-z]+)[|,;:=]/;
// Names of design tokens, of grammar rules and of translations.
const DOTTED_NAME = /^[a-z]+(?:\.[\w-]+)+$|^[A-Z]+(?:_[A-Z0-9]+)+$/i;
// Names of constants, of properties and of files.
const NAME = /^\p{Lu}+(?:_\p{Lu}+)+$|^\p{L}+(?:[./]\p{L}+)+$/u;
// Algorithms, types, versions, dates, times, sizes and paths.
const OTHER_NOTATION = new RegExp(
  [
    /^0x[0-9a-f]+$|^(?:sha|md|utf|base|oauth|argon|rsa|aes|hmac|pbkdf|http|[hre]s|v|ed|u?int|float)[-_]?[0-9]{1,5}(?:[-_.](?:cbc|gcm|ctr|bit|[0-9]+)|i?d)*$/,
    /^[~^>=v]*[0-9]+(?:\.[0-9x]+){1,3}(?:[-+][\w.-]+)?$|^[0-9]{4}-[0-9]{2}-[0-9]{2}|^\w+\([^)]*\)$|^[\w.-]+(?:\/[\w.-]+){2,}$/,
    /^[0-9]+[ _-]?(?:[smhdwyb]|ms|secs?|seconds?|mins?|minutes?|hours?|days?|weeks?|months?|bits?|bytes?|[kmg]i?b|chars?|px)$/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);
/** Lower-case words, or at least four words, without typical words of a sentence. */
function isPassphrase(value: string, isSetting: boolean): boolean {
  const words = value.split(/\s+/);
  if (
    words.length > 10 ||
    SECRET_WORD.test(value) ||
    /[.,:;?()]/.test(value) ||
    words.some((word) => ORDINARY_WORDS.has(word.toLowerCase()))
  )
    return false;
  return words.length >= 4 || isSetting || /^[a-z]|[0-9]/.test(value);
}

function hasOrdinaryWord(value: string, isSetting: boolean): boolean {
  const words = value.split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u).map((word) => word.toLowerCase());
  const ordinary = words.filter((word) => word === '' || ORDINARY_WORDS.has(word));
  const share = isMixed(value) ? 1 : 0.5;
  return (
    (ordinary.length >= words.length * share && ordinary.some(Boolean)) ||
    (!isSetting && /^[a-z]{3,}(?:ed|ing)[.!]?$/.test(value))
  );
}

const ORDINARY_WORDS = new Set(
  `a an the is are was be must should can cannot may not no your for of to in on at by with without from or and if this
   that it enter please new old current confirm forgot invalid required too least wrong missing does do has have
   choose repeat set reset show hide change update use using min max chars characters letters option flag
   true false null none nil undefined string boolean number integer object symbol bigint array buffer bytes float double
   unknown never void optional required nullable default auto automatic basic bearer plain hidden visible enabled
   disabled invalid valid wrong missing empty short weak strong sensitive encrypted encoded hashed masked omitted filter
   prompt keychain keyring external internal anonymous localhost development production staging testing tests input
   field value values result param params argument option options config settings header cookie query body data text
   varchar nvarchar username email login logout admin postgres mysql oracle account access refresh session client server
   provider manager service handler factory helper error warning message label title button title description name
   random inherit initial always later pending expired success failed failure passed skipped other const return await
   this self super function class async import export process file path url key user private public readonly static
   unique index primary varying char bytea blob longtext json uuid base64 reset confidential incorrect mandatory through
   running active stopped read write create update delete redacted creds not set unset forgot forgotten unchanged same files compat chain`.split(
    /\s+/,
  ),
);
