import { systemClock } from '../../../kernel/clock.js';
import { silentLogger } from '../../../kernel/logger.js';
import type { ModelAdapter, ModelDirectory } from '../../../models/index.js';
import { createJaccardSimilarity } from '../../../semantics/index.js';
import { createCouncil } from '../../create-council.js';
import type { DeliberationResult } from '../../result.js';
import type { CouncilSettings } from '../../settings.js';
import type { SimulatedQuestion } from '../question.js';
import type { ScriptedModel } from '../scripted-model.js';
import { type MethodRun, methodRun } from './method-run.js';

export interface CouncilTable {
  /** Those that a deliberation has when nobody changes them. */
  readonly settings: CouncilSettings;
  /** The most rounds. */
  readonly rounds: number;
  /** Any folder: nobody looks into it. */
  readonly workingDirectory: string;
  readonly signal: AbortSignal;
}

/** This engine, whole: its requests, prompts, votes, options and verdict, with scripted models behind the port. */
export async function holdCouncil(
  question: SimulatedQuestion,
  models: readonly ScriptedModel[],
  { settings, rounds, workingDirectory, signal }: CouncilTable,
): Promise<MethodRun> {
  const council = createCouncil({
    directory: directoryOf(models),
    settings: withoutSideEffects(settings),
    similarity: WORDS,
    clock: systemClock,
    logger: silentLogger,
    redactor: { redact: async (text) => text, redactNow: (text) => text },
    isInsideCouncil: false,
  });
  const result = await council.deliberate(
    {
      question: question.text,
      participants: models.map((_, seat) => ({ cli: nameOf(seat), model: 'scripted' })),
      working_directory: workingDirectory,
      rounds,
    },
    { signal },
  );
  signal.throwIfAborted();
  return methodRun(creditOfResult(result, question), models, question);
}

const WORDS = createJaccardSimilarity();

/** What is not the debate: looking at files, a model's summary, a transcript on disk. */
function withoutSideEffects(settings: CouncilSettings): CouncilSettings {
  return {
    ...settings,
    summary: 'extractive',
    summarizers: [],
    evidence: { ...settings.evidence, enabled: false },
    fileTree: { ...settings.fileTree, enabled: false },
    // No folder, no transcript: the result only carries a warning that it was not kept.
    transcriptsFolder: '',
    dataFolder: '',
  };
}

function directoryOf(models: readonly ScriptedModel[]): ModelDirectory {
  const adapters = new Map(models.map((model, seat) => [nameOf(seat), adapterOf(model, nameOf(seat))]));
  return {
    names: () => [...adapters.keys()],
    adapter: async (name) => adapters.get(name),
    models: () => [],
  };
}

const nameOf = (seat: number) => `model${seat + 1}`;

function adapterOf(model: ScriptedModel, name: string): ModelAdapter {
  return {
    name,
    kind: 'http',
    ask: async ({ prompt }) => model.answer(prompt),
    availability: async () => ({ available: true, detail: 'scripted' }),
  };
}

/** The engine's own word counts: its winner, or the options that it calls tied. Anything else is no answer. */
export function creditOfResult(result: DeliberationResult, question: SimulatedQuestion): number {
  const { voting_result: voting, convergence_info: convergence } = result;
  if (voting === null) return 0;
  const isRight = (text: string) => question.optionNamed(text) === question.right;
  if (voting.winning_option !== null) return isRight(voting.winning_option) ? 1 : 0;
  if (convergence?.status !== 'tie') return 0;
  const highest = Math.max(...Object.values(voting.final_tally));
  const leaders = Object.keys(voting.final_tally).filter((text) => voting.final_tally[text] === highest);
  return leaders.filter(isRight).length / leaders.length;
}
