import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/redaction/index.js';
import { plantedKinds, plantedSecrets } from '../../support/planted-secrets.js';
import { reportCases } from '../../support/report-cases.js';
import { seedOr } from '../../support/seed.js';

const redactor = createRedactor({ secretValues: [] });

/** Formats in which secrets appear; the text around the secret must stay. */
const FORMATS: Readonly<Record<string, (text: string) => string>> = {
  'a line of its own': (text) => `before\n${text}\nafter`,
  'a sentence': (text) => `I found (${text}), which is bad.`,
  'Markdown code': (text) => `Look:\n\`\`\`\n${text}\n\`\`\`\nbad`,
  'a quoted line': (text) => text.replaceAll(/^/gm, '> '),
  'a numbered listing': (text) =>
    text
      .split('\n')
      .map((line, index) => `${String(index + 1).padStart(5)}: ${line}`)
      .join('\n'),
  'a JSON string': (text) => JSON.stringify({ name: 'config', content: text }),
  'a JSON string in a JSON string': (text) => JSON.stringify({ outer: JSON.stringify({ content: text }) }),
  'a YAML file with Windows line ends': (text) => `first: 1\r\nsecond: ${text.replaceAll('\n', '\r\n')}\r\n`,
};

describe('planted secrets', () => {
  const planted = plantedSecrets(seedOr(7), plantedKinds().length * 10);

  it('are of at least 20 kinds', () => {
    expect(new Set(planted.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(20);
  });

  it.each(Object.keys(FORMATS))('are all found in %s', async (format) => {
    const put = FORMATS[format] ?? String;
    const shown: string[] = [];
    for (const { kind, value, text } of planted) {
      const redacted = await redactor.redact(put(text));
      if (redacted.includes(value) || !redacted.includes('[redacted: ')) shown.push(`${kind}: ${redacted}`);
    }
    reportCases(planted.length, shown.length);
    expect(shown).toEqual([]);
  });

  it.each(Object.keys(FORMATS))('are found without secretlint in %s', (format) => {
    const put = FORMATS[format] ?? String;
    const shown = planted.filter(({ value, text }) => redactor.redactNow(put(text)).includes(value));
    reportCases(planted.length, shown.length);
    expect(shown.map(({ kind, text }) => `${kind}: ${put(text)}`)).toEqual([]);
  });

  it('leave JSON around them valid', async () => {
    for (const { text } of planted) {
      for (const format of ['a JSON string', 'a JSON string in a JSON string']) {
        const redacted = await redactor.redact((FORMATS[format] ?? String)(text));
        expect(() => JSON.parse(redacted), redacted).not.toThrow();
        const { outer } = JSON.parse(redacted) as { outer?: string };
        if (outer !== undefined) expect(() => JSON.parse(outer), outer).not.toThrow();
      }
    }
  });

  it('are not redacted twice', async () => {
    for (const { text } of planted) {
      for (const put of Object.values(FORMATS)) {
        const once = await redactor.redact(put(text));
        expect(await redactor.redact(once)).toBe(once);
        expect(redactor.redactNow(once)).toBe(once);
      }
    }
  });
});
