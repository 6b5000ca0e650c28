import { connectInMemory } from '../../support/connect-in-memory.js';
import { fakeCouncil } from '../../support/fake-council.js';
import { type AttackReport, attack } from './attack.js';
import type { HostileProject } from './hostile-project.js';
import { pathRows } from './path-rows.js';
import { textRows } from './text-rows.js';

/** Pings a server without a pause while hostile requests run in its process; the waits, shortest first. */
export async function pingWhileAttacked(folders: HostileProject): Promise<{ report: AttackReport; waits: number[] }> {
  const { client } = await connectInMemory(fakeCouncil());
  const paths = pathRows(folders.outside, folders.project.root).filter((_, index) => index % 15 === 0);
  let isOver = false;
  const running = attack([...textRows(), ...paths], folders).finally(() => {
    isOver = true;
  });
  const waits: number[] = [];
  while (!isOver) {
    const started = performance.now();
    await client.ping({ timeout: 5_000 });
    waits.push(performance.now() - started);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const report = await running;
  await client.close();
  return { report, waits: waits.sort((a, b) => a - b) };
}
