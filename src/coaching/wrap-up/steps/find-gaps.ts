import { cutText } from '../../../kernel/cut-text.js';
import { assembleUserMessage, responseSchema, SYSTEM_PROMPT } from '../../prompts/knowledge-gap-extraction.js';
import type { AllResults } from '../pending-wrap-ups.js';
import { ask, type StepContext } from './step-context.js';

/** Topics that the person struggled with, and katas for them. */
export async function findGaps(context: StepContext): Promise<AllResults['gaps']> {
  const { session, inputs, store } = context;
  const { knowledge_gaps, kata_specs } = await ask(context, {
    callType: 'knowledge_gap_extraction',
    model: 'sonnet',
    systemPrompt: SYSTEM_PROMPT,
    userMessage: assembleUserMessage(inputs.actionLog, inputs.phases, inputs.existingGaps),
    responseSchema,
  });
  const { gaps, katas } = await store.findings.record({
    sessionId: session.id,
    gaps: knowledge_gaps.slice(0, MAX_GAPS).map(({ topic, evidence, severity, related_concepts }) => ({
      topic: cutText(topic, MAX_NAME_LENGTH),
      evidence,
      severity,
      relatedConcepts: related_concepts,
    })),
    katas: kata_specs.slice(0, MAX_KATAS).map((kata) => ({
      topic: cutText(kata.knowledge_gap_topic, MAX_NAME_LENGTH),
      title: cutText(kata.title, MAX_NAME_LENGTH),
      description: kata.description,
      scaffoldingCode: kata.scaffolding_code,
      instructorNotes: kata.instructor_notes,
      constraints: kata.constraints,
    })),
  });
  return {
    gaps: gaps.map(({ topic, severity }) => ({ topic, severity })),
    katas: katas.map(({ title, topic }) => ({ title, topic })),
  };
}

const MAX_NAME_LENGTH = 200;
const MAX_GAPS = 20;
const MAX_KATAS = 20;
