import { plantedSecrets } from '../../support/planted-secrets.js';

/** Secrets in files that participants may read: nothing of them may be shown, whatever is asked for. */
const PLANTED = plantedSecrets(11, 60);
const key = planted('RSA private key');
const token = planted('GitHub token, classic');

export const PLANTED_FILES: Readonly<Record<string, string>> = {
  'planted/all.ts': `${PLANTED.map(({ text }) => text).join('\n\n')}\n`,
  'planted/token.ts': `export const token = "${token.value}";\nexport const other = 1;\n`,
  'planted/key.txt': `${'text before\n'.repeat(3)}${key.text}\ntext behind\n`,
  // Where lines are cut.
  ...Object.fromEntries(
    [380, 1980].map((length) => [
      `planted/line-${length}.ts`,
      `/* ${'x '.repeat(length / 2 - 2)}*/ "${token.value}";\n`,
    ]),
  ),
  // Where windows of a large file end and begin.
  'planted/large.log': `${'a line of a log\n'.repeat(65_535)}${token.value} ${'a line of a log\n'.repeat(20_000)}${key.text}\n${'a line of a log\n'.repeat(45_534)}`,
};

/** All lines of the key in the large file. */
export const KEY_LINES: readonly number[] = key.text.split('\n').map((_, index) => 85_536 + index);

const PART = 8;

/** Every eight letters that stand together in a secret. */
export const PLANTED_PARTS: ReadonlySet<string> = partsOf(
  [...PLANTED.map(({ value }) => value), key.text].flatMap((text) =>
    text.split('\n').filter((line) => !line.startsWith('-----')),
  ),
);

function partsOf(values: readonly string[]): Set<string> {
  const parts = new Set<string>();
  for (const value of values) {
    for (let at = 0; at + PART <= value.length; at++) parts.add(value.slice(at, at + PART));
  }
  return parts;
}

/** Also if every letter is on its own line. */
export function holdsPart(text: string, parts: ReadonlySet<string>): boolean {
  for (const given of [text, text.replaceAll('\n', '')]) {
    for (let at = 0; at + PART <= given.length; at++) if (parts.has(given.slice(at, at + PART))) return true;
  }
  return false;
}

function planted(kind: string): { readonly value: string; readonly text: string } {
  const found = PLANTED.find((secret) => secret.kind === kind);
  if (found === undefined) throw new Error(`there is no ${kind}`);
  return found;
}
