import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { indexPath } from '../../../src/guidance/hook-index/index-file.js';
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

  it.each([4, 6, 60])('holds a call back once for all of %i CRITICAL items, as it promises', async (count) => {
    const items = Array.from({ length: count }, (_, at) => ({
      ...VERSION_CHECKLIST,
      id: `process_${String(at).padStart(2, '0')}`,
      label: `Matter ${at}`,
    }));
    const project = guidanceProject({ deployment: items });
    const first = await fire('pre-tool-use', writeCall(project, 'plugin.json'));
    const reason = first?.permissionDecisionReason ?? '';
    expect(first?.permissionDecision).toBe('deny');
    expect(reason.length).toBeLessThan(2_000);
    // The best three in full, the others by title and id as far as there is room.
    expect(reason.match(/CRITICAL CHECKLIST/g)).toHaveLength(3);
    expect(reason).toContain('- Matter 3 (process_03)');
    if (count === 60) expect(reason).toMatch(/and \d+ more: witan knowledge list --priority CRITICAL$/);
    else expect(reason).toContain(`- Matter ${count - 1} (process_0${count - 1})`);
    const retry = await fire('pre-tool-use', writeCall(project, 'plugin.json'));
    expect(retry?.permissionDecision).toBeUndefined();
    // What was only named is told in full beside the retry.
    expect(retry?.additionalContext).toContain('Matter 3');
    expect(retry?.additionalContext).not.toContain('Matter 0');
    for (let call = 0; call < 3; call++) {
      const later = await fire('pre-tool-use', writeCall(project, 'sub/plugin.json'));
      expect(later?.permissionDecision).toBeUndefined();
    }
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
    const file = indexPath(project.dataFolder);
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
