import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guidanceProject, hookEvent, VERSION_CHECKLIST, writeCall } from '../../support/guidance-project.js';
import { fire } from './fire.js';

describe('before a tool call', () => {
  it('holds the first call back with the checklist as the reason, and lets the retry pass', async () => {
    const project = guidanceProject();
    const first = await fire('pre-tool-use', writeCall(project, 'plugin.json'));
    expect(first).toMatchObject({ hookEventName: 'PreToolUse', permissionDecision: 'deny' });
    expect(first?.permissionDecisionReason).toContain('marketplace.json (current_version)');
    // The item has just been read: it is neither held up for again nor repeated.
    expect(await fire('pre-tool-use', writeCall(project, 'plugin.json'))).toBeUndefined();
    expect(await fire('pre-tool-use', writeCall(project, 'other/plugin.json'))).toBeUndefined();
  });

  it('answers the same when the hook of one call fires twice', async () => {
    const project = guidanceProject();
    const event = writeCall(project, 'plugin.json', 'toolu_same');
    expect(await fire('pre-tool-use', event)).toEqual(await fire('pre-tool-use', event));
  });

  it('holds back one of several calls that come at the same moment, and tells the others', async () => {
    const project = guidanceProject();
    const events = [1, 2, 3].map((at) => writeCall(project, 'plugin.json', `toolu_parallel_${at}`));
    const answers = await Promise.all(events.map((event) => fire('pre-tool-use', event)));
    expect(answers.filter((answer) => answer?.permissionDecision === 'deny')).toHaveLength(1);
  });

  it('never holds a call back that it could not remember, but tells what it knows', async () => {
    const project = guidanceProject();
    // A file in the place of the data folder: nothing can be written there.
    writeFileSync(project.dataFolder, '');
    const answer = await fire('pre-tool-use', writeCall(project, 'plugin.json'));
    expect(answer?.permissionDecision).toBeUndefined();
    expect(answer?.additionalContext).toContain('Version Bump File Checklist');
  });

  it.each(['README.md', 'src/index.ts'])('says nothing about %s', async (file) => {
    expect(await fire('pre-tool-use', writeCall(guidanceProject(), file))).toBeUndefined();
  });

  it.each(['Read', 'Glob', 'Grep', 'WebFetch', 'TodoWrite'])('says nothing before %s', async (tool) => {
    const project = guidanceProject();
    const event = hookEvent(project, 'PreToolUse', {
      tool_name: tool,
      tool_input: { file_path: join(project.folder, 'plugin.json') },
      tool_use_id: 'toolu_look',
    });
    expect(await fire('pre-tool-use', event)).toBeUndefined();
    expect(existsSync(project.dataFolder)).toBe(false);
  });

  it('tells what a draft knows and never holds a call back for it', async () => {
    const project = guidanceProject({
      deployment: [{ ...VERSION_CHECKLIST, status: 'draft', created_at: new Date().toISOString() }],
    });
    const answer = await fire('pre-tool-use', writeCall(project, 'plugin.json'));
    expect(answer?.permissionDecision).toBeUndefined();
  });

  it('only informs where the person turned pauses off', async () => {
    const project = guidanceProject();
    await fire('pre-tool-use', writeCall(project, 'README.md'));
    const file = join(project.dataFolder, 'hook-index.json');
    const index = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...index, settings: { ...index.settings, critical: 'inform', holdout: 0 } }));
    const answer = await fire('pre-tool-use', writeCall(project, 'plugin.json'));
    expect(answer?.permissionDecision).toBeUndefined();
    expect(answer?.additionalContext).toContain('Version Bump File Checklist');
  });

  it.each([{ DISABLE_EXPERIENCE_INJECTION: '1' }, { WITAN_INSIDE_COUNCIL: '1' }])(
    'is silent with %o',
    async (environment) => {
      expect(await fire('pre-tool-use', writeCall(guidanceProject(), 'plugin.json'), { environment })).toBeUndefined();
    },
  );

  it('finds the project by CLAUDE_PROJECT_DIR when the agent works in a folder below it', async () => {
    const project = guidanceProject();
    const event = JSON.parse(writeCall(project, 'plugin.json'));
    const below = JSON.stringify({ ...event, cwd: join(project.folder, 'packages/a') });
    expect(await fire('pre-tool-use', below)).toBeUndefined();
    expect(await fire('pre-tool-use', below, { environment: { CLAUDE_PROJECT_DIR: project.folder } })).toHaveProperty(
      'permissionDecision',
    );
  });
});
