import { describe, expect, it } from 'vitest';
import { quoteSafely, withoutActiveLinks } from '../../../src/council/transcript/safe-text.js';

describe('links in an answer', () => {
  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,<script>1</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:x',
    'vscode://file/x',
    'mailto:a@b.c',
    'java&#115;cript:alert(1)',
    'javascript&colon;alert(1)',
    '&#x6a;avascript:alert(1)',
    'javascript\\:alert(1)',
    '\\\\server\\share',
    'http:evil',
  ])('lead nowhere with the target %s', (target) => {
    for (const space of ['', ' ', '   \n ', '\n> ']) {
      expect(withoutActiveLinks(`see [this](${space}${target} "title") now`)).toBe(
        `see [this]\\(${space}${target} "title") now`,
      );
    }
    expect(withoutActiveLinks(`[a][b]\n\n[b]: ${target}`)).toBe(`[a][b]\n\n[b]\\: ${target}`);
    expect(withoutActiveLinks(`[b]:\n  ${target}`)).toBe(`[b]\\:\n  ${target}`);
    expect(quoteSafely(`![x](${target})`)).toMatch(/^> \\!\[x\]\\\(/);
    expect(quoteSafely(`[x](<${target}>)`)).not.toMatch(/\]\(</);
  });

  it.each([
    '[page](https://example.com/a?b=c:d)',
    '[page](HTTP://example.com)',
    '[file](src/queue.ts:12)',
    '[part](#why)',
    '[a]: https://example.com',
    'a list [1, 2]: it is short',
  ])('stay as they are if they open a web page or a file of the project: %s', (text) => {
    expect(withoutActiveLinks(text)).toBe(text);
  });

  it('leaves code blocks as they are', () => {
    const code = '```ts\nhandlers[0](value: 3)\nconst x = a[b]: c:d\n~~~\n```';
    expect(withoutActiveLinks(`before\n${code}\nafter [x](javascript:1)`)).toBe(
      `before\n${code}\nafter [x]\\(javascript:1)`,
    );
    expect(withoutActiveLinks('~~~~\n[x](a:b)\n~~~\n[x](a:b)\n~~~~~\n')).not.toContain('\\');
  });

  it.each([
    ['a fence in a list ends with the list', '- a\n  ```\n[x](javascript:1)'],
    ['a fence behind a space is closed by one without', ' ```\ncode\n```\n[x](javascript:1)\n```\n'],
    ['a fence in a quotation ends with it', '> ```\n[x](javascript:1)'],
    ['a fence on the line of a list mark', '1. ```\n[x](javascript:1)\n```'],
    ['a fence with backticks behind it is none', '``` `a`\n[x](javascript:1)'],
    ['a bullet that Markdown does not know', '• ```\n[x](javascript:1)'],
    ['a fence that is closed', '```\ncode\n```\n[x](javascript:1)'],
    ['a fence that a longer one closes', '```\ncode\n`````\n[x](javascript:1)'],
    ['two short marks', '``\n[x](javascript:1)\n``'],
  ])('are not hidden in what only looks like code: %s', (_name, text) => {
    expect(withoutActiveLinks(text)).toContain('[x]\\(javascript:1)');
  });

  it('are checked in time that only grows with the length', () => {
    for (const text of ['](', '[](', ']:\n', '](   ', '](javascript:']) {
      expect(withoutActiveLinks(text.repeat(200_000)).length).toBeGreaterThanOrEqual(400_000);
    }
  });
});
