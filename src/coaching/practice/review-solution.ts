import { type Card, createEmptyCard, fsrs, type Grade, Rating } from 'ts-fsrs';
import { cutText } from '../../kernel/cut-text.js';
import { plainText } from '../../kernel/plain-text.js';
import { type CallEnding, measureCall } from '../api/measure-call.js';
import { sentenceFor } from '../background.js';
import {
  assembleUserMessage,
  type PracticeReviewInput,
  type PracticeReviewResponse,
  responseSchema,
  SYSTEM_PROMPT,
} from '../prompts/practice-review.js';
import { withStage } from '../prompts/with-stage.js';
import { stageFor } from '../skill-stage.js';
import type { Attempt, Constraint, Kata } from '../store/katas.js';
import type { AnnounceReview, PracticeDependencies, Solution } from './practice.js';

export interface ReviewContext extends PracticeDependencies {
  readonly announce: AnnounceReview;
  readonly signal: AbortSignal;
}

export const KATA_NOT_FOUND = 'Kata not found';

/** An attempt counts only after it was reviewed. */
export async function reviewSolution(solution: Solution, context: ReviewContext): Promise<void> {
  const { store, sessions, actionLog, clock, announce, signal } = context;
  const { kataId, userCode, submissionId, activeConstraintTitles } = solution;
  const sessionId = sessions.currentId();
  await actionLog.logAction(sessionId, 'review_requested', { kataId });
  const kata = await store.katas.get(kataId);
  if (kata === undefined) return announce('review:error', { kataId, error: KATA_NOT_FOUND });
  if (userCode.length > MAX_CODE_LENGTH) return announce('review:error', { kataId, error: CODE_TOO_LONG });
  const constraints = kata.constraints.filter(({ title }) => activeConstraintTitles.includes(title));
  const { answer, ending } = await measureCall(context, {
    callType: 'practice_review',
    model: 'sonnet',
    ...(await describe({ kata, constraints, userCode }, context)),
    responseSchema,
    sessionId,
    signal,
  });
  const log = (data: CallEnding & { level?: number; passed?: boolean }) =>
    actionLog.logAction(sessionId, 'review_completed', { kataId, ...data });
  if (!answer.ok) {
    await log(ending);
    return announce('review:error', { kataId, error: answer.error });
  }
  const { level, passed } = answer.value;
  const feedback = cutText(plainText(answer.value.feedback).trim(), MAX_FEEDBACK_LENGTH);
  try {
    const reviewed = { level, passed, reviewedAt: clock.now().toISOString() };
    const attempt = { code: userCode, review: feedback, constraints, submissionId, ...reviewed };
    // In one transaction: a program that ends here leaves an attempt with its date, or none.
    const practiced = await store.katas.addAttempt(kataId, (earlier) => ({
      ...attempt,
      dueAt: dueAfter([...earlier, reviewed]) ?? undefined,
    }));
    await log({ level, passed, ...ending });
    announce('review:response', { ...toResponse(practiced, answer.value), feedback });
  } catch (cause) {
    const error = sentenceFor(cause, context.logger);
    await log({ ...ending, success: false, error });
    announce('review:error', { kataId, error });
  }
}

const MAX_FEEDBACK_LENGTH = 20_000;
/** As much as an explanation reads: each character is paid for. */
const MAX_CODE_LENGTH = 60_000;
const CODE_TOO_LONG = 'The solution has more than 60,000 characters: hand in only what solves the kata';

interface Reviewed {
  readonly kata: Kata;
  readonly constraints: readonly Constraint[];
  readonly userCode: string;
}

async function describe({ kata, constraints, userCode }: Reviewed, { store, view }: ReviewContext) {
  const [gap, assessments] = await Promise.all([store.gaps.get(kata.knowledgeGapId), store.assessments.list()]);
  const topics = gap === undefined ? [] : [gap.topic, ...gap.relatedConcepts];
  const previous = kata.userAttempts.filter((attempt) => hasSameTitles(attempt.constraints ?? [], constraints));
  const input = await view.redact({
    kataDescription: kata.description,
    instructorNotes: kata.instructorNotes,
    activeConstraints: constraints.map(({ title, description }) => ({ title, description })),
    userCode,
    previousAttempts: previous
      .slice(-MAX_PREVIOUS)
      .map(({ code, review, level, passed }) => ({ code, review, level, passed })),
  });
  return {
    systemPrompt: withStage(SYSTEM_PROMPT, stageFor(topics, assessments)),
    userMessage: assembleUserMessage({ ...input, previousAttempts: withinBudget(input.previousAttempts) }),
  };
}

