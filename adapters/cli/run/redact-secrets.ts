export type Redact = (text: string) => string;

/**
 * Removes secrets from a tool's message, because some tools repeat a wrong key. Secrets are variables with a name such as
 * API_KEY, all variables of `pass_env`, and logins in addresses.
 */
export function createRedactor(variables: Readonly<Record<string, string>>, passed: ReadonlySet<string>): Redact {
  const secrets = Object.entries(variables).flatMap(([name, value]) => [
    ...(passed.has(name) || SECRET_NAME.test(name) ? getParts(value) : []),
    ...loginsIn(value),
  ]);
  const written = [...new Set(secrets.flatMap(getVariants))].filter((secret) => secret.length >= MIN_SECRET_LENGTH);
  // The longest first, because one secret may be part of another.
  written.sort((a, b) => b.length - a.length);
  return (text) => written.reduce(withoutSecret, text);
}

const SECRET_NAME = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH|HEADER|COOKIE/i;

/** Shorter values such as "yes" are not secrets, and removing them would make messages unreadable. */
const MIN_SECRET_LENGTH = 4;
const MIN_PART_LENGTH = 8;
const MARK = '[secret]';

/** A variable may contain several header lines, and a message may repeat a part of it. */
function getParts(value: string): string[] {
  const lines = value.split(/[\r\n]+/).map((line) => line.trim());
  const headers = lines.flatMap((line) => /^[\w-]+:\s+(?:Bearer |Basic )?(.+)$/i.exec(line)?.[1] ?? []);
  return [value, ...lines, ...headers];
}

/** `user:password` and the password of every address in the value. */
function loginsIn(value: string): string[] {
  return [...value.matchAll(/[a-z][a-z0-9+.-]*:\/\/([^\s/@:]*):([^\s/@]+)@/gi)].flatMap(
    ([, user = '', password = '']) => {
      const plain = decoded(password);
      return [`${user}:${password}`, `${decoded(user)}:${plain}`, password, plain];
    },
  );
}

function getVariants(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), Buffer.from(secret).toString('base64'), encoded(secret)];
}

function encoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return text;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function withoutSecret(text: string, secret: string): string {
  const whole = text.replaceAll(secret, MARK);
  // Only the end of a long standard error is kept, so a secret may be cut.
  for (let length = secret.length - 1; length >= MIN_PART_LENGTH; length--) {
    if (whole.startsWith(secret.slice(-length))) return MARK + whole.slice(length);
  }
  return whole;
}
