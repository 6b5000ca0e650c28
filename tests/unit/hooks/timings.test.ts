import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appendTiming, type HookTiming, TIMINGS_FILE } from '../../../src/hooks/timings/append-timing.js';
import { readTimings } from '../../../src/hooks/timings/read-timings.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const timing = (ms: number, fields: Partial<HookTiming> = {}): HookTiming => ({
  hook: 'pre-tool-use',
  time: `2026-11-16T10:00:${String(Math.floor(ms) % 60).padStart(2, '0')}Z`,
  ms,
  handler_ms: 1,
  spoke: false,
  ...fields,
});

describe('timings of hooks', () => {
  it('show when each hook last fired and how long it took at the 95th percentile', async () => {
    const folder = scratchFolder('timings');
    for (let ms = 1; ms <= 20; ms++) appendTiming(folder, timing(ms));
    appendTiming(folder, timing(150, { hook: 'stop', slow: true }));
    expect(readTimings(folder)).toEqual([
      { hook: 'pre-tool-use', count: 20, lastAt: '2026-11-16T10:00:20Z', p95Ms: 19, slow: 0 },
      { hook: 'stop', count: 1, lastAt: '2026-11-16T10:00:30Z', p95Ms: 150, slow: 1 },
    ]);
  });

  it('are not written through a link, and wait for no pipe', () => {
    const folder = scratchFolder('timings');
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'mine');
    symlinkSync(victim, join(folder, TIMINGS_FILE));
    appendTiming(folder, timing(1));
    expect(readFileSync(victim, 'utf8')).toBe('mine');
    const piped = scratchFolder('timings');
    execFileSync('mkfifo', [join(piped, TIMINGS_FILE)]);
    appendTiming(piped, timing(1));
  });

  it('create nothing without a data folder', async () => {
    const folder = join(scratchFolder('timings'), '.witan');
    appendTiming(folder, timing(1));
    expect(existsSync(folder)).toBe(false);
    expect(readTimings(folder)).toEqual([]);
  });

  it('do not grow forever, and keep the last file', async () => {
    const folder = scratchFolder('timings');
    const file = join(folder, TIMINGS_FILE);
    writeFileSync(file, `${JSON.stringify(timing(7))}\n`.repeat(4_000));
    appendTiming(folder, timing(8));
    expect(statSync(file).size).toBeLessThan(300);
    expect(readTimings(folder)[0]?.count).toBe(4_001);
  });

  it('skip lines and files that are not timings', async () => {
    const folder = scratchFolder('timings');
    writeFileSync(join(folder, TIMINGS_FILE), `{"hook":"pre-tool-use"}\n{\n[]\n${JSON.stringify(timing(3))}\n`);
    expect(readTimings(folder)[0]).toMatchObject({ count: 1, p95Ms: 3 });
    const other = scratchFolder('timings');
    mkdirSync(join(other, TIMINGS_FILE));
    appendTiming(other, timing(1));
    expect(readTimings(other)).toEqual([]);
    expect(readFileSync(join(folder, TIMINGS_FILE), 'utf8')).toContain('"ms":3');
  });
});
