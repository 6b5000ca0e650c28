import { failure, type Result } from '../../kernel/result.js';
import { limitRound, type TimeLimits } from '../debate/time-limits.js';
import type { Redact } from '../redact.js';
import type { EvidenceSettings } from '../settings.js';
import type { Project } from './confinement/project.js';
import { cutOutput } from './cut-output.js';
import type { ReadyRequest } from './read-request.js';
import { withoutKeyLines } from './without-key-lines.js';

export interface ToolBench {
  readonly project: Project;
  readonly settings: EvidenceSettings;
  readonly redact: Redact;
  /** Of the round: what a tool takes counts within it. */
  readonly limits: TimeLimits;
}

/** Runs one request. It settles within its time even if the tool does not, and never rejects. */
export async function runTool({ tool, given }: ReadyRequest, bench: ToolBench): Promise<Result<string, string>> {
  const { project, settings, redact } = bench;
  const limits = limitRound(bench.limits, settings.timeoutMs);
  const { maxFileBytes, sandbox } = settings;
  try {
    const settled = await untilEnded(limits, async () =>
      tool.run(given, { project, signal: limits.signal, maxFileBytes, sandbox }),
    );
    if (settled === 'ended') return failure(endOf(tool.name, limits));
    return settled.ok
      ? { ok: true, value: await presentable(settled.value, redact) }
      : failure(cutOutput(await redact(settled.error), LONGEST_ERROR));
  } catch (error) {
    // A tool that ends by its signal may throw instead of returning; anything else is a fault that costs one result.
    if (limits.signal.aborted) return failure(endOf(tool.name, limits));
    const message = error instanceof Error ? error.message : String(error);
    return failure(cutOutput(await redact(`${tool.name} failed: ${message}`), LONGEST_ERROR));
  } finally {
    limits.release();
  }
}

async function untilEnded<Value>({ signal }: TimeLimits, run: () => Promise<Value>): Promise<Value | 'ended'> {
  let end: () => void = () => undefined;
  const ended = new Promise<'ended'>((resolve) => {
    end = () => resolve('ended');
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
  try {
    return await Promise.race([run(), ended]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

function endOf(tool: string, limits: TimeLimits): string {
  const reason = limits.reason();
  return reason.kind === 'timeout'
    ? `${tool} took longer than ${reason.afterMs / 1000} s; a narrower request may be quicker`
    : `${tool} was cancelled`;
}

/**
 * Secrets are looked for before anything is cut away: half a key is not recognised, and still half a key. A very long
 * text is cut first, and then loses its end, where such a half could stand.
 */
async function presentable(text: string, redact: Redact): Promise<string> {
  if (text.length <= LONGEST_SEARCHED) return withoutKeyLines(await redact(text));
  const searched = withoutKeyLines(await redact(text.slice(0, LONGEST_SEARCHED)));
  return `${searched.slice(0, -LONGEST_SECRET)}\n… ${text.length - LONGEST_SEARCHED + LONGEST_SECRET} more characters; a narrower request shows them`;
}

const LONGEST_ERROR = 1_000;
const LONGEST_SEARCHED = 128_000;
const LONGEST_SECRET = 8_000;