/** Older ones say little about the next step, and every one is paid for. */
const MAX_PREVIOUS = 10;
const MAX_PREVIOUS_LENGTH = 60_000;

/** The newest ones. After secrets were removed: one that is cut would not be recognized. */
function withinBudget(attempts: PracticeReviewInput['previousAttempts']): PracticeReviewInput['previousAttempts'] {
  let budget = MAX_PREVIOUS_LENGTH;
  const kept = attempts.toReversed().flatMap((attempt) => {
    if (budget <= 0) return [];
    const code = cutText(attempt.code, budget);
    budget -= code.length + (attempt.review?.length ?? 0);
    return [{ ...attempt, code }];
  });
  return kept.toReversed();
}

function hasSameTitles(a: readonly Constraint[], b: readonly Constraint[]): boolean {
  const titles = new Set(a.map(({ title }) => title));
  return titles.size === new Set(b.map(({ title }) => title)).size && b.every(({ title }) => titles.has(title));
}

function toResponse(kata: Kata, { correct, level, passed, follow_up, dreyfus_signal }: PracticeReviewResponse) {
  const before = bestLevel({ userAttempts: kata.userAttempts.slice(0, -1) });
  const newlyUnlocked = (constraint: Constraint) => isUnlocked(constraint, level) && !isUnlocked(constraint, before);
  return {
    kataId: kata.id,
    ...{ correct, level, passed, dreyfusSignal: dreyfus_signal },
    followUp: follow_up && {
      type: follow_up.type,
      ...(follow_up.constraint != null && { constraint: plainText(follow_up.constraint) }),
      ...(follow_up.reason != null && { reason: plainText(follow_up.reason) }),
    },
    unlockedConstraints: kata.constraints.filter(newlyUnlocked),
  };
}

/**
 * When a kata should be practiced again, by spaced repetition (FSRS); null if it was never reviewed. It follows from the
 * attempts alone, so that the date can be stored with the last one.
 */
export function dueAfter(attempts: readonly Pick<Attempt, 'level' | 'passed' | 'reviewedAt'>[]): string | null {
  const reviews = attempts
    .flatMap(({ reviewedAt, level = MIN_LEVEL, passed = false }) =>
      reviewedAt === undefined ? [] : [{ at: new Date(reviewedAt), grade: getGrade(level, passed) }],
    )
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  let card: Card | undefined;
  for (const { at, grade } of reviews) ({ card } = scheduler.next(card ?? createEmptyCard(at), at, grade));
  return card?.due.toISOString() ?? null;
}

/** In days: what was practiced an hour ago is not practiced again by a timer. */
const scheduler = fsrs({ enable_short_term: false, maximum_interval: 365 });

/** A pass is as easy as the solution was good. */
function getGrade(level: number, passed: boolean): Grade {
  if (!passed) return Rating.Again;
  if (level <= MAX_HARD_LEVEL) return Rating.Hard;
  return level < MIN_EASY_LEVEL ? Rating.Good : Rating.Easy;
}

const MIN_LEVEL = 1;
const MAX_HARD_LEVEL = 3;
const MIN_EASY_LEVEL = 8;

/** Null before the first review. */
export function bestLevel({ userAttempts }: Pick<Kata, 'userAttempts'>): number | null {
  const levels = userAttempts.flatMap(({ level }) => level ?? []);
  return levels.length === 0 ? null : Math.max(...levels);
}

/** A kata is solved once without constraints before the first of them is offered. */
export function isUnlocked({ minLevel }: Pick<Constraint, 'minLevel'>, best: number | null): boolean {
  return best !== null && minLevel <= best;
}
