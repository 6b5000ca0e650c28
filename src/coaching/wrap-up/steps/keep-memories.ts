import { cutText } from '../../../kernel/cut-text.js';
import { formatCount } from '../../../kernel/format-count.js';
import { ApiNoModelError } from '../../api/api-errors.js';
import { MAX_MEMORY_LENGTH, type MemoryInput } from '../../memory/memory-store.js';
import { assembleUserMessage, responseSchema, SYSTEM_PROMPT } from '../../prompts/memory-summarisation.js';
import type { AllResults } from '../pending-wrap-ups.js';
import type { WrapUpInputs } from '../wrap-up-inputs.js';
import { ask, type StepContext } from './step-context.js';

type GapNames = readonly { readonly topic: string; readonly severity: string }[];

/** Keeps what later sessions should know of this one. Without a model, it keeps what was done. */
export async function keepMemories(context: StepContext, knowledgeGaps: GapNames): Promise<AllResults['memories']> {
  const { session, memory, project } = context;
  const { memories, isDemo } = await summarize(context, knowledgeGaps);
  const { added } = await memory.addMemories({ memories, sessionId: session.id, project });
  const waiting = memories.length - added;
  return {
    memories: memories.map(({ content }) => content),
    added,
    ...(isDemo && { isDemo }),
    ...(waiting > 0 && {
      problem: `${formatCount(waiting, 'memory', 'memories')} will be stored when the store can be reached.`,
    }),
  };
}

async function summarize(context: StepContext, knowledgeGaps: GapNames) {
  const { transcript, issueTitle, phases } = context.inputs;
  try {
    const { memories } = await ask(context, {
      callType: 'memory_summarisation',
      model: 'haiku',
      systemPrompt: SYSTEM_PROMPT,
      userMessage: assembleUserMessage({
        sessionTranscript: transcript,
        issueTitle,
        phasesCompleted: phases
          .filter(({ status }) => status === 'complete')
          .map(({ title, description }) => ({ title, description })),
        knowledgeGaps,
      }),
      responseSchema,
    });
    return { memories: memories.slice(0, MAX_MEMORIES).map(cut), isDemo: false };
  } catch (error) {
    if (!(error instanceof ApiNoModelError)) throw error;
    return { memories: [describeFacts(context.inputs)].map(cut), isDemo: true };
  }
}

const MAX_MEMORIES = 20;

function cut(memory: MemoryInput): MemoryInput {
  return { ...memory, content: cutText(memory.content, MAX_MEMORY_LENGTH) };
}

/** A memory that needs no model: the goal, the phases, the hints and the files. It draws no conclusions. */
function describeFacts({ issueTitle, phases, actionLog }: WrapUpInputs): MemoryInput {
  const done = phases.filter(({ status }) => status === 'complete').map(({ title }) => title);
  const open = phases.filter(({ status }) => status !== 'complete').map(({ title }) => title);
  const hints = phases.reduce((total, { hints_used }) => total + hints_used, 0);
  const files = new Set(actionLog.flatMap(({ action_type, data }) => (isEdit(action_type) ? [String(data.path)] : [])));
  const sentences = [
    `Worked on: ${issueTitle}`,
    ...listed('Phases completed', done),
    ...listed('Phases left open', open),
    ...(phases.length === 0 ? [] : [`Hints shown: ${hints}`]),
    ...listed('Files changed', [...files].slice(0, MAX_FILES)),
  ];
  return { content: `${sentences.join('. ')}.`, tags: ['demo'], importance: 'low' };
}

const MAX_FILES = 12;

function isEdit(actionType: WrapUpInputs['actionLog'][number]['action_type']): boolean {
  return actionType === 'file_save' || actionType === 'buffer_summary' || actionType === 'buffer_significant_change';
}

function listed(name: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${name}: ${items.join(', ')}`];
}
