import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkHooks } from '../../../../src/cli/doctor/check-hooks.js';
import { registerHooks } from '../../../../src/cli/init/hook-registration.js';
import { addReadRules, readRules } from '../../../../src/cli/init/read-rules.js';
import { testShell } from '../test-shell.js';

async function project({ hasProgram = true, events = 2 } = {}) {
  const shell = testShell();
  const registrations = await shell.hookRegistrations(shell.currentFolder, 'local');
  mkdirSync(join(shell.currentFolder, '.claude'));
  writeFileSync(
    join(shell.currentFolder, '.claude/settings.local.json'),
    addReadRules(registerHooks(undefined, registrations.slice(0, events), ''), readRules('local', shell), ''),
  );
  mkdirSync(join(shell.currentFolder, 'dist'));
  for (const name of hasProgram ? ['hook.cjs', 'witan.cjs'] : [])
    writeFileSync(join(shell.currentFolder, 'dist', name), '');
  return shell;
}

describe('the doctor on hooks', () => {
  it('finds the registered hooks, when each last fired and how long it took', async () => {
    const figures: Parameters<typeof checkHooks>[1] = [
      { hook: 'pre-tool-use', count: 120, lastAt: '2026-11-16T10:15:02.123Z', p95Ms: 41.6, slow: 0 },
      { hook: 'stop', count: 3, lastAt: '2026-11-15T09:00:00.000Z', p95Ms: 320, slow: 1 },
    ];
    expect(await checkHooks(await project(), figures)).toEqual([
      { subject: 'hooks', state: 'ok', text: '2 registered for you in this project (.claude/settings.local.json)' },
      { subject: 'hook pre-tool-use', state: 'ok', text: 'last fired 2026-11-16 10:15 UTC; p95 42 ms of 120' },
      expect.objectContaining({ subject: 'hook stop', state: 'note', text: expect.stringContaining('which is slow') }),
    ]);
  });

  it('says what to do if there are none, if one is missing, and if the program is gone', async () => {
    expect((await checkHooks(testShell(), []))[0]).toMatchObject({
      state: 'missing',
      remedy: '`witan init` registers them',
    });
    expect((await checkHooks(await project({ events: 1 }), []))[0]).toMatchObject({
      state: 'note',
      text: 'not registered in .claude/settings.local.json: Stop',
    });
    expect((await checkHooks(await project({ hasProgram: false }), []))[0]).toMatchObject({
      state: 'broken',
      text: expect.stringMatching(/does not exist/),
    });
  });

  it('names a registration whose tools are those of an earlier version', async () => {
    const shell = await project();
    const file = join(shell.currentFolder, '.claude/settings.local.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('Write|Bash', 'Write'));
    expect((await checkHooks(shell, []))[0]).toMatchObject({
      state: 'note',
      text: expect.stringMatching(/asks about other tools .*PreToolUse.*not protected/),
      remedy: expect.stringContaining('--fix'),
    });
  });

  it('reports settings that cannot be read instead of failing', async () => {
    const shell = await project();
    writeFileSync(join(shell.currentFolder, '.claude/settings.local.json'), '{');
    expect((await checkHooks(shell, []))[0]).toMatchObject({
      state: 'broken',
      text: expect.stringMatching(/not valid JSON/),
    });
  });
});
