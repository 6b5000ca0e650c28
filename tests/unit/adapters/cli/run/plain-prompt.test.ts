import { describe, expect, it } from 'vitest';
import { asPlainPrompt, withoutJoiners } from '../../../../../adapters/cli/run/cli-tool.js';

describe('asPlainPrompt', () => {
  it('leaves no mention that a tool would open as a file', () => {
    const inert = asPlainPrompt('@/etc/passwd, see @types/node, me@example.org and @"a b"');
    expect(inert).not.toMatch(/@[\w/"]/);
  });

  it('keeps a prompt from being taken for a command', () => {
    expect(asPlainPrompt('/compact or not?')).toBe('\n/compact or not?');
    expect(asPlainPrompt('Should we /compact?')).toBe('Should we /compact?');
  });

  it('is undone in an answer that quotes the prompt', () => {
    const prompt = 'Use @types/node or a@b?';
    expect(withoutJoiners(asPlainPrompt(prompt))).toBe(prompt);
  });
});
