import { looksRandom } from './form.js';
import { findFormats } from './formats/find-formats.js';
import { findPrivateKeys } from './private-keys.js';
import { SECRETLINT_RULES } from './secretlint.js';

/**
 * The values of an environment that must never be shown: by their name, by their format, and passwords in addresses and
 * connection strings. Ordinary values are never hidden: without every "true" or path, texts would be unreadable.
 */
export function secretValuesOf(environment: Readonly<Record<string, string | undefined>>): string[] {
  const people = [environment.USER, environment.LOGNAME, environment.USERNAME, environment.HOSTNAME];
  const values = Object.entries(environment).flatMap(([name, value = '']) =>
    [...(isNamedSecret(name, value) ? [value] : []), ...secretsWithin(value)].filter(
      (secret) => !isOrdinary(secret) && !people.includes(secret),
    ),
  );
  return [...new Set(values)];
}

function isNamedSecret(name: string, value: string): boolean {
  if (SECRET_NAME.test(name) && !ABOUT_A_SECRET.test(name)) return !isPath(value) || isKeyWithSlash(value);
  return MAYBE_SECRET_NAME.test(name) && looksRandom(value) && !isPath(value) && !isAddress(value);
}

/** Names that end with the kind of their value. */
const SECRET_NAME =
  /(?:PASS(?:WORD|WD|PHRASE|CODE)?|PWD|SECRET|TOKEN|CREDENTIALS?|(?:API|ACCESS|SECRET|PRIVATE|SIGNING|ENCRYPTION|MASTER|ACCOUNT|AUTH|DEPLOY|LICENSE)_?KEY)(?:_?(?:JSON|BASE64|B64|VALUE|STRING|BASE|[0-9]{1,2}))?$/i;
// The working directory of a shell, and settings about secrets.
const ABOUT_A_SECRET = /^(?:OLD)?PWD$|(?:MAX|MIN|NUM|LIMIT|COUNT|BUDGET)_?(?:[A-Z]+_)?TOKENS?$/i;
const MAYBE_SECRET_NAME = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH|SIGNATURE|WEBHOOK|DSN|CONNECTION/i;

/** The secrets in a value with any name. */
function secretsWithin(value: string): string[] {
  if (value.length < MIN_LENGTH) return [];
  const found = [
    ...findPrivateKeys(value),
    ...findFormats({ text: value, from: 0, to: value.length, kindAt: () => 'unknown' }),
    ...SECRETLINT_RULES.flatMap((find) => find(value)),
  ];
  const secrets = found.map(({ start, end }) => value.slice(start, end));
  // A password is percent-encoded in an address, but not elsewhere.
  return secrets.flatMap((secret) => [secret, decoded(secret)]);
}

function decoded(secret: string): string {
  try {
    return decodeURIComponent(secret);
  } catch {
    return secret;
  }
}

const MIN_LENGTH = 8;

function isOrdinary(value: string): boolean {
  if (value.length < MIN_LENGTH) return true;
  return (
    /^[0-9.,:_-]{1,11}$/.test(value) || ORDINARY.has(value.toLowerCase()) || (isPath(value) && !isKeyWithSlash(value))
  );
}

const ORDINARY = new Set(
  `disabled enabled required optional localhost keychain keyring anonymous external internal automatic development
   production password postgres username changeme undefined redacted password1 password123 12345678 123456789 1234567890 qwertyui`.split(
    /\s+/,
  ),
);

function isPath(value: string): boolean {
  return /^(?:~|\.{1,2})?\/|^[A-Za-z]:[\\/]|^file:/.test(value);
}

function isAddress(value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(value);
}

/** Keys in base64 may begin with a slash. */
function isKeyWithSlash(value: string): boolean {
  return /^\/[A-Za-z0-9+/]{30,}={0,2}$/.test(value) && looksRandom(value);
}
