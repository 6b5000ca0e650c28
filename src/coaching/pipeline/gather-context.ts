import { cutText } from '../../kernel/cut-text.js';
import { errorMessage } from '../../kernel/error-code.js';
import { createFileFinder, type NamedFile } from '../demo/plan-paths.js';
import { createFileCheck } from '../models-view/file-check.js';
import { assembleUserMessage } from '../prompts/coach-agent.js';
import * as filter from '../prompts/memory-retrieval-filter.js';
import type { PlanRun } from '../sessions/plan-runs.js';
import { STAGES, type Stage } from '../vocabulary.js';
import type { PipelineDependencies } from './pipeline.js';

/** What the coach gets to know. */
export interface PlanContext {
  readonly userMessage: string;
  /** The files of the project that models may see. */
  readonly files: readonly string[];
  readonly hasMemories: boolean;
  readonly stage: Stage;
  readonly signal: AbortSignal;
}

/** The kept answers of a run. */
export function getSteps(planId: string): string {
  return `pipeline:${planId}:`;
}

/** Nothing in it has a secret: it leaves for a model. */
export async function gatherContext(
  run: PlanRun,
  dependencies: PipelineDependencies,
  signal: AbortSignal,
): Promise<PlanContext> {
  const { store, view } = dependencies;
  const [request, files] = await Promise.all([view.redact(run.request), view.listFiles()]);
  const [assessments, relevantMemories, named] = await Promise.all([
    store.assessments.list(),
    findMemories({ ...run, request }, dependencies, signal),
    findNamedFiles(createFileFinder(files)(run.request.planText), dependencies),
  ]);
  const skills = assessments.map(({ skillArea, stage, confidence }) => ({ skill_area: skillArea, stage, confidence }));
  const dreyfusStage = getStage(skills);
  const others = await view.redact({ skills, relevantMemories, ...named });
  return {
    userMessage: assembleUserMessage({ planText: request.planText, dreyfusStage, ...others }),
    files,
    hasMemories: relevantMemories.length > 0,
    stage: dreyfusStage,
    signal,
  };
}

/** The average of all skills, the sure ones first; a person without an assessment is a novice. */
function getStage(skills: readonly { readonly stage: Stage; readonly confidence: number }[]): Stage {
  const weight = skills.reduce((sum, { confidence }) => sum + confidence, 0);
  if (weight === 0) return 'novice';
  const total = skills.reduce((sum, { stage, confidence }) => sum + STAGES.indexOf(stage) * confidence, 0);
  return STAGES[Math.round(total / weight)] ?? 'novice';
}

type RelevantMemories = filter.MemoryRetrievalFilterResponse['relevant_memories'];

/** The request has no secrets. None if the store or the model cannot be reached: a plan without memories is better than no plan. */
async function findMemories(
  { planId, sessionId, request }: PlanRun,
  { memory, api, view, logger }: PipelineDependencies,
  signal: AbortSignal,
): Promise<RelevantMemories> {
  try {
    if (!(await memory.isMemoryAvailable())) return [];
    const { issueSummary, planText } = request;
    const queryText = cutText(`${issueSummary}\n${planText}`.trim(), MAX_QUERY_LENGTH);
    const found = await memory.queryMemories({ queryText, nResults: 10 });
    if (found.length === 0) return [];
    const candidates = await view.redact(found.map(({ content, metadata }) => ({ content, metadata })));
    const { relevant_memories } = await api.callApi({
      callType: 'memory_retrieval_filter',
      model: 'haiku',
      systemPrompt: filter.SYSTEM_PROMPT,
      userMessage: filter.assembleUserMessage(issueSummary, planText, candidates),
      responseSchema: filter.responseSchema,
      sessionId,
      signal,
      recordAs: `${getSteps(planId)}memory_retrieval_filter`,
    });
    return relevant_memories;
  } catch (error) {
    signal.throwIfAborted();
    logger.log('warn', 'coaching.without_memories', { error: errorMessage(error) });
    return [];
  }
}

/** Longer texts have so many topics that nothing is near them. */
const MAX_QUERY_LENGTH = 2_000;

/** Before the plan has phases, the files of its phases are those that its text names. */
async function findNamedFiles(
  named: readonly NamedFile[],
  { notesFor, logger, ...dependencies }: PipelineDependencies,
) {
  const files = createFileCheck(dependencies);
  const paths = [...new Set(named.map(({ path }) => path))].slice(0, MAX_FILES);
  const checked = await Promise.all(
    paths.map(async (path) => {
      const lines = (await files.locate(path)) === undefined ? 'missing' : await files.lineCount(path);
      return typeof lines === 'number' ? [{ path, lines }] : [];
    }),
  );
  const projectNotes = await notesFor(paths).catch((error: unknown) => {
    logger.log('warn', 'coaching.without_notes', { error: errorMessage(error) });
    return [];
  });
  return { projectFiles: checked.flat(), projectNotes };
}

const MAX_FILES = 30;
