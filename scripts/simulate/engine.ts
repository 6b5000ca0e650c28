import { writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  createCouncil,
  type DeliberationResult,
  type ModelAdapter,
  type ModelAnswer,
  type ModelRequest,
} from '../../src/program/library/council.js';
import { type MethodRun, methodRun } from './methods.js';
import type { SimulatedQuestion } from './question.js';
import type { ScriptedAnswer, ScriptedModel } from './scripted-model.js';

interface EngineOptions {
  readonly challenge: boolean;
  /** The limit on rounds; undefined for the default. */
  readonly rounds?: number | undefined;
}

export type RunEngine = (
  question: SimulatedQuestion,
  models: readonly ScriptedModel[],
  options: EngineOptions,
) => Promise<MethodRun>;

/** The real engine through the public library, with default settings; only the models are scripted. */
export function openEngine(models: number, folder: string): RunEngine {
  const configFile = path.join(folder, 'simulate.yaml');
  writeFileSync(configFile, WITHOUT_SIDE_EFFECTS);
  let panel: { readonly question: SimulatedQuestion; readonly models: readonly ScriptedModel[] } | undefined;
  const names = Array.from({ length: models }, (_, seat) => `model${seat + 1}`);
  const ask = (seat: number, { briefing }: ModelRequest): ModelAnswer => {
    const model = panel?.models[seat];
    if (panel === undefined || model === undefined) throw new Error(`no model has seat ${seat}`);
    const { options } = panel.question;
    const answer = model.answer(briefing?.peers.map(({ option }) => options.indexOf(option)) ?? []);
    if (answer !== undefined)
      return { ok: true, value: { text: writeAnswer(answer, model, panel.question), usage: {} } };
    return {
      ok: false,
      error: { failure: { kind: 'server_error', status: 503, detail: 'scripted to fail' }, usage: {} },
    };
  };
  const council = createCouncil({
    cwd: folder,
    adapters: Object.fromEntries(
      names.map((name, seat) => [name, adapterOf(name, async (request) => ask(seat, request))]),
    ),
    configFile,
    settings: { transcriptsFolder: '', dataFolder: '' },
  });
  return async (question, scripted, { challenge, rounds }) => {
    panel = { question, models: scripted };
    const result = await council.deliberate({
      question: question.text,
      participants: names.map((cli) => ({ cli, model: 'scripted' })),
      challenge,
      ...(rounds === undefined ? {} : { rounds }),
    });
    return methodRun(creditOfResult(result, question), scripted, question);
  };
}

function adapterOf(name: string, ask: ModelAdapter['ask']): ModelAdapter {
  return { name, kind: 'http', ask, availability: async () => ({ available: true, detail: 'scripted' }) };
}

/** Everything that is not the debate is off: files of a project, a summary by a model, a transcript on disk. */
const WITHOUT_SIDE_EFFECTS = `version: "1.0"
council: { summary: extractive, summarizers: [] }
evidence: { enabled: false }
semantics: { embedding: none }
`;

/** The number keeps answers apart: equal texts would end the debate as converged. */
function writeAnswer(
  { option, confidence, change }: ScriptedAnswer,
  model: ScriptedModel,
  question: SimulatedQuestion,
) {
  const name = question.options[option] ?? '';
  const vote = {
    option: name,
    confidence,
    rationale: `${name} fits best`,
    continue_debate: confidence < UNSURE_BELOW,
    ...(change === 'none' ? {} : { changed_because: CHANGE_REASONS[change] }),
  };
  const number = `answer-${model.seat}-${model.history.calls}-${option}`;
  return `I compared the options (${number}). ${name} fits best.\n\nVOTE: ${JSON.stringify(vote)}`;
}

const UNSURE_BELOW = 0.8;

const CHANGE_REASONS = {
  convinced: 'another answer names a point that I had missed',
  'gave in': 'most of the others chose it',
};

/** The winner counts, or the options that the engine calls tied. Without a quorum there is no answer. */
function creditOfResult({ voting_result: voting, integrity }: DeliberationResult, question: SimulatedQuestion): number {
  if (voting === null || !integrity.quorum.met) return 0;
  const { winning_option: winner, final_tally: tally } = voting;
  const highest = Math.max(...Object.values(tally));
  const leaders = winner === null ? Object.keys(tally).filter((option) => tally[option] === highest) : [winner];
  const unknown = leaders.find((option) => !question.options.includes(option));
  if (unknown !== undefined) throw new Error(`the engine counts an option that no model named: ${unknown}`);
  return leaders.includes(question.options[question.right] ?? '') ? 1 / leaders.length : 0;
}
