import type { Budget } from '../budget/budget.js';
import type { CheckedRequest } from '../check-request.js';
import type { CouncilDependencies } from '../council.js';
import { askModel } from '../debate/ask-model.js';
import { lastAnswerOf } from '../debate/debate-record.js';
import type { Debate } from '../debate/hold-debate.js';
import type { OnProgress } from '../progress.js';
import type { Redact } from '../redact.js';
import type { Summary } from '../result.js';
import type { Run } from '../runs/run.js';
import { type TimeLimits, withTimeout } from '../time-limits.js';
import { couldGroup, groupVerdict, type ProposedGroups } from '../verdict/group-options.js';
import type { Verdict } from '../verdict/reach-verdict.js';
import { extractSummary } from './extract-summary.js';
import { findWriters } from './find-writers.js';
import { nameParticipants, parseSummary } from './parse-summary.js';
import { buildSummaryPrompt } from './summary-prompt.js';

/** Two failures are enough: the votes themselves are a summary too. */
const MAX_WRITERS = 2;
export interface Summarized {
  readonly summary: Summary;
  /** As it was, or with the options counted together that the writer found to be the same. */
  readonly verdict: Verdict;
}

/** The configured chain of writers first, then a participant that answered, then the votes themselves. */
export async function summarize(
  deliberationId: string,
  request: CheckedRequest,
  debate: Debate,
  verdict: Verdict,
  limits: TimeLimits,
  onProgress: OnProgress,
  { redact, budget, run }: { readonly redact: Redact; readonly budget: Budget; readonly run: Run },
  dependencies: CouncilDependencies,
): Promise<Summarized> {
  const prompt = buildSummaryPrompt(request, debate, verdict, deliberationId);
  const answered = debate.seats.filter((seat) => lastAnswerOf(seat, debate.rounds) !== undefined);
  const round = debate.rounds.length;
  let call = 0;
  let failedWriters = 0;
  for await (const writer of findWriters(answered, dependencies, run)) {
    call += 1;
    const hasEnded = run.note(`ending/summary/${round}/${call}`, () => (limits.signal.aborted ? true : null));
    // A debate that was cut short has neither time nor money left for minutes.
    if (hasEnded !== null || debate.cutShort !== null) break;
    const writerLimits = withTimeout(limits, dependencies.settings.roundTimeoutMs);
    const place = { phase: 'summary', round, participant: writer.participant, call } as const;
    const reply = await run.call(place, prompt.text, (onLate) =>
      budget.within(writer, 'summary', prompt.text, (longestAnswer) => {
        onProgress({ kind: 'summarizing', by: writer.participant });
        const { workingDirectory } = request;
        return askModel(
          { seat: writer, prompt: prompt.text, workingDirectory, longestAnswer },
          writerLimits,
          redact,
          onLate,
        );
      }),
    );
    writerLimits.release();
    budget.enter(writer, 'summary', reply);
    const parsed = reply.ok ? parseSummary(reply.value.text) : undefined;
    if (parsed !== undefined) {
      const summary = { ...nameParticipants(parsed, prompt.labels), written_by: writer.participant };
      return withGroups(summary, {
        groups: parsed.sameOptions.filter((ids) => new Set(ids).size > 1),
        by: writer.participant,
      });
    }
    // A writer that the cost cap kept from being asked does not count.
    if (reply.ok || reply.error.failure.kind !== 'not_asked') failedWriters += 1;
    dependencies.logger.log('warn', 'summary_failed', { writer: writer.participant, answered: reply.ok });
    if (failedWriters === MAX_WRITERS) break;
  }
  return { summary: extractSummary(verdict, debate), verdict };

  function withGroups(summary: Summary, proposed: ProposedGroups): Summarized {
    if (!couldGroup(verdict, request.mode)) return { summary, verdict };
    const grouped = groupVerdict(verdict, proposed, debate);
    const isUsed = proposed.groups.length === (grouped.grouping?.grouped.length ?? 0);
    // A recommendation that follows a count which was not used would contradict the verdict.
    const { consensus, final_recommendation } = isUsed ? summary : extractSummary(grouped, debate);
    return { summary: { ...summary, consensus, final_recommendation }, verdict: grouped };
  }
}
