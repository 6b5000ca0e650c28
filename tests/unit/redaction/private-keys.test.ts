import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/redaction/index.js';
import { plantedSecrets } from '../../support/planted-secrets.js';

const redactor = createRedactor({ secretValues: [] });
const block = plantedSecrets(3, 40).find(({ kind }) => kind === 'RSA private key')?.text ?? '';
const lines = block.split('\n');
const body = lines.slice(1, -1);

const visible = (text: string) =>
  body.filter((line) => text.includes(line.slice(0, 20)) || text.includes(line.slice(-20)));

describe('a private key', () => {
  it('is replaced line by line, and the text around it stays', () => {
    const markers = lines.map(() => '[redacted: private key]').join('\n');
    expect(redactor.redactNow(`before\n${block}\nafter`)).toBe(`before\n${markers}\nafter`);
    const windows = redactor.redactNow(`before\r\n${lines.join('\r\n')}\r\nafter`);
    expect(windows).toBe(`before\r\n${markers.replaceAll('\n', '\r\n')}\r\nafter`);
  });

  it('is found whatever its label is', () => {
    for (const label of ['', 'RSA ', 'EC ', 'DSA ', 'OPENSSH ', 'ENCRYPTED ', 'PGP ']) {
      const suffix = label === 'PGP ' ? ' BLOCK' : '';
      const labeled = block.replaceAll('RSA PRIVATE KEY', `${label}PRIVATE KEY${suffix}`);
      expect(visible(redactor.redactNow(labeled)), label).toEqual([]);
    }
  });

  it('is found with headers, in PuTTY form, in one line, in code, in a numbered listing', () => {
    const [first = '', ...rest] = lines;
    const forms = [
      [first, 'Proc-Type: 4,ENCRYPTED', 'DEK-Info: AES-256-CBC,0123456789ABCDEF', '', ...rest].join('\n'),
      ['PuTTY-User-Key-File-3: ssh-rsa', `Private-Lines: ${body.length}`, ...body, 'Private-MAC: 12'].join('\n'),
      lines.join(' '),
      lines.map((line) => `  "${line}\\n" +`).join('\n'),
      lines.map((line, index) => `key.txt:${index + 1}:${line}`.slice('key.txt:'.length)).join('\n'),
      lines.map((line, index) => `${index + 40} | ${line}`).join('\r\n'),
      `+${lines.join('\n+')}`,
    ];
    for (const form of forms) expect(visible(redactor.redactNow(form)), form).toEqual([]);
  });

  it('is found when its end was cut off, wherever the cut fell', () => {
    for (let length = 50; length < block.length; length += 37) {
      const cut = `see:\n${block.slice(0, length)}`;
      const shown = redactor.redactNow(cut).replace(/\[redacted: private key\]\s*/g, '');
      expect(shown.length, `cut at ${length}: ${shown}`).toBeLessThan(30);
      expect(visible(redactor.redactNow(`${cut}… [4 lines more]`)), `cut at ${length}`).toEqual([]);
    }
  });

  it('is found when its beginning was cut off', () => {
    for (const [index] of body.entries()) {
      const rest = lines.slice(index + 1);
      expect(visible(redactor.redactNow(rest.join('\n'))), `from line ${index}`).toEqual([]);
      expect(visible(redactor.redactNow(rest.map((line, at) => `${at + 7}: ${line}`).join('\n')))).toEqual([]);
      expect(visible(redactor.redactNow(JSON.stringify({ text: rest.join('\n') })))).toEqual([]);
    }
  });

  it('takes nothing with it when the text around it is JSON', () => {
    const cutOff = lines.slice(0, 9).join('\n');
    const listed = JSON.stringify({ key: cutOff, lines: lines.slice(0, 9), next: 'a value that stays' }, null, 2);
    const redacted = redactor.redactNow(listed);
    expect(visible(redacted)).toEqual([]);
    expect(JSON.parse(redacted)).toMatchObject({ key: '[redacted: private key]', next: 'a value that stays' });
  });

  it('ends before the prose that follows it', () => {
    const text = `${lines.slice(0, 5).join('\n')}\nThen the output was cut, and the discussion continued.`;
    expect(redactor.redactNow(text)).toBe(
      `${'[redacted: private key]\n'.repeat(5)}Then the output was cut, and the discussion continued.`,
    );
  });
});
