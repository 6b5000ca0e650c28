export type Redact = (text: string) => string;

/**
 * Takes secrets out of what a tool said: some repeat a wrong key in their message, and it must not reach a transcript.
 * Secret are the variables with a telling name, all that the user had passed on, and the login in a proxy's address.
 */
export function createRedactor(variables: Readonly<Record<string, string>>, passed: ReadonlySet<string>): Redact {
  const secrets = Object.entries(variables).flatMap(([name, value]) => [
    ...(passed.has(name) || TELLING_NAME.test(name) ? partsOf(value) : []),
    ...loginsIn(value),
  ]);
  const written = [...new Set(secrets.flatMap(variantsOf))].filter((secret) => secret.length >= MIN_SECRET_LENGTH);
  // The longest first: one secret may be part of another.
  written.sort((a, b) => b.length - a.length);
  return (text) => written.reduce(withoutSecret, text);
}

const TELLING_NAME = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH|HEADER|COOKIE/i;

/** Shorter values ("1", "yes") are no secrets, and taking them out would leave no sentence whole. */
const MIN_SECRET_LENGTH = 4;
const MIN_PART_LENGTH = 8;
const MARK = '[secret]';

/** A variable may hold several lines, each a header with its name: every part can be repeated alone. */
function partsOf(value: string): string[] {
  const lines = value.split(/[\r\n]+/).map((line) => line.trim());
  const headers = lines.flatMap((line) => /^[\w-]+:\s+(?:Bearer |Basic )?(.+)$/i.exec(line)?.[1] ?? []);
  return [value, ...lines, ...headers];
}

/** `user:password` of every address in the value, together and the password alone. */
function loginsIn(value: string): string[] {
  return [...value.matchAll(/[a-z][a-z0-9+.-]*:\/\/([^\s/@:]*):([^\s/@]+)@/gi)].flatMap(
    ([, user = '', password = '']) => {
      const plain = decoded(password);
      return [`${user}:${password}`, `${decoded(user)}:${plain}`, password, plain];
    },
  );
}

function variantsOf(secret: string): string[] {
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
  // Of a long standard error only the end is kept, and the cut may have gone through a secret.
  for (let length = secret.length - 1; length >= MIN_PART_LENGTH; length--) {
    if (whole.startsWith(secret.slice(-length))) return MARK + whole.slice(length);
  }
  return whole;
}
