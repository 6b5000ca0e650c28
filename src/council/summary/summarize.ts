import type { ModelAnswer } from '../../models/index.js';
import { askParticipant, type ParticipantCall } from '../ask-participant.js';
import type { Summary } from '../contract/result.js';
import type { Deliberation } from '../deliberation.js';
import { findWriters } from '../panel/find-writers.js';
import type { Seat } from '../panel/seat.js';
import { RECORD } from '../record/record-keys.js';
import type { Debate } from '../rounds/debate.js';
import { lastAnswerOf } from '../rounds/debate-record.js';
import { withTimeout } from '../time-limits.js';
import { couldGroup, groupVerdict, type ProposedGroups } from '../verdict/group-options.js';
import type { Verdict } from '../verdict/reach-verdict.js';
import { extractSummary } from './extract-summary.js';
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
export async function summarize(deliberation: Deliberation, debate: Debate, verdict: Verdict): Promise<Summarized> {
  const { request, limits, run, logger } = deliberation;
  const prompt = buildSummaryPrompt(deliberation, debate, verdict);
  const answered = debate.seats.filter((seat) => lastAnswerOf(seat, debate.rounds) !== undefined);
  const round = debate.rounds.length;
  let call = 0;
  let failedWriters = 0;
  for await (const writer of findWriters(answered, deliberation, run)) {
    call += 1;
    const hasEnded = run.recordSync(RECORD.summaryEnded(round, call), () => (limits.signal.aborted ? true : null));
    // A debate that was cut short has neither time nor money left for a summary.
    if (hasEnded !== null || debate.cutShort !== null) break;
    const { participant } = writer;
    const key = { phase: 'summary', round, participant, call } as const;
    const reply = await askWriter(deliberation, writer, { key, prompt: prompt.text });
    const parsed = reply.ok ? parseSummary(reply.value.text) : undefined;
    if (parsed !== undefined) {
      const summary = { ...nameParticipants(parsed, prompt.labels), written_by: participant };
      const groups = parsed.sameOptions.filter((ids) => new Set(ids).size > 1);
      if (!couldGroup(verdict, request.mode)) return { summary, verdict };
      return withGroups({ summary, verdict }, { groups, by: participant }, debate);
    }
    // A writer that the cost cap kept from being asked does not count.
    if (reply.ok || reply.error.failure.kind !== 'not_asked') failedWriters += 1;
    logger.log('warn', 'summary_failed', { writer: participant, answered: reply.ok });
    if (failedWriters === MAX_WRITERS) break;
  }
  return { summary: extractSummary(verdict, debate), verdict };
}

async function askWriter(
  deliberation: Deliberation,
  seat: Seat,
  call: Pick<ParticipantCall, 'key' | 'prompt'>,
): Promise<ModelAnswer> {
  const limits = withTimeout(deliberation.limits, deliberation.settings.roundTimeoutMs);
  const onAsk = () => deliberation.onProgress({ kind: 'summarizing', by: seat.participant });
  try {
    return await askParticipant(deliberation, { ...call, seat, limits, onAsk });
  } finally {
    limits.release();
  }
}

function withGroups({ summary, verdict }: Summarized, proposed: ProposedGroups, debate: Debate): Summarized {
  const grouped = groupVerdict(verdict, proposed, debate);
  const isUsed = proposed.groups.length === (grouped.grouping?.grouped.length ?? 0);
  // A recommendation that follows a count which was not used would contradict the verdict.
  const { consensus, final_recommendation } = isUsed ? summary : extractSummary(grouped, debate);
  return { summary: { ...summary, consensus, final_recommendation }, verdict: grouped };
}
