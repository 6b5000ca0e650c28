import { prepareRequest } from '../../../src/council/evidence/prepare-request.js';
import { runTool } from '../../../src/council/evidence/run-tool.js';
import { EVIDENCE_TOOLS } from '../../../src/council/evidence/tools/index.js';
import { limitDeliberation } from '../../../src/council/time-limits.js';
import { createRedactor } from '../../../src/redaction/index.js';
import { SETTINGS } from '../../support/scripted-council.js';
import { DATA_CANARY, DENIED_CANARY, type HostileProject, OUTSIDE_CANARY } from './hostile-project.js';
import { holdsPart, PLANTED_PARTS } from './planted-parts.js';
import type { HostileRequest } from './request.js';

const TIMEOUT_MS = 10_000;
const GRACE_MS = 1_500;
const AT_ONCE = 4;
/** More would tell nothing more. */
const ENOUGH_FAULTS = 20;

export interface AttackReport {
  readonly requests: number;
  readonly succeeded: number;
  /** One line for each row that went wrong. */
  readonly faults: readonly string[];
  readonly slowestMs: number;
}

/** Runs every request, a few at a time, and says what should not have happened. */
export async function attack(
  rows: readonly HostileRequest[],
  { project }: Pick<HostileProject, 'project'>,
): Promise<AttackReport> {
  const waiting = [...rows];
  const faults: string[] = [];
  let succeeded = 0;
  let slowestMs = 0;
  const work = async () => {
    for (let row = waiting.pop(); row !== undefined && faults.length < ENOUGH_FAULTS; row = waiting.pop()) {
      const started = performance.now();
      const outcome = await run(row, project);
      const tookMs = performance.now() - started;
      slowestMs = Math.max(slowestMs, tookMs);
      if (outcome.ok) succeeded++;
      const fault = faultOf(row, outcome, tookMs);
      if (fault !== undefined) faults.push(`${fault} (${row.tries}): ${JSON.stringify(row).slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { requests: rows.length, succeeded, faults, slowestMs };
}

interface Outcome {
  readonly ok: boolean;
  readonly text: string;
}

async function run({ tool, arguments: given }: HostileRequest, project: HostileProject['project']): Promise<Outcome> {
  const ready = prepareRequest({ name: tool, arguments: given }, EVIDENCE_TOOLS);
  if (!ready.ok) return { ok: false, text: ready.error };
  const timeout = new Promise<Outcome>((resolve) => {
    setTimeout(() => resolve({ ok: false, text: HUNG }), TIMEOUT_MS + GRACE_MS).unref();
  });
  const { tool: found, given: checked } = ready.value;
  const bench = {
    project,
    settings: { ...SETTINGS.evidence, timeoutMs: TIMEOUT_MS },
    redact: (text: string) => redactor.redact(text),
    limits: limitDeliberation(undefined, undefined),
  };
  const running = runTool(tool, (context) => found.run(checked as never, context), bench).then(
    (result): Outcome => ({ ok: result.ok, text: result.ok ? result.value.text : result.error }),
  );
  return Promise.race([running, timeout]);
}

const redactor = createRedactor({ secretValues: [] });
const HUNG = 'the tool did not end';
/** The messages about a tool that does not end by itself, or that throws. */
const GIVEN_UP = /^\w+ took longer than /;
const THREW = /^\w+ failed: /;

function faultOf(row: HostileRequest, { ok, text }: Outcome, tookMs: number): string | undefined {
  for (const canary of [OUTSIDE_CANARY, DENIED_CANARY, DATA_CANARY, 'root:x:0:0']) {
    if (text.includes(canary)) return `LEAKED ${canary}`;
  }
  if (holdsPart(text, PLANTED_PARTS)) return `LEAKED a part of a planted secret: ${JSON.stringify(text.slice(0, 80))}`;
  if (text === HUNG || GIVEN_UP.test(text) || tookMs > TIMEOUT_MS + GRACE_MS) return 'HUNG';
  if (THREW.test(text)) return text;
  return row.expect === 'refused' && ok ? `ALLOWED, and said ${JSON.stringify(text.slice(0, 80))}` : undefined;
}
