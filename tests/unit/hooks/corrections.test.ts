import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BLOCK_TEMPLATE } from '../../../src/guidance/blocks/block-template.js';
import { runHook } from '../../../src/hooks/run-hook.js';
import { type GuidanceProject, guidanceProject, hookEvent, VERSION_CHECKLIST } from '../../support/guidance-project.js';
import { loadHandler } from '../../support/load-handler.js';
import { fire } from './fire.js';

const prompt = (project: GuidanceProject, text: string, environment = {}) =>
  fire('user-prompt-submit', hookEvent(project, 'UserPromptSubmit', { prompt: text }), { environment });

describe('a prompt', () => {
  it.each([
    'No, from now on use pnpm in this repository.',
    'Bitte nie wieder direkt auf main pushen.',
    'La próxima vez ejecuta los tests antes de terminar.',
    'Ne modifie plus jamais ce fichier à la main.',
    'Commit-Nachrichten auf Englisch, nicht auf Deutsch.',
  ])('gets the template of a block if it corrects the agent: %s', async (text) => {
    const answer = await prompt(guidanceProject({}), text);
    expect(answer?.additionalContext).toContain(BLOCK_TEMPLATE);
  });

  it.each([
    'Same thing again for the admin page please',
    'Go on with the next one',
    'The page has no title on mobile',
    'La page a planté hier soir',
    'Merci, tu peux continuer',
    'Guests can only see published articles.',
    'Every time I open the page it scrolls up.',
  ])('gets nothing if it is an ordinary request: %s', async (text) => {
    expect(await prompt(guidanceProject({}), text)).toBeUndefined();
  });

  it('gets nothing if injections are turned off', async () => {
    const answer = await prompt(guidanceProject({}), 'From now on use pnpm.', { DISABLE_EXPERIENCE_INJECTION: '1' });
    expect(answer).toBeUndefined();
  });

  it('is shown once that a block was not fully understood', async () => {
    const project = guidanceProject({});
    mkdirSync(project.dataFolder, { recursive: true });
    const line = { event: 'problem', item: 'process_x', problem: 'its type "poem" is not known' };
    appendFileSync(join(project.dataFolder, 'lesson-notices.jsonl'), `${JSON.stringify(line)}\n`);
    expect((await prompt(project, 'go on'))?.additionalContext).toContain('process_x: its type "poem" is not known');
    expect(await prompt(project, 'go on')).toBeUndefined();
  });
});

describe('the start of a session', () => {
  const start = async (project: GuidanceProject) => {
    const { output } = await runHook({
      name: 'session-start',
      input: hookEvent(project, 'SessionStart', { source: 'startup' }),
      environment: {},
      timeLimitMs: 10_000,
      loadHandler,
      loadLessons: () => Promise.reject(new Error('nothing to learn here')),
    });
    return JSON.parse(output) as { systemMessage?: string; hookSpecificOutput: { additionalContext: string } };
  };

  it('shows the template of a block once, and no message to the user while there is no draft', async () => {
    const { systemMessage, hookSpecificOutput } = await start(guidanceProject());
    expect(hookSpecificOutput.additionalContext.split(BLOCK_TEMPLATE)).toHaveLength(2);
    expect(systemMessage).toBeUndefined();
  });

  it('announces drafts to the user', async () => {
    const draft = { ...VERSION_CHECKLIST, id: 'process_draft', status: 'draft', created_at: new Date().toISOString() };
    const { systemMessage } = await start(guidanceProject({ deployment: [draft] }));
    expect(systemMessage).toMatch(/^Witan: 1 draft lesson waits for your review: \/knowledge-review-drafts/);
  });
});
