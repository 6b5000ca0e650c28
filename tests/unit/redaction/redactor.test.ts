import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/redaction/index.js';
import { plantedSecrets } from '../../support/planted-secrets.js';

const [planted] = plantedSecrets(11, 1);
const known = planted?.value ?? '';
const MADE_UP = ['aB3dE5', 'gH7jK9'].join('');
const VALUE = 'Tr0ub4dor & "three" / ümlaut+42';
const redactor = createRedactor({ secretValues: [VALUE] });

describe('exact values', () => {
  it.each([
    ['as they are', VALUE],
    ['in JSON', JSON.stringify({ a: VALUE })],
    ['in JSON in JSON', JSON.stringify(JSON.stringify({ a: VALUE }))],
    ['in an address', `https://host/?q=${encodeURIComponent(VALUE)}`],
    ['in a form', new URLSearchParams({ q: VALUE }).toString()],
    ['in base64', Buffer.from(VALUE).toString('base64')],
    ['in base64 for addresses', Buffer.from(VALUE).toString('base64url')],
    ['in base64 behind one byte', Buffer.from(`:${VALUE}:`).toString('base64')],
    ['in base64 behind a name', Buffer.from(`me:${VALUE}`).toString('base64')],
  ])('are replaced %s', async (_, text) => {
    const redacted = await redactor.redact(`x ${text} y`);
    expect(redacted).toContain('[redacted: environment secret]');
    expect(redacted).not.toContain('dub4dor');
    expect(redacted.length).toBeLessThan(90);
    expect(redactor.redactNow(`x ${text} y`)).toBe(redacted);
  });

  it('are replaced line by line if they have several', () => {
    const several = createRedactor({ secretValues: ['first line of it\nsecond line of it'] });
    expect(several.redactNow('12: second line of it')).toBe('12: [redacted: environment secret]');
  });

  it('stay out of what was redacted before, even if they are a word of it', () => {
    const unlucky = createRedactor({ secretValues: ['redacted', 'password'] });
    const once = unlucky.redactNow(`the password is redacted, ${known}`);
    expect(once).toBe('the [redacted: environment secret] is [redacted: environment secret], [redacted: AWS key]');
    expect(unlucky.redactNow(once)).toBe(once);
  });
});

describe('a redactor', () => {
  it('finds a secret at every position of a text that is searched in parts', async () => {
    for (const position of [0, 16_340, 16_370, 16_383, 16_384, 32_760, 99_000]) {
      const text = `${'word '.repeat(20_000).slice(0, position)} ${known} ${'word '.repeat(2000)}`;
      expect((await redactor.redact(text)).includes(known), `at ${position}`).toBe(false);
    }
  });

  it('finds a token of an unknown issuer that says itself what it is, and no name of a function', () => {
    const token = ['secret', 'q7Xk2Vd9Rm4Tz8Wb1Nc6Yp3Hf5Lj0Gs2Aq7Ue4Io9'].join('_');
    expect(redactor.redactNow(`curl -H "X: ${token}"`)).toBe('curl -H "X: [redacted: access token]"');
    const name = 'token_validationMiddlewareForIncomingRequests';
    expect(redactor.redactNow(name)).toBe(name);
  });

  it('takes a token that is longer than a part as one', () => {
    const token = `${['ey', 'J'].join('')}${'a1B2'.repeat(10)}.${['ey', 'J'].join('')}${'c3D4'.repeat(30_000)}.${'e5F6'.repeat(12)}`;
    expect(redactor.redactNow(`a ${token} b`)).toBe('a [redacted: web token] b');
  });

  it('is not deceived by a marker around a secret, or by a comment that switches secretlint off', async () => {
    expect(await redactor.redact(`[redacted: ${known}]`)).not.toContain(known);
    expect(await redactor.redact(`/* secretlint-disable */ ${known}`)).not.toContain(known);
  });

  it('keeps a vote and a request valid when they contain a secret', async () => {
    for (const marker of ['VOTE', 'TOOL_REQUEST']) {
      const given = {
        option: 'A',
        rationale: `key "${known}" and password = "${MADE_UP}" are in \\x`,
        confidence: 0.9,
      };
      const redacted = await redactor.redact(`text\n${marker}: ${JSON.stringify(given)}\n`);
      const [, json = ''] = redacted.split(`${marker}: `);
      expect(JSON.parse(json)).toEqual({
        ...given,
        rationale: 'key "[redacted: AWS key]" and password = "[redacted: secret]" are in \\x',
      });
    }
  });

  it('changes nothing more the second time, whatever the text is', async () => {
    const pieces = fc.oneof(
      fc.string(),
      fc.constantFrom(
        ...plantedSecrets(5, 35).map(({ text }) => text),
        '"',
        '\\',
        '[redacted: ',
        'password=',
        ']',
        '\n',
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 8 }), async (parts) => {
        const once = await redactor.redact(parts.join(''));
        expect(await redactor.redact(once)).toBe(once);
      }),
      { numRuns: 300 },
    );
  });

  it('continues with the other rules when one of them fails', async () => {
    const problems: string[] = [];
    const crippled = createRedactor({
      secretValues: [],
      report: (problem) => problems.push(problem),
      rules: [
        () => {
          throw new Error('broken');
        },
        (text) => [{ start: text.indexOf('found'), end: text.indexOf('found') + 5, kind: 'secret' as const }],
      ],
    });
    expect(await crippled.redact('it found')).toBe('it [redacted: secret]');
    expect(problems).toEqual([expect.stringContaining('a secretlint rule failed')]);
  });

  it('lets other work run while it searches a megabyte', async () => {
    let turns = 0;
    let isDone = false;
    const searching = redactor.redact('const token = "x"; // plain text\n'.repeat(31_000)).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await nextTurn();
      turns++;
    }
    await searching;
    expect(turns).toBeGreaterThan(5);
  });
});
