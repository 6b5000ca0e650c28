import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { withoutKeyLines } from '../../../../src/council/evidence/without-key-lines.js';

/** As a line of a key looks: 64 characters of base64. */
const keyLine = (seed: string) => createHash('sha512').update(seed).digest('base64').slice(0, 64);

it.each([
  ['alone', ''],
  ['with its number', '17: '],
  ['as a match of a search', 'notes/deploy.txt:17: '],
])('a line of a private key is taken out: %s', (_, prefix) => {
  expect(withoutKeyLines(`before\n${prefix}${keyLine('a')}\nafter`)).toBe(
    `before\n${prefix}[redacted: private key]\nafter`,
  );
});

it.each([
  ['a hash in hexadecimal', `1: ${createHash('sha256').update('x').digest('hex')}`],
  ['code', '3: const aVeryLongNameForSomethingThatGoesOnAndOn = anotherLongName(withAnArgument2);'],
  ['a checksum in a lock file', `  "integrity": "sha512-${keyLine('b')}==",`],
  ['words', 'All work and no play makes 10 lines of text that nobody wants to read twice'],
])('%s stays as it is', (_, line) => {
  expect(withoutKeyLines(line)).toBe(line);
});
