/**
 * How much a value must look like a secret, by what is around it.
 * - `any`: any literal in settings is a secret, also a short word.
 * - `word`: not a word that labels, types and states consist of.
 * - `mixed`: letters with digits or special characters.
 * - `strong`: a special character among letters and digits, digits within words, or a random value.
 * - `random`: hardly a word in it.
 */
export type Need = 'any' | 'word' | 'mixed' | 'strong' | 'random';

/** Judges a value by its form: not a placeholder, a reference, a type, a label, a sentence or a number. */
export function isSecretValue(value: string, need: Need): boolean {
  if (MNEMONIC.test(value)) return need !== 'random';
  if (value !== value.trim() || isReference(value)) return false;
  const isLoose = need === 'any' || need === 'word';
  if (isPlaceholder(value) && !(isLoose && NUMBERED_WORD.test(value))) return false;
  if (looksRandom(value) || (need !== 'random' && UUID.test(value))) return true;
  if (need === 'random' || value.length > MAX_PASSWORD_LENGTH || OTHER_NOTATION.test(value)) return false;
  if (need === 'strong') return value.length >= 6 && isUnlikeWords(value) && STRONG.test(value);
  if (need === 'mixed') return value.length >= 8 && isUnlikeWords(value) && !DOTTED_NAME.test(value);
  if (/\s/.test(value)) return isPassphrase(value, need);
  if (/^[0-9]+$/.test(value)) return value.length >= 4;
  if (!isMixed(value))
    return (
      value.length >= (need === 'any' ? 4 : 5) && !hasOrdinaryWord(value, need) && (need === 'any' || !NAME.test(value))
    );
  if (value.length < 4 || /^\p{L}+[:*?…]$/u.test(value)) return false;
  return /[0-9]/.test(value) ? !ORDINARY_WORDS.has(RULE.exec(value)?.[1] ?? '') : !hasOrdinaryWord(value, need);
}

/** Longer values are secrets only if they look random. */
export const MAX_PASSWORD_LENGTH = 128;

/** 12 to 25 short words. */
const MNEMONIC = /^[a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,24}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const STRONG = /[!#$%^&*?~+@](?!$)|[!#$%^&*?]$|[a-z][0-9]{1,2}[a-z][\s\S]*[a-z][0-9]{1,2}[a-z]/i;

/** Letters with a digit or a special character. */
function isMixed(value: string): boolean {
  return /\p{L}/u.test(value) && /[0-9]|[^\p{L}\s._/-]/u.test(value);
}

export function isUnlikeWords(value: string): boolean {
  return isMixed(value) && /[0-9!@#$%^&*]/.test(value) && !/\s/.test(value);
}

/**
 * Tells whether a value looks random, as keys do: hardly a word in it, and a mix of letters, capitals and digits. Hashes look
 * random, too; callers look at the name before the value.
 */
export function looksRandom(given: string): boolean {
  const value = given.slice(0, ENOUGH);
  if (value.length < 12 || /\s/.test(value)) return false;
  const changes = value.match(CHANGE)?.length ?? 0;
  if (changes < 3 || isCamelCase(value)) return false;
  const wordLength = (value.match(LETTERS) ?? []).filter(isWord).reduce((sum, word) => sum + word.length, 0);
  return wordLength < value.length * 0.45;
}

const ENOUGH = 100;
const LETTERS = /[A-Z][a-z]{3,}|[a-z]{4,}|[A-Z]{4,}/g;
const CHANGE = /[a-z](?=[A-Z0-9])|[A-Z](?=[0-9])|[0-9](?=[a-zA-Z])/g;

/** Without digits, capitals that are far apart begin words, also invented ones. */
function isCamelCase(value: string): boolean {
  return !/[0-9]/.test(value) && value.length >= 3 * value.split(/[^A-Za-z]|(?=[A-Z])/).filter(Boolean).length;
}

/** Most letter pairs of a word are frequent ones; of random letters one in six is. */
function isWord(letters: string): boolean {
  const pairs = Array.from({ length: letters.length - 1 }, (_, index) => letters.slice(index, index + 2).toLowerCase());
  return pairs.filter((pair) => FREQUENT_PAIRS.has(pair)).length >= pairs.length * 0.6;
}

const FREQUENT_PAIRS = new Set(
  `th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne
   ea ra ce li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so rs un lo wa
   ge ie wh ee wi em ad ol rt po we na ul ni ts mo ow pa im mi ai sh ir su id os am ke ok ey wo rd if ap ab bl ia va iv vi ci fi`.split(
    /\s+/,
  ),
);

/** A value that the user should replace, or that a program fills in. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value);
}

const PLACEHOLDER = anyOf(
  /example|your[_-]|change[_.-]?(?:me|it|this)|replace[_-]?(?:me|with|this)|set[_-]me|fill[_-]?(?:me|in)|put[_-]your|insert[_-]|to[_-]be[_-]|sample|placeholder|dummy|redacted|[_-]here$|todo|fixme/,
  /x{4}|\*{3}|\.{3}|…|•|\$\{|\{\{|<|^%s|%s$|^\$\w*$|^%\w+%$|^(.)\1+$/,
  /^(?:user(?:name)?|pass(?:word|wd|phrase)?|pwd|secret|token|key|root|admin|test|guest|postgres|mysql|none|null|undefined|true|false)$/,
);
// `changeme42` and Java's default `changeit` are placeholders that are used as passwords.
const NUMBERED_WORD = /^(?:\p{L}{4,20}[0-9]{1,4}[!?.@#$%]?|changeit)$/u;

/** Documentation shows the form of a token. */
export const FILLED_IN = /x{6}|X{6}|\*{3}|\.{3}|([A-Za-z0-9])\1{9}/;

function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'i');
}

