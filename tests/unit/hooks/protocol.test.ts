import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextOf, NOTHING, readEvent, toOutput } from '../../../src/hooks/protocol/protocol.js';

describe('the hook protocol', () => {
  it('says nothing at all when there is nothing to say', () => {
    expect(toOutput('PreToolUse', NOTHING)).toBe('');
    expect(toOutput('SessionStart', contextOf(''))).toBe('');
  });

  it('informs by additionalContext, the only field that reaches the model, and never allows', () => {
    const output = toOutput('PreToolUse', contextOf('a fact'));
    expect(JSON.parse(output)).toEqual({
      hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'a fact' },
    });
  });

  it('refuses with the reason that the model reads', () => {
    const output = toOutput('PreToolUse', { kind: 'refusal', reason: 'read this first' });
    expect(JSON.parse(output)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'read this first',
      },
    });
  });

  it('stays under 2,000 characters, however long the text', () => {
    const { hookSpecificOutput } = JSON.parse(toOutput('Stop', contextOf('x'.repeat(5_000))));
    expect(hookSpecificOutput.additionalContext.length).toBeLessThan(2_000);
  });

  it('reads any text without an exception, and only objects as events', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const event = readEvent(text);
        if (event !== undefined) expect(text.trim().startsWith('{')).toBe(true);
      }),
    );
  });

  it('takes fields of a wrong type, and inherited ones, as absent', () => {
    const event = readEvent('{"session_id": 7, "cwd": ["x"], "__proto__": {"tool_name": "Write"}}');
    expect(event).toMatchObject({ sessionId: '', cwd: '', toolName: '', toolUseId: '' });
  });
});
