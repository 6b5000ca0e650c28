import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createJournal } from '../../../src/journal/index.js';
import { guidanceProject, hookEvent, writeCall } from '../../support/guidance-project.js';
import { BELIEF } from '../../support/journal-fixture.js';
import { fire } from './fire.js';

const environment = { DISABLE_EXPERIENCE_INJECTION: '1' };
const SESSION = 'efdc8fa6-1f76-4e17-9fc1-f178ce104351';

// The specification's name is "injection": nothing is shown, but learning and counting continue. Learning ends with
// `guidance.enabled: false`.
describe('a hook with DISABLE_EXPERIENCE_INJECTION=1', () => {
  it('pauses no call, shows nothing at it, and counts nothing as shown', async () => {
    const project = guidanceProject();
    expect(await fire('pre-tool-use', writeCall(project, 'plugin.json'), { environment })).toBeUndefined();
    expect(existsSync(join(project.dataFolder, 'pauses.jsonl'))).toBe(false);
    expect(existsSync(join(project.dataFolder, 'injections.jsonl'))).toBe(false);
    expect(await fire('pre-tool-use', writeCall(project, 'plugin.json'))).toHaveProperty('permissionDecision', 'deny');
  });

  it('shows nothing to a session or a prompt, and still counts calls', async () => {
    const project = guidanceProject();
    const start = hookEvent(project, 'SessionStart', { source: 'startup' });
    expect(await fire('session-start', start, { environment })).toBeUndefined();
    const folder = join(project.folder, '.claude/journal');
    await createJournal({ folder, claudeSessionId: SESSION }).create(BELIEF);
    for (let call = 0; call < 12; call++) {
      const event = hookEvent(project, 'PostToolUse', { tool_name: 'Read', tool_use_id: `toolu_${call}` });
      expect(await fire('post-tool-use', event, { environment })).toBeUndefined();
    }
    const prompt = hookEvent(project, 'UserPromptSubmit', { prompt: 'go on' });
    expect(await fire('user-prompt-submit', prompt, { environment })).toBeUndefined();
    expect(readFileSync(join(folder, '.tool_count'), 'utf8')).toBe('12');
    expect(await fire('user-prompt-submit', prompt)).toHaveProperty('additionalContext');
  });

  it('still learns at a stop', async () => {
    const project = guidanceProject({});
    const learned: unknown[] = [];
    const message =
      '[PROCESS_KNOWLEDGE]\nlabel: Tag first\ntype: warning\npriority: HIGH\nwarning:\n  risk: untagged\n[/PROCESS_KNOWLEDGE]';
    const event = hookEvent(project, 'Stop', { last_assistant_message: message });
    const loadLessons = async () => ({
      learnLessons: async ({ turns }: { turns: readonly unknown[] }) => learned.push(turns),
    });
    expect(await fire('stop', event, { environment, loadLessons })).toBeUndefined();
    expect(learned).toHaveLength(1);
  });
});
