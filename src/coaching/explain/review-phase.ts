import { cutText } from '../../kernel/cut-text.js';
import { plainLine, plainText } from '../../kernel/plain-text.js';
import { type Result, success } from '../../kernel/result.js';
import { getLanguage } from '../../project/person/file-types.js';
import { measureCall } from '../api/measure-call.js';
import { CoachError } from '../coach-error.js';
import { createFileCheck } from '../models-view/file-check.js';
import {
  assembleUserMessage,
  type PhaseReviewResponse,
  responseSchema,
  SYSTEM_PROMPT,
} from '../prompts/phase-review.js';
import { withStage } from '../prompts/with-stage.js';
import type { PhaseReview } from '../sessions/phase-reviews.js';
import type { PhaseState } from '../sessions/session-state.js';
import { stageFor } from '../skill-stage.js';
import type { FileDiff } from '../workspace/unified-diff.js';
import type { ExplainingDependencies, HelpContext } from './explaining.js';

interface RequestedReview {
  readonly sessionId: string;
  readonly phase: PhaseState;
}

/** Of the active phase. */
export async function requestReview(context: ExplainingDependencies): Promise<RequestedReview> {
  const { sessions, actionLog, store } = context;
  const session = await sessions.current();
  await actionLog.logAction(session?.sessionId ?? null, 'review_requested', {});
  const phase = session?.phases.find(({ status }) => status === 'active');
  if (session === null || phase === undefined)
    throw new CoachError('NO_SESSION', 'No phase is active: start one, then ask for its review.');
  await store.progressEvents.record(phase.id, 'review_requested');
  return { sessionId: session.sessionId, phase };
}

/** Reviews what was changed since the phase began. */
export async function reviewPhase(
  { sessionId, phase }: RequestedReview,
  context: HelpContext,
): Promise<Result<PhaseReview, string>> {
  const { actionLog, store, view, signal } = context;
  const { number, title, description, expectedFiles } = phase;
  const changed = await view.getPhaseDiffs(phase.id);
  if (changed.length === 0) {
    const advice = 'change a file that models may see first';
    throw new CoachError('NOT_FOUND', `Nothing to review was changed since phase ${number} began; ${advice}.`);
  }
  const topics = [title, ...changed.map(({ path }) => getLanguage(path))];
  const about = await view.redact({ number, title, description, expectedFiles });
  const { answer, ending } = await measureCall(context, {
    callType: 'phase_review',
    model: 'sonnet',
    systemPrompt: withStage(SYSTEM_PROMPT, stageFor(topics, await store.assessments.list())),
    userMessage: assembleUserMessage({ phase: about, ...withinBudget(changed) }),
    responseSchema,
    sessionId,
    signal,
  });
  const passed = answer.ok ? { passed: answer.value.is_ready } : {};
  await actionLog.logAction(sessionId, 'review_completed', { kataId: null, ...passed, ...ending });
  if (!answer.ok) return answer;
  if (answer.value.is_ready) await store.progressEvents.record(phase.id, 'review_passed');
  return success({ phaseId: phase.id, phaseNumber: number, ...(await toReview(answer.value, changed, context)) });
}

/** Small diffs first, so that one generated file does not hide the others. */
function withinBudget(changed: readonly FileDiff[]): { readonly diffs: readonly FileDiff[]; readonly isCut: boolean } {
  let left = MAX_DIFFS_LENGTH;
  const cut = [...changed]
    .sort((a, b) => a.diff.length - b.diff.length)
    .map(({ path, diff }) => {
      const shown = left > 0 ? cutText(diff, left) : '';
      left -= shown.length;
      return { path, diff: shown };
    });
  const isCut = changed.reduce((sum, { diff }) => sum + diff.length, 0) > MAX_DIFFS_LENGTH;
  return { diffs: isCut ? cut : changed, isCut };
}

const MAX_DIFFS_LENGTH = 120_000;
const MAX_TEXT_LENGTH = 4_000;
const MAX_STRENGTHS = 5;
const MAX_REMARKS = 20;

/** Remarks are at files of the project and at lines that exist. */
async function toReview(answer: PhaseReviewResponse, changed: readonly FileDiff[], context: HelpContext) {
  const files = createFileCheck(context);
  const remarks = answer.remarks.slice(0, MAX_REMARKS).map(async ({ path: written, line, text }) => {
    const path = await files.locate(written);
    const lines = path === undefined ? 'missing' : await files.lineCount(path);
    const last = typeof lines === 'number' ? lines : undefined;
    // A file that was deleted in this phase can have a remark, but has no lines.
    const isKnown = last !== undefined || changed.some((diff) => diff.path === path);
    if (path === undefined || !isKnown) return [];
    const inFile = line === null || last === undefined ? null : Math.min(Math.max(1, line), last);
    return [{ path, line: inFile, text: cutText(plainText(text).trim(), MAX_TEXT_LENGTH) }];
  });
  return {
    summary: cutText(plainText(answer.summary).trim(), MAX_TEXT_LENGTH),
    strengths: answer.strengths.slice(0, MAX_STRENGTHS).map((text) => cutText(plainLine(text), MAX_TEXT_LENGTH)),
    remarks: (await Promise.all(remarks)).flat(),
    isReady: answer.is_ready,
  };
}
