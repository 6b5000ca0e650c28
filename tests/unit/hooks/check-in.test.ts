import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createJournal } from '../../../src/journal/index.js';
import { guidanceProject, hookEvent } from '../../support/guidance-project.js';
import { BELIEF, expectValue } from '../../support/journal-fixture.js';
import { fire } from './fire.js';

const SESSION = 'efdc8fa6-1f76-4e17-9fc1-f178ce104351';

describe('a prompt of the user', () => {
  it('is reminded of a hypothesis after ten calls, and then left alone for ten more', async () => {
    const project = guidanceProject({});
    await fire('session-start', hookEvent(project, 'SessionStart', { source: 'startup' }));
    const journal = createJournal({ folder: join(project.folder, '.claude/journal'), claudeSessionId: SESSION });
    const { entry } = expectValue(await journal.create(BELIEF));
    const call = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: {} };
    const count = (id: number) =>
      fire('post-tool-use', hookEvent(project, 'PostToolUse', { ...call, tool_use_id: `toolu_${id}` }));
    const prompt = () => fire('user-prompt-submit', hookEvent(project, 'UserPromptSubmit', { prompt: 'go on' }));
    for (let id = 1; id <= 9; id++) await count(id);
    // A hook that fires twice for one call counts once.
    await count(9);
    expect(await prompt()).toBeUndefined();
    await count(10);
    const answer = await prompt();
    expect(answer?.additionalContext).toContain(entry.id);
    expect(answer?.additionalContext).toContain(BELIEF.hypothesis);
    expect(await prompt()).toBeUndefined();
  });

  it('is shown nothing without an open hypothesis, or if injections are turned off', async () => {
    const project = guidanceProject({});
    const event = hookEvent(project, 'UserPromptSubmit', { prompt: 'go on' });
    expect(await fire('user-prompt-submit', event)).toBeUndefined();
  });
});
