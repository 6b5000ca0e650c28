import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openPage } from '../../support/coach-fixture.js';
import { startCoach } from '../../support/coach-program.js';
import { keyOf } from '../../support/pages-fixture.js';
import { createEmptyMachine } from '../cli-program.js';

/** In a user namespace of its own, where the limit can be set for this program alone. */
const FEW_WATCHES = ['unshare', '-Ur', 'sh', '-c', 'echo 8 > /proc/sys/user/max_inotify_watches && exec "$0" "$@"'];
const [program = '', ...args] = FEW_WATCHES;
const tried = spawnSync(program, [...args, 'true'], { encoding: 'utf8' });
if (tried.status !== 0)
  console.log(`skipped: watches cannot be limited here (${tried.error?.message ?? tried.stderr.trim()})`);

it.skipIf(tried.status !== 0)('a coach without file watches says so once and still sees changes on disk', async () => {
  const machine = createEmptyMachine();
  for (let folder = 0; folder < 30; folder++) mkdirSync(path.join(machine.project, `f${folder}`));
  const coach = await startCoach({ machine, through: FEW_WATCHES });
  await coach.prints('no file watches left');
  const page = await openPage({ url: coach.url, key: await keyOf(coach.address) });
  await expect
    .poll(async () => {
      writeFileSync(path.join(machine.project, 'f29', 'new.ts'), String(Math.random()));
      const updates = (await page.settled()).filter(({ type }) => type === 'fs:tree_update');
      return updates.map(({ payload }) => (payload as { path: string }).path);
    })
    .toContain('f29/new.ts');
  expect(coach.printed().match(/no file watches left/g)).toHaveLength(1);
});
