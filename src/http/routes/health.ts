import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { NO_MEMORY } from '../../storage/project-memory.js';
import { query } from '../define-route.js';

/** The last findings of `witan doctor`, which this page never runs itself, with timings and sizes as they are now. */
export const health = query(z.strictObject({}), async (_input, program) => {
  const [report, hooks] = await Promise.all([program.doctorReport(), program.hookFigures()]);
  return { report, hooks, databases: readDatabaseSizes(program.memory.find() ?? NO_MEMORY) };
});

/** With their logs, which hold what was written last. */
function readDatabaseSizes(dataFolder: string): { name: string; bytes: number }[] {
  try {
    const sizes = new Map<string, number>();
    for (const file of readdirSync(dataFolder)) {
      const [, name] = /^([\w-]+\.db)(?:-wal|-shm)?$/.exec(file) ?? [];
      if (name === undefined) continue;
      sizes.set(name, (sizes.get(name) ?? 0) + statSync(join(dataFolder, file)).size);
    }
    return [...sizes].map(([name, bytes]) => ({ name, bytes }));
  } catch {
    return [];
  }
}
