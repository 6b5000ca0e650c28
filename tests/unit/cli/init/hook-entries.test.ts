import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isOurs } from '../../../../src/cli/init/hook-entries.js';
import { newFolder } from '../test-shell.js';

it("leaves another program's dist/hook.cjs alone, by a relative path or where it exists without Witan beside it", () => {
  const dist = join(newFolder(), 'dist');
  mkdirSync(dist);
  const file = join(dist, 'hook.cjs');
  const entry = (program: string) => ({ type: 'command', command: 'node', args: [program, 'stop'] });
  expect(isOurs(entry('tools/notify/dist/hook.cjs'))).toBe(false);
  // Of an installation that is gone.
  expect(isOurs(entry(file))).toBe(true);
  writeFileSync(file, '');
  expect(isOurs(entry(file))).toBe(false);
  writeFileSync(join(dist, 'witan.cjs'), '');
  expect(isOurs(entry(file))).toBe(true);
});
