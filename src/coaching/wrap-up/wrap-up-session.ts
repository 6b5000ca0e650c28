import { errorMessage } from '../../kernel/error-code.js';
import type { Logger } from '../../kernel/logger.js';
import { ApiDailyCapError, ApiNoModelError } from '../api/api-errors.js';
import type { CoachApi } from '../api/create-call-api.js';
import type { MemoryStore } from '../memory/memory-store.js';
import type { SessionSummary } from '../sessions/session-state.js';
import type { Session } from '../store/sessions.js';
import type { AllResults, PendingWrapUps, StepResults } from './pending-wrap-ups.js';
import { assessSkills } from './steps/assess-skills.js';
import { findGaps } from './steps/find-gaps.js';
import { keepMemories } from './steps/keep-memories.js';
import { gatherInputs, type InputDependencies } from './wrap-up-inputs.js';

export interface WrapUpContext extends InputDependencies {
  readonly pending: PendingWrapUps;
  readonly api: Pick<CoachApi, 'callApi'>;
  readonly memory: Pick<MemoryStore, 'addMemories'>;
  readonly project: string;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

type Learned = Required<
  Pick<SessionSummary, 'knowledgeGaps' | 'kataSpecs' | 'dreyfusUpdates' | 'memoriesStored' | 'details'>
>;

/**
 * What was learned in a session that has ended. Each step is done as far as it can be, and recorded, so that a run after a
 * kill continues where this one ended. Rejects only if it is stopped, if nothing can be stored, or with an
 * `ApiDailyCapError`: what could not be asked is asked on another day.
 */
export async function wrapUpSession(context: WrapUpContext, session: Session): Promise<Learned> {
  const { pending } = context;
  const { transcript = null, inputs: stored, results = {} } = (await pending.get(session.id)) ?? {};
  const inputs = stored ?? (await gatherInputs(context, session, transcript));
  if (stored === undefined) await pending.setInputs(session.id, inputs);
  if (inputs.isEmpty) return toLearned(EMPTY);
  const step = { ...context, session, inputs };
  const once = recordSteps(context, session.id, results);
  // A memory may be about a gap.
  const learning = once('gaps', () => findGaps(step)).then(
    async (found) => [found, await once('memories', () => keepMemories(step, found.gaps))] as const,
  );
  const assessing = once('skills', () => assessSkills(step));
  // Both end first, so that the answers of one are recorded also if the other must wait.
  await Promise.allSettled([learning, assessing]);
  const [[gaps, memories], skills] = await Promise.all([learning, assessing]);
  return toLearned({ gaps, skills, memories });
}

const NOTHING: AllResults = {
  gaps: { gaps: [], katas: [] },
  skills: { skills: [] },
  memories: { memories: [], added: 0 },
};

const EMPTY: AllResults = {
  ...NOTHING,
  gaps: { ...NOTHING.gaps, problem: 'Nothing happened in this session, so there was nothing to learn from.' },
};

const FAILURES = {
  gaps: 'Knowledge gaps and katas are missing',
  skills: 'Skills were not assessed',
  memories: 'Nothing was added to the memory',
} as const satisfies Record<keyof AllResults, string>;

/** Runs a step unless an earlier run has finished it. A step that fails has no result, and why. */
function recordSteps({ pending, logger, view, signal }: WrapUpContext, sessionId: string, results: StepResults) {
  return async <Name extends keyof AllResults>(
    name: Name,
    work: () => Promise<AllResults[Name]>,
  ): Promise<AllResults[Name]> => {
    const done = results[name] as AllResults[Name] | undefined;
    if (done !== undefined) return done;
    const result = await work().catch(async (error: unknown): Promise<AllResults[Name]> => {
      if (signal.aborted || error instanceof ApiDailyCapError) throw error;
      if (error instanceof ApiNoModelError) return { ...NOTHING[name], problem: DEMO, isDemo: true };
      logger.log('warn', 'coaching.wrap_up_step_failed', { step: name, error: errorMessage(error) });
      return { ...NOTHING[name], problem: await view.redact(`${FAILURES[name]}: ${errorMessage(error)}`) };
    });
    await pending.addResults(sessionId, { [name]: result });
    return result;
  };
}

const DEMO = 'Demo coach: there is no model that could look for knowledge gaps and assess skills.';

/** The wrap-up continues on another day. */
export function learnsLater(reason: string): Learned {
  const problem = `What was learned in this session will be looked for tomorrow: ${reason}`;
  return toLearned({ ...NOTHING, gaps: { ...NOTHING.gaps, problem } });
}

function toLearned({ gaps, skills, memories }: AllResults): Learned {
  const steps = [gaps, skills, memories];
  return {
    knowledgeGaps: gaps.gaps.length,
    kataSpecs: gaps.katas.length,
    dreyfusUpdates: skills.skills.length,
    memoriesStored: memories.added,
    details: {
      gaps: gaps.gaps,
      katas: gaps.katas,
      skills: skills.skills,
      memories: memories.memories,
      problems: [...new Set(steps.flatMap(({ problem }) => problem ?? []))],
      isDemo: steps.some(({ isDemo }) => isDemo === true),
    },
  };
}
