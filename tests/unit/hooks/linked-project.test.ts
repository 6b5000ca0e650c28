import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guidanceProject, hookEvent, VERSION_CHECKLIST } from '../../support/guidance-project.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { fire } from './fire.js';

const ON_PATH = {
  ...VERSION_CHECKLIST,
  trigger_conditions: { tool_names: ['Write'], file_patterns: ['sub/plugin.json'] },
};
const ON_COMMAND = {
  ...VERSION_CHECKLIST,
  id: 'process_publish',
  priority: 'HIGH',
  trigger_conditions: { tool_names: ['Bash'], action_keywords: ['npm publish'] },
};

/** A project and a link to it. */
function linked() {
  const project = guidanceProject({ deployment: [ON_PATH, ON_COMMAND] });
  const link = join(scratchFolder('link'), 'project');
  symlinkSync(project.folder, link);
  return { project, link };
}

describe.skipIf(process.platform === 'win32')('a project that is reached through a link', () => {
  const write = (folder: string, cwd: string, file: string) =>
    hookEvent({ folder, dataFolder: '' }, 'PreToolUse', {
      cwd,
      tool_name: 'Write',
      tool_input: { file_path: file, content: '' },
      tool_use_id: `toolu_${file}`,
    });

  it.each(['the file', 'the project'])('is known again when only %s is named by the link', async (what) => {
    const { project, link } = linked();
    const [named, filed] = what === 'the file' ? [project.folder, link] : [link, project.folder];
    // Neither the file nor its folder is there yet.
    const event = write(named, named, join(filed, 'sub', 'plugin.json'));
    const answer = await fire('pre-tool-use', event, { environment: { CLAUDE_PROJECT_DIR: named } });
    expect(answer?.permissionDecision).toBe('deny');
  });

  it('is known again by the commands that run in it', async () => {
    const { project, link } = linked();
    const event = hookEvent({ folder: link, dataFolder: '' }, 'PreToolUse', {
      tool_name: 'Bash',
      tool_input: { command: 'npm publish' },
      tool_use_id: 'toolu_publish',
    });
    const environment = { CLAUDE_PROJECT_DIR: project.folder };
    const answers = await Promise.all(
      // One call in ten is withheld.
      ['a', 'b', 'c'].map((id) =>
        fire('pre-tool-use', event.replace('toolu_publish', id).replace(/efdc/, id), { environment }),
      ),
    );
    expect(answers.some((answer) => answer?.additionalContext?.includes('Version Bump'))).toBe(true);
  });

  it('is not confused with a file of the same name elsewhere', async () => {
    const { project } = linked();
    const other = scratchFolder('elsewhere');
    mkdirSync(join(other, 'sub'));
    const event = write(project.folder, project.folder, join(other, 'sub', 'plugin.json'));
    expect(await fire('pre-tool-use', event)).toBeUndefined();
  });
});
