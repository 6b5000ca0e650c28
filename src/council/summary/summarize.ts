import type { CheckedRequest } from '../check-request.js';
import type { CouncilDependencies } from '../council.js';
import { askModel } from '../debate/ask-model.js';
import { lastAnswerOf } from '../debate/debate-record.js';
import type { Debate } from '../debate/hold-debate.js';
import type { PricedCall } from '../debate/spending.js';
import type { Seat } from '../panel/seat.js';
import { seatPanel } from '../panel/seat-panel.js';
import type { OnProgress } from '../progress.js';
import type { Redact } from '../redact.js';
import type { Summary } from '../result.js';
import { type TimeLimits, withTimeout } from '../time-limits.js';
import type { Verdict } from '../verdict/reach-verdict.js';
import { extractSummary } from './extract-summary.js';
import { nameParticipants, parseSummary } from './parse-summary.js';
import { buildSummaryPrompt } from './summary-prompt.js';

export interface WrittenSummary {
  readonly summary: Summary;
  readonly calls: readonly PricedCall[];
}

/** The configured chain of writers first, then a participant that answered, then the votes themselves. */
export async function summarize(
  deliberationId: string,
  request: CheckedRequest,
  debate: Debate,
  verdict: Verdict,
  limits: TimeLimits,
  onProgress: OnProgress,
  redact: Redact,
  dependencies: CouncilDependencies,
): Promise<WrittenSummary> {
  const calls: PricedCall[] = [];
  const prompt = buildSummaryPrompt(request.question, debate, verdict, deliberationId);
  for await (const writer of writers(debate, dependencies)) {
    if (limits.signal.aborted || isOverBudget(request, debate)) break;
    onProgress({ kind: 'summarizing', by: writer.participant });
    const writerLimits = withTimeout(limits, dependencies.settings.roundTimeoutMs);
    const reply = await askModel(writer, prompt.text, request.workingDirectory, writerLimits, redact);
    writerLimits.release();
    calls.push({ usage: reply.ok ? reply.value.usage : reply.error.usage, price: writer.price });
    const parsed = reply.ok ? parseSummary(reply.value.text) : undefined;
    if (parsed !== undefined) {
      return { summary: { ...nameParticipants(parsed, prompt.labels), written_by: writer.participant }, calls };
    }
    dependencies.logger.log('warn', 'summary_failed', { writer: writer.participant, answered: reply.ok });
  }
  return { summary: extractSummary(verdict, debate.labelsOf), calls };
}

/** Yields writers one by one: the next is only looked for when the one before has failed. */
async function* writers(debate: Debate, { settings, directory }: CouncilDependencies): AsyncGenerator<Seat> {
  const answered = debate.seats.filter((seat) => lastAnswerOf(seat, debate.rounds) !== undefined);
  const models = answered.filter((seat) => seat.adapter.kind !== 'rehearsal');
  // A rehearsal costs nothing and leaves the machine alone: no model is called to sum it up either.
  if (settings.summary === 'extractive' || models.length === 0) return;
  for (const { adapter, model } of settings.summarizers) {
    const writer = await seatWriter(adapter, model);
    if (writer !== undefined) yield writer;
  }
  yield* models;

  async function seatWriter(cli: string, model: string | undefined): Promise<Seat | undefined> {
    try {
      const adapter = await directory.adapter(cli);
      if (adapter === undefined || !(await adapter.availability()).available) return undefined;
      const [writer] = await seatPanel([{ cli, ...(model === undefined ? {} : { model }) }], directory, {});
      return writer;
    } catch {
      // The chain is a list of preferences: one that cannot write, for whatever reason, is passed over.
      return undefined;
    }
  }
}

function isOverBudget(request: CheckedRequest, debate: Debate): boolean {
  return request.maxCostUsd !== undefined && debate.cutShort !== null;
}
