import { formatCount } from '../../kernel/format-count.js';
import { describeFailure, type ModelAnswer } from '../../models/index.js';
import type { Look } from '../evidence/evidence-round.js';
import { describeRequest } from '../evidence/format-request.js';
import { type Briefing, buildFollowUpPrompt, foreignMaterial } from '../prompt/build-prompt.js';
import type { PromptFinding } from '../prompt/render-findings.js';
import { areFindingsShownLater } from './brief-participant.js';
import type { DebateState, RunningRound } from './debate-state.js';

/** One participant's turn in a round. */
export interface TurnContext {
  readonly state: DebateState;
  readonly round: RunningRound;
  readonly participant: string;
  readonly briefing: Briefing;
  /** With the results that a second prompt of the turn shows. */
  readonly ask: (prompt: string, results?: readonly PromptFinding[]) => Promise<ModelAnswer>;
}

export interface Consulted {
  readonly text: string;
  /** The answer before the results, where there was a second one. */
  readonly draft: string | undefined;
  /** Why there was no second one, although there were results for it. */
  readonly unfinished: string | undefined;
}

/**
 * Runs what an answer asks for and lets its author finish it with the results, once. Requests in the finished answer
 * are run for the next round; they are never answered in this one, so that a turn always ends.
 */
export async function consultEvidence(turn: TurnContext, draft: string): Promise<Consulted> {
  const { participant, briefing } = turn;
  const { number, evidence: project } = turn.round;
  const { deliberation, readBy } = turn.state;
  const unchanged = { text: draft, draft: undefined, unfinished: undefined };
  if (project === undefined) return unchanged;
  const read = readBy.get(participant) ?? { material: new Set(), answers: new Set() };
  readBy.set(participant, read);
  for (const text of foreignMaterial(briefing)) read.material.add(text);
  for (const { answer } of briefing.peers) read.answers.add(answer);
  const isShownLater = areFindingsShownLater(deliberation, number);
  const look = async (answer: string): Promise<Look> => {
    const found = await project.look(participant, answer, read);
    const tools = found.findings.map(({ tool }) => tool);
    if (tools.length > 0) deliberation.onProgress({ kind: 'looked', round: number, participant, tools });
    return found;
  };
  const lookForLater = async (answer: string): Promise<void> => {
    if (isShownLater) await look(answer);
    else project.leave(participant, answer, 'no further round would have shown the result');
  };
  if (!deliberation.settings.evidence.sameRound) {
    await lookForLater(draft);
    return unchanged;
  }
  const found = await look(draft);
  if (found.findings.length === 0) return unchanged;

  const findings = found.findings.map(toPromptFinding);
  const prompt = buildFollowUpPrompt(briefing, draft, { findings, notRun: describe(found), isShownLater });
  const reply = await turn.ask(prompt, findings);
  // The first answer still counts: a failed second call must not remove it.
  if (!reply.ok) return { ...unchanged, unfinished: describeFailure(reply.error.failure) };
  if (reply.value.text.trim() === '') return { ...unchanged, unfinished: 'the answer was empty' };
  project.seenBy(participant);
  for (const { output } of findings) read.material.add(output.text);
  await lookForLater(reply.value.text);
  return { text: reply.value.text, draft, unfinished: undefined };
}

function toPromptFinding({ tool, arguments: given, outcome }: Look['findings'][number]): PromptFinding {
  return {
    origin: 'you asked',
    request: describeRequest(tool, given),
    output: outcome.ok ? outcome.value : { text: `no result: ${outcome.error}`, leftOut: 0 },
  };
}

function describe({ notRun }: Look): string[] {
  return notRun.map(
    ({ requests, reason }) => `${formatCount(requests, 'request was', 'requests were')} not run: ${reason}.`,
  );
}
