import { cutText } from '../../../kernel/cut-text.js';
import { assembleUserMessage, responseSchema, SYSTEM_PROMPT } from '../../prompts/dreyfus-assessment.js';
import type { Assessment } from '../../store/assessments.js';
import type { AllResults } from '../pending-wrap-ups.js';
import type { WrapUpInputs } from '../wrap-up-inputs.js';
import { ask, type StepContext } from './step-context.js';

/** The stages of the skills that the session has shown. */
export async function assessSkills(context: StepContext): Promise<AllResults['skills']> {
  const { session, inputs, store } = context;
  const { assessments } = await ask(context, {
    callType: 'dreyfus_assessment',
    model: 'sonnet',
    systemPrompt: SYSTEM_PROMPT,
    userMessage: assembleUserMessage(inputs.accumulatedEvidence, inputs.currentAssessments, recentSession(inputs)),
    responseSchema,
  });
  const saved = await store.assessments.saveAll(
    assessments.slice(0, MAX_SKILLS).map(({ skill_area, stage, confidence, evidence, recommendation }) => ({
      skillArea: cutText(skill_area, MAX_NAME_LENGTH),
      ...{ stage, confidence, evidence, recommendation },
      sessionId: session.id,
    })),
  );
  const distinct = new Map(saved.map((assessment) => [assessment.id, assessment]));
  return { skills: [...distinct.values()].map((assessment) => describe(assessment, session.id)) };
}

const MAX_SKILLS = 20;
const MAX_NAME_LENGTH = 100;

function recentSession({ issueTitle, phases }: WrapUpInputs) {
  const completed = phases.filter(({ status }) => status === 'complete');
  return {
    phases_completed: completed.length,
    hints_used: phases.reduce((total, { hints_used }) => total + hints_used, 0),
    independent_completions: completed.filter(({ hints_used }) => hints_used === 0).length,
    goal: issueTitle,
    phases: phases.map(({ title, status, hints_used }) => ({ title, status, hints_used })),
  };
}

/** The stage before is that of the session before: the model may be wrong about it. */
function describe({ skillArea, stage, history }: Assessment, sessionId: string) {
  const index = history.findIndex((assessed) => assessed.sessionId === sessionId);
  return { skillArea, stage, previousStage: history[index + 1]?.stage ?? null };
}
