import { errorMessage } from '../../kernel/error-code.js';
import { plainLine, visibleJson } from '../../kernel/plain-text.js';
import type { CoachApi } from '../api/create-call-api.js';
import { CoachError } from '../coach-error.js';
import type { CoachSessions } from './coach-sessions.js';
import type { Announce, CouncilAnswer, SessionState } from './session-state.js';

/** Asks several models about a question that came up in a phase. */
export type Deliberate = (
  request: { readonly question: string; readonly context: string; readonly maxCostUsd: number },
  options: {
    readonly signal: AbortSignal;
    /** Called when the deliberation can be watched. */
    readonly started: (deliberationId: string) => void;
  },
) => Promise<Deliberated>;

interface Deliberated {
  readonly verdict: string;
  readonly hasAnswer: boolean;
  readonly deliberationId: string;
  /** In US dollars; null if it is not known. */
  readonly costUsd: number | null;
  readonly seconds: number;
}

export interface CouncilQuestions {
  /** Settles when the deliberation has started. CONFLICT while another one of the session runs, RATE_LIMITED over the cap. */
  readonly ask: (question: string, announce: Announce) => Promise<void>;
  /** The newest one of a session, for a page that connects; null if none was asked since the coach started. */
  readonly lastAnswer: (sessionId: string) => CouncilAnswer | null;
  /** Cancels what runs; what was said until then is in its transcript. */
  readonly close: () => Promise<void>;
}

interface CouncilQuestionsDependencies {
  readonly sessions: Pick<CoachSessions, 'expectCurrent'>;
  readonly deliberate: Deliberate;
  readonly countCall: CoachApi['countCall'];
}

export function createCouncilQuestions(dependencies: CouncilQuestionsDependencies): CouncilQuestions {
  const { sessions, deliberate, countCall } = dependencies;
  const closing = new AbortController();
  const running = new Map<string, Promise<void>>();
  let last: { readonly sessionId: string; readonly answer: CouncilAnswer } | undefined;

  return {
    async ask(written, announce) {
      const session = await sessions.expectCurrent();
      const question = plainLine(written);
      if (question === '') throw new CoachError('INVALID_MESSAGE', 'write a question for the council');
      if (running.has(session.sessionId)) {
        throw new CoachError('CONFLICT', 'The council is busy with a question of this session; wait for its verdict.');
      }
      running.set(session.sessionId, Promise.resolve());
      const counted = { sessionId: session.sessionId, callType: 'council_question', userMessage: question } as const;
      const call = await countCall(counted, 'council').catch((error: unknown) => {
        running.delete(session.sessionId);
        throw error;
      });
      const tell = (told: Omit<CouncilAnswer, 'question'>) => {
        const answer = { question, ...told };
        last = { sessionId: session.sessionId, answer };
        announce('council:answer', answer);
      };
      const started = (deliberationId: string | null) =>
        tell({ status: 'running', text: 'The council deliberates.', deliberationId });
      started(null);
      const context = describePhase(session);
      const { maxCostUsd } = call;
      const answered = deliberate({ question, context, maxCostUsd }, { signal: closing.signal, started })
        .then(async ({ verdict, hasAnswer, deliberationId, costUsd, seconds }) => {
          await call.complete({ ...UNKNOWN_USAGE, costEstimate: costUsd, latencyMs: seconds * 1_000 });
          tell({ status: hasAnswer ? 'done' : 'failed', text: plainLine(verdict), deliberationId });
        })
        .catch(async (error: unknown) => {
          tell({ status: 'failed', text: plainLine(errorMessage(error)), deliberationId: null });
          await call.fail(UNKNOWN_USAGE);
        })
        .finally(() => running.delete(session.sessionId));
      running.set(session.sessionId, answered);
    },
    lastAnswer: (sessionId) => (last?.sessionId === sessionId ? last.answer : null),
    async close() {
      closing.abort();
      await Promise.all(running.values());
    },
  };
}

const UNKNOWN_USAGE = { inputTokens: null, outputTokens: null, costEstimate: null };

/** As data: its texts come from a plan. */
function describePhase({ issueContext, phases }: SessionState): string {
  const phase = phases.find(({ status }) => status === 'active');
  const { title, description, expectedFiles } = phase ?? {};
  return `The person works on this: ${visibleJson(JSON.stringify({ goal: issueContext.title, phase: title, description, expectedFiles }))}`;
}
