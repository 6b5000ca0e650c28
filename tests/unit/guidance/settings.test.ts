import { expect, expectTypeOf, test } from 'vitest';
import type { Settings } from '../../../src/config/index.js';
import { DEFAULT_HOOK_SETTINGS, type HookSettings } from '../../../src/guidance/hook-index/hook-index.js';
import { scratch } from '../config/scratch.js';

test('hooks can be given the settings as they are, and assume the same ones without them', async () => {
  expectTypeOf<Settings['guidance']>().toExtend<HookSettings>();
  expect((await (await scratch()).load()).guidance).toEqual(DEFAULT_HOOK_SETTINGS);
});

test('a project may ask for less guidance', async () => {
  const folders = await scratch();
  await folders.write(
    folders.projectFile,
    'guidance: { threshold: 0.9, max_items: 1, critical: inform, holdout: 0, draft_days: 7 }',
  );
  expect((await folders.load()).guidance).toMatchObject({
    threshold: 0.9,
    maxItems: 1,
    critical: 'inform',
    holdout: 0,
  });
});

test.each([
  ['threshold: 0.1', 'guidance.threshold'],
  ['max_items: 9', 'guidance.max_items'],
  ['holdout: 0.9', 'guidance.holdout'],
  ['check_in_every: 1', 'guidance.check_in_every'],
  ['critical: always', 'critical'],
  ['critical: pause-always', 'critical'],
])('a project may not ask for more: %s', async (text, key) => {
  const folders = await scratch();
  await folders.write(folders.projectFile, `guidance: { ${text} }`);
  expect(await folders.complaint()).toContain(key);
});

test('a project may not bring back the pauses that the user turned off', async () => {
  const folders = await scratch();
  await folders.write(folders.userFile, 'guidance: { critical: inform, enabled: false }');
  await folders.write(folders.projectFile, 'guidance: { critical: pause-once }');
  expect(await folders.complaint()).toContain('guidance.critical');
});
