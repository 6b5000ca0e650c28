import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookRegistrations, portableHookRegistrations } from '../../../src/hooks/registrations.js';
import { type HookScope, yieldsToOtherHook } from '../../../src/hooks/yields-to-other-hook.js';
import { type GuidanceProject, guidanceProject, writeCall } from '../../support/guidance-project.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { ROOT } from '../../support/source-files.js';
import { fire } from './fire.js';

const OURS = join(ROOT, 'dist', 'hook.cjs');

function register(project: GuidanceProject, hook: object, event = 'PreToolUse', file = 'settings.json'): void {
  const settings = { hooks: { [event]: [{ hooks: [{ type: 'command', ...hook }] }] } };
  mkdirSync(join(project.folder, '.claude'), { recursive: true });
  writeFileSync(join(project.folder, '.claude', file), JSON.stringify(settings, undefined, 2));
}
const asScope = (scope: HookScope, project: GuidanceProject, environment: Record<string, string> = {}) =>
  fire('pre-tool-use', writeCall(project, 'plugin.json'), { scope, environment });
const asPlugin = (project: GuidanceProject) => asScope('plugin', project, { PATH: pathWithWitan() });

function pathWithWitan(): string {
  const folder = scratchFolder('path');
  writeFileSync(join(folder, 'witan'), '');
  return folder;
}

describe("the plugin's hook", () => {
  it.each(['settings.json', 'settings.local.json'])(
    'yields to the hook that `witan init` wrote into %s',
    async (file) => {
      for (const platform of ['linux', 'win32'] as const) {
        const project = guidanceProject();
        const [first] = hookRegistrations({
          file: OURS,
          node: '/usr/bin/node',
          platform,
          options: ['--data', 'memory'],
        });
        register(project, { command: first?.command, args: first?.args }, 'PreToolUse', file);
        expect(await asPlugin(project)).toBeUndefined();
        expect(await fire('pre-tool-use', writeCall(project, 'plugin.json'))).toHaveProperty('permissionDecision');
      }
    },
  );

  it.each([`node "${OURS}" pre-tool-use`, 'witan hook pre-tool-use', 'npx witan hook pre-tool-use'])(
    'yields to one that a person wrote: %s',
    async (command) => {
      const project = guidanceProject();
      register(project, { command });
      expect(await asPlugin(project)).toBeUndefined();
    },
  );

  it('still runs next to a foreign hook of the same file name, and next to one of ours that is gone', async () => {
    const other = scratchFolder('other-package');
    writeFileSync(join(other, 'package.json'), '{"name": "other"}');
    for (const file of [join(other, 'dist', 'hook.cjs'), '/nowhere/witan/dist/hook.cjs', 'tools/dist/hook.cjs']) {
      const project = guidanceProject();
      register(project, { command: 'node', args: [file, 'pre-tool-use'] });
      expect(await asPlugin(project)).toHaveProperty('permissionDecision');
    }
  });

  it('still runs if ours is registered for another event only, only mentioned, or in a broken file', async () => {
    const hook = { command: 'node', args: [OURS, 'post-tool-use'] };
    const [another, mentioned, broken] = [guidanceProject(), guidanceProject(), guidanceProject()];
    register(another, hook, 'PostToolUse');
    register(mentioned, { command: `echo see ${OURS} for pre-tool-use` });
    register(broken, { command: 'node', args: [OURS, 'pre-tool-use'] });
    writeFileSync(join(broken.folder, '.claude/settings.json'), `{"hooks": {"PreToolUse": "${OURS} pre-tool-use"`);
    for (const project of [another, mentioned, broken]) {
      expect(await asPlugin(project)).toHaveProperty('permissionDecision');
    }
  });
});

describe('hooks that several scopes registered', () => {
  const machineHook = () => {
    const [{ command, args } = {}] = hookRegistrations({ file: OURS, node: process.execPath, platform: 'linux' });
    return { command, args };
  };
  const teamHook = () => ({ command: portableHookRegistrations([])[0]?.command });

  it('leave the answer to the user in this project, then to the user, then to the team', () => {
    const project = guidanceProject();
    const config = scratchFolder('claude-config');
    const environment = { PATH: pathWithWitan(), CLAUDE_CONFIG_DIR: config };
    const hook = { name: 'pre-tool-use', projectFolder: project.folder, environment } as const;
    const answers = () => (['user', 'team', 'plugin'] as const).map((scope) => !yieldsToOtherHook({ ...hook, scope }));
    expect(answers()).toEqual([true, true, true]);
    register(project, teamHook());
    expect(answers()).toEqual([true, true, false]);
    const settings = { hooks: { PreToolUse: [{ hooks: [{ type: 'command', ...machineHook() }] }] } };
    writeFileSync(join(config, 'settings.json'), JSON.stringify(settings));
    expect(answers()).toEqual([true, false, false]);
    register(project, machineHook(), 'PreToolUse', 'settings.local.json');
    expect(answers()).toEqual([false, false, false]);
  });

  it('do not wait for a hook of the team where witan is not on the PATH', async () => {
    const project = guidanceProject();
    register(project, teamHook());
    expect(await asScope('plugin', project, { PATH: scratchFolder('empty') })).toHaveProperty('permissionDecision');
  });
});
