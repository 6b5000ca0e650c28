import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/redaction/index.js';
import { plantedSecrets } from '../../support/planted-secrets.js';
import { sampled } from '../../support/sampled.js';

const SIZE = 1_000_000;
const redactor = createRedactor({ secretValues: ['a value of the environment'] });
const known = plantedSecrets(31, 1)[0]?.value ?? '';
const key = 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2';
const begin = ['-----BEGIN', 'PRIVATE KEY-----'].join(' ');
const end = ['-----END', 'PRIVATE KEY-----'].join(' ');

/** What makes patterns slow: beginnings without an end, runs without a break, names without a value. */
const UNITS = [
  ...['a', 'A', '-', '_', '.', '/', '"', '\\', '\\n', ' ', '\n', ':', '://', '=', '@', 'a-', 'M', '😀'],
  ...['eyJ', 'eyJabcdefghij.', 'ghp_', 'sk-', 'sk-proj-', 'xoxb-', 'glpat-', 'npm_', 'SG.', 'SG.a.', 'hvs.', 'shpat_'],
  ...[
    'password="',
    'password=',
    'password:',
    'secret',
    'token ',
    '--token ',
    'authorization: ',
    'bearer ',
    'AccountKey=',
  ],
  ...['curl -u ', 'mysql -p', 'machine a login b ', '$1$', 'a:1234:', '"password", "', '<password>', 'login("a", '],
  ...['variable "password" {', 'password = x(\n', '${PASSWORD:-', 'PASS=a1 ', 'password: a b ', 'password="a" + '],
  ...[
    '://a:',
    'https://',
    `https://${'a'.repeat(255)}:`,
    '_authToken=a1\n',
    'postgres://a:',
    'mongodb://',
    '123456789:',
  ],
  ...[begin, `${begin}\n`, end, `\n${end}`, `${begin}\n${key}\n`, `${key}\n`, `${key}\n${end}`, 'Private-Lines: 1\n'],
  ...[`SG.a.${'a'.repeat(257)} `, `${'M'.repeat(26)}.`, '[redacted: ', '[redacted: secret]', 'password="\\\\'],
];

describe('a hostile megabyte', () => {
  // Time that grew with the square of the length would be many minutes here: the time limit of a test is enough to see it.
  it.each(sampled(UNITS).map((unit) => [unit.slice(0, 30), unit]))(
    'is searched in the time of a test, and hides no secret: %j',
    async (_, unit = '') => {
      const text = unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE);
      const redacted = await redactor.redact(`${text} ; ${known} ;`);
      expect(redacted.includes(known)).toBe(false);
    },
  );
});
