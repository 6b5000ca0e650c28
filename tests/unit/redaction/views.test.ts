import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/redaction/index.js';

const redactor = createRedactor({ secretValues: [] });
const LINES = ['user: ann', 'password: zebrafish', 'enable secret Zebra-77', 'requirepass zebra-9', 'port: 1'];
const SECRETS = ['zebrafish', 'Zebra-77', 'zebra-9'];

/** The ways to show a line; what is before it stays. */
const PREFIXES: Readonly<Record<string, (line: string, index: number) => string>> = {
  'a diff': (line) => `+${line}`,
  'the old side of a diff': (line) => `-${line}`,
  'grep -n': (line, index) => `etc/app.yaml:${index + 3}:${line}`,
  'the context of grep': (line, index) => `etc/app.yaml-${index + 3}-${line}`,
  'a search result in a listing': (line, index) => `${index + 1}: etc/app.yaml:${index + 3}:${line}`,
  'a numbered listing': (line, index) => `${String(index + 1).padStart(5)}\t${line}`,
  'a log with times': (line) => `2026-11-18T10:11:12.345Z INFO ${line}`,
  journald: (line) => `Nov 18 10:11:12 web1 app[412]: ${line}`,
  'docker compose': (line) => `web-1  | ${line}`,
  'a list': (line) => `  - ${line}`,
  'a quotation': (line) => `> ${line}`,
  'a comment': (line) => `# ${line}`,
};

describe('the same line', () => {
  it.each(Object.entries(PREFIXES))('is judged the same in %s, and keeps what is before it', (_, show) => {
    const shown = LINES.map(show);
    const redacted = redactor.redactNow(shown.join('\n'));
    expect(SECRETS.filter((secret) => redacted.includes(secret))).toEqual([]);
    for (const [index, line] of redacted.split('\n').entries())
      expect(line.slice(0, 6)).toBe(shown[index]?.slice(0, 6));
    expect(redacted).toContain(shown[0] ?? '');
  });

  it('is judged the same in JSON, in JSON in JSON and in XML, which stay valid', () => {
    const text = `${LINES.join('\n')}\n{"api_key": "k9Lm2Pq4"}`;
    for (const shown of [JSON.stringify({ text }), JSON.stringify({ outer: JSON.stringify({ text }) })]) {
      const redacted = redactor.redactNow(shown);
      expect([...SECRETS, 'k9Lm2Pq4'].filter((secret) => redacted.includes(secret))).toEqual([]);
      expect(() => JSON.parse(redacted)).not.toThrow();
    }
    expect(redactor.redactNow('&quot;password&quot;: &quot;zebrafish&quot;')).not.toContain('zebrafish');
  });

  it('is judged the same beside a line of code', () => {
    expect(redactor.redactNow('const a = run(b);\npassword = zebrafish\nreturn a;')).not.toContain('zebrafish');
  });

  it('keeps the names of files before the lines of a private key', () => {
    const key = ['-----BEGIN PRIVATE', 'KEY-----'].join(' ');
    const lines = [key, `MII${'a1B2'.repeat(15)}`, 'c3D4'.repeat(16), key.replace('BEGIN', 'END')];
    const shown = lines.map((line, index) => `ca/key.txt:${index + 1}:${line}`).join('\n');
    expect(redactor.redactNow(shown)).toBe(
      lines.map((_, index) => `ca/key.txt:${index + 1}:[redacted: private key]`).join('\n'),
    );
  });
});

describe('the kind of a file', () => {
  const word = 'password = zebra.fish';

  it('comes from the path that is given, or that a diff or a search result names', () => {
    expect(redactor.redactNow(word, 'etc/app.conf')).not.toContain('zebra');
    expect(redactor.redactNow(word, 'src/app.py')).toBe(word);
    expect(redactor.redactNow(`--- a/x.ini\n+++ b/x.ini\n@@ -1 +1 @@\n+${word}`)).not.toContain('zebra');
    expect(redactor.redactNow(`--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n+${word}`)).toContain(word);
    expect(redactor.redactNow(`x.ini:3:${word}\nx.py:4:${word}`)).toBe(
      `x.ini:3:password = [redacted: secret]\nx.py:4:${word}`,
    );
  });

  it('keeps translations', () => {
    const labels = '{"password": "Hasło", "newPassword": "Neues Wort hier"}';
    expect(redactor.redactNow(labels, 'src/locales/pl.json')).toBe(labels);
  });
});
