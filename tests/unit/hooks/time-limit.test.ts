import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runHook } from '../../../src/hooks/run-hook.js';
import { guidanceProject, hookEvent, VERSION_CHECKLIST, writeCall } from '../../support/guidance-project.js';
import { loadHandler } from '../../support/load-handler.js';
import { fire } from './fire.js';

const loaders = { loadHandler, loadLessons: () => Promise.reject(new Error('nothing to learn here')) };

describe('a hook whose time is up', () => {
  it('says nothing and writes nothing, so that the next call is paused as if this one had not been', async () => {
    const project = guidanceProject();
    const event = writeCall(project, 'plugin.json');
    const late = await runHook({ name: 'pre-tool-use', input: event, environment: {}, timeLimitMs: 0, ...loaders });
    expect(late).toMatchObject({ output: '', isLate: true });
    expect(existsSync(join(project.dataFolder, 'pauses.jsonl'))).toBe(false);
    expect(existsSync(join(project.dataFolder, 'injections.jsonl'))).toBe(false);
    expect(await fire('pre-tool-use', writeCall(project, 'plugin.json'))).toHaveProperty('permissionDecision', 'deny');
  });

  it('gives up in the midst of comparing, which no timer could interrupt', async () => {
    // Each of 20,000 patterns is compared with each of 200 files: many seconds.
    const patterns = Array.from({ length: 50 }, (_, at) => `**/?*[a-z]*${at}*/**/*x?`);
    const items = Array.from({ length: 400 }, (_, at) => ({
      ...VERSION_CHECKLIST,
      id: `process_large_${at}`,
      trigger_conditions: { tool_names: ['Bash'], file_patterns: patterns },
    }));
    const project = guidanceProject({ large: items });
    const deep = Array.from({ length: 7 }, () => 'some/folder').join('/');
    const files = Array.from({ length: 200 }, (_, at) => `${deep}/${at}x`);
    const input = hookEvent(project, 'PreToolUse', {
      tool_name: 'Bash',
      tool_input: { command: `rm ${files.join(' ')}` },
      tool_use_id: 'toolu_large',
    });
    const outcome = await runHook({ name: 'pre-tool-use', input, environment: {}, timeLimitMs: 400, ...loaders });
    expect(outcome).toMatchObject({ output: '', isLate: true });
  });
});