/** A value that names a secret instead of being one. */
function isReference(value: string): boolean {
  if (REFERENCE.test(value)) return true;
  if (!SECRET_WORD.test(value)) return false;
  return !/[0-9!@#$%^&+=]|(?:top|super|very|ultra|mega)[_-]?secret/i.test(value) || NAME_OF_SECRET.test(value);
}

const REFERENCE = anyOf(
  // a variable, a template, a pattern, a parameter of a query, a public key
  /^-----|^0x[0-9a-f]{40}$|^AAAA[BCE][0-9]\w{4}|^\$[\w.:>[\]'-]+$|\$\(|#\{|<%|%\(|^%\w+%$|^[:@?&*][a-z_]+$|^\^.*[$\])*+]|\][{+*]|\\[wdsb]|\(\?|^[[(].*[\])]$|^\{(?![\w+/=]{24,}\}$).*\}$|^(__|@).+\1$|\{[\w.]{0,20}\}/,
  // a date, a selector, a package
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}T|^[#.@][\w-]*(?:pass|pwd|token|secret)|^@[\w-]+\/|&(?:#x?[0-9a-f]+|lt);/,
  // the location of the secret
  /^[a-z][a-z0-9+.-]*:\/\/|^(?:env|file|vault|op|arn|ssm|kms|secret|classpath|ref\+\w+|enc|projects)[:(/[]|^@Microsoft/,
  /^(?:\.{0,2}|~)\/[\w.-]+(?:\/|\.|$)|^[A-Za-z]:[\\/]|\.(?:key|pem|crt|p12|jks|txt)$/,
  // the rest of an expression, where the quote before it ended a string
  /^["'`]|^[,+.;)\]}|&].*["'`,+.([{|&]$/,
);
// PASSWORD_2, app-secret-v1, prod/db-password-2
const NAME_OF_SECRET =
  /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$|^(?:[a-z][a-z0-9]*[-_/])+(?:password|secret|token|credentials?)(?:[-_/][a-z0-9]+)*$|\w\/\w+\//;
const SECRET_WORD =
  /pass(?:wor[dt]|wd|phrase|code)|psk|secret|token|credential|api[_-]?key|contrase|mot de passe|kennwort|senha|wachtwoord|has[lł]o|parola|lösenord|adgangskode|salasana|heslo|пароль|密码|密碼|パスワード/i;
// required|min:8, string,max=20
const RULE = /^([a-z]+)[|,;:=]/;
// Names of design tokens, of grammar rules and of translations.
const DOTTED_NAME = /^[a-z]+(?:\.[\w-]+)+$|^[A-Z]+(?:_[A-Z0-9]+)+$/;
// Names of constants, of properties and of files.
const NAME = /^\p{Lu}+(?:_\p{Lu}+)+$|^\p{L}+(?:[./]\p{L}+)+$/u;
// Algorithms, types, versions, dates, times, sizes and paths.
const OTHER_NOTATION = anyOf(
  /^0x[0-9a-f]+$|^(?:sha|md|utf|base|oauth|argon|rsa|aes|hmac|pbkdf|http|[hre]s|v|ed|u?int|float)[-_]?[0-9]{1,5}(?:[-_.](?:cbc|gcm|ctr|bit|[0-9]+)|i?d|url)*$/,
  /^[~^>=v]*[0-9]+(?:\.[0-9x]+){1,3}(?:[-+][\w.-]+)?$|^[0-9]{4}-[0-9]{2}-[0-9]{2}|^\w+\([^)]*\)$|^[\w.-]+(?:\/[\w.-]+){2,}$/,
  /^[0-9]+[ _-]?(?:[smhdwyb]|ms|secs?|seconds?|mins?|minutes?|hours?|days?|weeks?|months?|bits?|bytes?|[kmg]i?b|chars?|px)$/,
);

/** Lower-case words, or at least four words, without typical words of a sentence. */
function isPassphrase(value: string, need: Need): boolean {
  const words = value.split(/\s+/);
  const isSentence = words.some((word) => ORDINARY_WORDS.has(word.toLowerCase())) || /[.,:;?()]/.test(value);
  if (words.length > 10 || isSentence || SECRET_WORD.test(value)) return false;
  return words.length >= 4 || need === 'any' || /^[a-z]|[0-9]/.test(value);
}

function hasOrdinaryWord(value: string, need: Need): boolean {
  const words = value.split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u).map((word) => word.toLowerCase());
  const ordinary = words.filter((word) => word === '' || ORDINARY_WORDS.has(word));
  const share = isMixed(value) ? 1 : 0.5;
  if (ordinary.length >= words.length * share && ordinary.some(Boolean)) return true;
  return need !== 'any' && /^[a-z]{3,}(?:ed|ing)[.!]?$/.test(value);
}

const ORDINARY_WORDS = new Set(
  `a an the is are was be must should can cannot may not no your for of to in on at by with without from or and if this
   that it enter please new old current confirm forgot invalid required too least wrong missing does do has have choose
   repeat set reset show hide change update use using min max chars characters letters option flag true false null none
   nil undefined string boolean number integer object symbol bigint array buffer bytes float double unknown never void
   optional nullable default auto automatic basic bearer plain hidden visible enabled disabled valid empty short weak
   strong sensitive encrypted encoded hashed masked omitted filter prompt keychain keyring external internal anonymous
   localhost development production staging testing tests input field value values result param params argument options
   config settings header cookie query body data text varchar nvarchar username email login logout admin postgres mysql
   oracle account access refresh session client server provider manager service handler factory helper error warning
   message label title button description name random inherit initial always later pending expired success failed
   failure passed skipped other const return await self super function class async import export process file path url
   key user private public readonly static unique index primary varying char bytea blob longtext json uuid base64
   confidential incorrect mandatory through running active stopped read write create delete redacted creds unset
   forgotten unchanged same files compat chain`.split(/\s+/),
);
