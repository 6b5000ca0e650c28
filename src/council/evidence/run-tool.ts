import { errorMessage } from '../../kernel/error-code.js';
import { oneAtATime } from '../../kernel/one-at-a-time.js';
import { failure, type Result, success } from '../../kernel/result.js';
import { settleWithin } from '../../kernel/time-limit.js';
import type { Project } from '../../project/project.js';
import type { EvidenceSettings } from '../contract/settings.js';
import type { Redact } from '../redact.js';
import { type TimeLimits, withTimeout } from '../time-limits.js';
import { MAX_SECRET_LENGTH } from './text/file-text.js';
import type { EvidenceContext, ToolOutput } from './tool.js';

export interface ToolBench {
  readonly project: Project;
  readonly settings: EvidenceSettings;
  readonly redact: Redact;
  /** Of the round: what a tool takes counts within it. */
  readonly limits: TimeLimits;
}

/** Runs one tool. It settles within its time even if the tool does not, and never rejects. */
export async function runTool(
  name: string,
  run: (context: EvidenceContext) => Promise<Result<string, string>>,
  bench: ToolBench,
): Promise<Result<ToolOutput, string>> {
  const { project, settings, redact } = bench;
  const limits = withTimeout(bench.limits, settings.timeoutMs);
  const { maxFileBytes } = settings;
  // Each search for secrets yields to other work, but many at the same time would only yield to each other.
  const inTurn = oneAtATime();
  const redactInTurn: Redact = (text, path) => inTurn(() => redact(text, path));
  const context = { project, signal: limits.signal, maxFileBytes, redact: redactInTurn };
  try {
    const settled = await settleWithin({ signal: limits.signal, graceMs: GRACE_MS }, () => run(context));
    if (!settled.ok) return failure(getEnd(name, limits));
    const output = settled.value;
    return output.ok
      ? success(await presentable(output.value, redact))
      : failure((await redact(output.error)).slice(0, MAX_ERROR_LENGTH));
  } catch (error) {
    // A tool that ends by its signal may throw instead of returning; anything else is a bug that costs one result.
    if (limits.signal.aborted) return failure(getEnd(name, limits));
    const message = errorMessage(error);
    return failure((await redact(`${name} failed: ${message}`)).slice(0, MAX_ERROR_LENGTH));
  } finally {
    limits.release();
  }
}

/** A tool that is aborted may still return what it found so far, which takes a moment. */
const GRACE_MS = 300;

function getEnd(tool: string, limits: TimeLimits): string {
  const reason = limits.reason();
  return reason.kind === 'timeout'
    ? `${tool} took longer than ${reason.afterMs / 1000} s; a narrower request may be quicker`
    : `${tool} was cancelled`;
}

/**
 * What a tool says of files has no secrets any more; names of files and its own words are searched here. Secrets are
 * looked for before anything is cut away: half a key is not recognized, and still half a key. A very long
 * text is cut first, and then loses its end, which could be such a half.
 */
async function presentable(text: string, redact: Redact): Promise<ToolOutput> {
  if (text.length <= MAX_SEARCHED_LENGTH) return { text: await redact(text), leftOut: 0 };
  const searched = await redact(text.slice(0, MAX_SEARCHED_LENGTH));
  return {
    text: searched.slice(0, -MAX_SECRET_LENGTH),
    leftOut: text.length - MAX_SEARCHED_LENGTH + MAX_SECRET_LENGTH,
  };
}

const MAX_ERROR_LENGTH = 1_000;
const MAX_SEARCHED_LENGTH = 128_000;
