import type { Redact } from './redact-texts.js';

/**
 * Parts of a text without secrets. Some secrets are recognized in the whole text only: a line of a key looks like any
 * other.
 */
export async function redactParts(parts: readonly string[], whole: string, redact: Redact): Promise<string[]> {
  const shown = linesOf(await redact(whole));
  const secret = new Map(
    linesOf(whole).flatMap((line, index) => (line === shown[index] ? [] : [[line, shown[index] ?? ''] as const])),
  );
  return Promise.all(parts.map((part) => redact(hideLines(part, secret))));
}

function hideLines(part: string, secret: ReadonlyMap<string, string>): string {
  if (secret.size === 0) return part;
  const lines = linesOf(part);
  const hidden = lines.map((line, index) => {
    const isCut = index === 0 || index === lines.length - 1;
    return secret.get(line) ?? (isCut ? hideCut(line, secret) : line);
  });
  return hidden.join('\n');
}

/** A page may send other line ends than the file has. */
function linesOf(text: string): string[] {
  return text.split(/\r?\n/);
}

/** A selection may begin or end in the middle of a secret. */
function hideCut(line: string, secret: ReadonlyMap<string, string>): string {
  if (line.trim().length < MIN_SECRET_LENGTH) return line;
  return [...secret].find(([whole]) => whole.includes(line))?.[1] ?? line;
}

const MIN_SECRET_LENGTH = 4;
