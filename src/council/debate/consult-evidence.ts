import { formatCount } from '../../kernel/format-count.js';
import { describeFailure, type ModelAnswer } from '../../models/index.js';
import type { EvidenceRound, Look } from '../evidence/evidence-round.js';
import { describeRequest } from '../evidence/format-request.js';
import { type Briefing, buildFollowUpPrompt, foreignMaterial } from '../prompt/build-prompt.js';
import type { PromptFinding } from '../prompt/render-findings.js';

/** Everything of others that a participant has read so far; grows with the debate. */
export interface ReadByParticipant {
  readonly material: Set<string>;
  readonly answers: Set<string>;
}

/** A participant's access to the project during its turn. */
export interface ProjectAccess {
  readonly briefing: Briefing;
  readonly round: EvidenceRound;
  readonly participant: string;
  readonly read: ReadByParticipant;
  readonly sameRound: boolean;
  /** A later round shows all participants what is found in this one. */
  readonly isShownLater: boolean;
  /** Called when requests were run, before the answer is finished. */
  readonly onLook: (tools: readonly string[]) => void;
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
export async function consultEvidence(
  access: ProjectAccess,
  draft: string,
  ask: (prompt: string, results: readonly PromptFinding[]) => Promise<ModelAnswer>,
): Promise<Consulted> {
  const { participant, briefing, round, read, isShownLater } = access;
  for (const text of foreignMaterial(briefing)) read.material.add(text);
  for (const { answer } of briefing.peers) read.answers.add(answer);
  if (!access.sameRound) {
    await lookForLater(draft);
    return { text: draft, draft: undefined, unfinished: undefined };
  }
  const look = await round.look(participant, draft, read);
  if (look.findings.length === 0) return { text: draft, draft: undefined, unfinished: undefined };
  access.onLook(look.findings.map(({ tool }) => tool));

  const findings = look.findings.map(toPromptFinding);
  const prompt = buildFollowUpPrompt(briefing, draft, { findings, notRun: describe(look), isShownLater });
  const reply = await ask(prompt, findings);
  // The first answer still counts: a failed second call must not remove it.
  if (!reply.ok) return { text: draft, draft: undefined, unfinished: describeFailure(reply.error.failure) };
  if (reply.value.text.trim() === '') return { text: draft, draft: undefined, unfinished: 'the answer was empty' };
  round.seenBy(participant);
  for (const { output } of findings) read.material.add(output.text);
  await lookForLater(reply.value.text);
  return { text: reply.value.text, draft, unfinished: undefined };

  async function lookForLater(answer: string): Promise<void> {
    if (!isShownLater) return round.leave(participant, answer, 'no further round would have shown the result');
    const later = await round.look(participant, answer, read);
    if (later.findings.length > 0) access.onLook(later.findings.map(({ tool }) => tool));
  }
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
