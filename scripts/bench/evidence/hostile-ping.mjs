import { scratchFolder } from '../mcp-session.mjs';
import { rounded } from '../median.mjs';
import { loadSources } from '../semantics/load-sources.mjs';

const HOSTILE = 'tests/integration/evidence-hostile';

/** How long a ping waits while hostile requests run in the server's own process. */
export async function measureHostilePing() {
  // The tree of traps is made in the home folder, as in the tests.
  process.env.HOME = scratchFolder();
  const { hostileProject, pingWhileAttacked } = await loadSources({
    [`${HOSTILE}/hostile-project.ts`]: ['hostileProject'],
    [`${HOSTILE}/ping-while-attacked.ts`]: ['pingWhileAttacked'],
  });
  const project = await hostileProject();
  const { report, waits } = await pingWhileAttacked(project);
  await project.close();
  if (report.faults.length > 0) throw new Error(report.faults[0]);
  const p99 = waits[Math.floor(waits.length * 0.99)] ?? 0;
  return [
    {
      name: 'ping while hostile requests run, longest wait',
      value: rounded(waits.at(-1) ?? 0, 0),
      unit: 'ms',
      target: 200,
      note: `${waits.length} pings during ${report.requests} requests; p99 ${rounded(p99)} ms; slowest request ${rounded(report.slowestMs, 0)} ms`,
    },
  ];
}
