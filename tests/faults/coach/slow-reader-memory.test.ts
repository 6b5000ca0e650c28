import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createEmptyMachine } from '../../integration/cli-program.js';
import { openPage } from '../../support/coach-fixture.js';
import { startCoach } from '../../support/coach-program.js';
import { keyOf } from '../../support/pages-fixture.js';
import { reportCases } from '../../support/report-cases.js';

const MIB = 1_048_576;
const OPENINGS = 1_000;
const FILES = 20;

it.runIf(process.platform === 'linux')(
  'a page that does not read costs the program at most 30 MB',
  { timeout: 120_000 },
  async () => {
    const without = await peakMemory({ slowPages: 0 });
    const withSlow = await peakMemory({ slowPages: 1 });
    reportCases(OPENINGS);
    expect(withSlow - without).toBeLessThan(30 * MIB);
  },
);

/** Of the built program, while a page opens files, which every page gets. */
async function peakMemory({ slowPages }: { readonly slowPages: number }): Promise<number> {
  const machine = createEmptyMachine();
  const names = Array.from({ length: FILES }, (_, index) => `file-${index}.txt`);
  for (const name of names) writeFileSync(path.join(machine.project, name), `${'x'.repeat(99)}\n`.repeat(600));
  const coach = await startCoach({ machine });
  const key = await keyOf(coach.address);
  const reader = await openPage({ url: coach.url, key });
  for (let page = 0; page < slowPages; page++) (await openPage({ url: coach.url, key })).socket.pause();
  let peak = 0;
  for (let opening = 0; opening < OPENINGS; opening++) {
    reader.send('file:open', { path: names[opening % FILES] ?? '' });
    await reader.next('fs:content');
    peak = Math.max(peak, residentBytes(coach.processId));
  }
  await coach.end('SIGKILL');
  return peak;
}

function residentBytes(processId: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
