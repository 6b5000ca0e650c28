import type { ModelAnswer } from '../../models/index.js';
import type { EvidenceRound, Look } from '../evidence/evidence-round.js';
import { describeRequest } from '../evidence/request-words.js';
import { type Briefing, buildFollowUpPrompt, foreignTexts } from '../prompt/build-prompt.js';
import type { PromptFinding } from '../prompt/render-findings.js';

/** A participant's access to the project during its turn. */
export interface EvidenceDesk {
  readonly round: EvidenceRound;
  /** Everything of others that the participant has read so far; grows with the debate. */
  readonly shown: Set<string>;
  readonly sameRound: boolean;
  /** Called when requests were run, before the answer is finished. */
  readonly onLook: (tools: readonly string[]) => void;
}

export interface Consulted {
  readonly text: string;
  /** The answer before the results, where there was a second one. */
  readonly draft: string | undefined;
}

/**
 * Runs what an answer asks for and lets its author finish it with the results, once. Requests in the finished answer
 * are run for the next round; they are never answered in this one, so that a turn always ends.
 */
export async function consultEvidence(
  participant: string,
  briefing: Briefing,
  draft: string,
  desk: EvidenceDesk,
  ask: (prompt: string) => Promise<ModelAnswer>,
): Promise<Consulted> {
  const hasNextRound = briefing.round < briefing.rounds;
  for (const text of foreignTexts(briefing)) desk.shown.add(text);
  if (!desk.sameRound) {
    await lookForLater(draft);
    return { text: draft, draft: undefined };
  }
  const look = await desk.round.look(participant, draft, desk.shown);
  if (look.findings.length === 0) return { text: draft, draft: undefined };
  desk.onLook(look.findings.map(({ tool }) => tool));

  const findings = look.findings.map(toPromptFinding);
  const reply = await ask(buildFollowUpPrompt(briefing, draft, { findings, notRun: describe(look), hasNextRound }));
  // The first answer stands: a second call that fails must not take it away.
  if (!reply.ok || reply.value.text.trim() === '') return { text: draft, draft: undefined };
  desk.round.seenBy(participant);
  for (const { text } of findings) desk.shown.add(text);
  await lookForLater(reply.value.text);
  return { text: reply.value.text, draft };

  async function lookForLater(answer: string): Promise<void> {
    if (!hasNextRound) return desk.round.leave(participant, answer, 'no further round would have shown the result');
    const later = await desk.round.look(participant, answer, desk.shown);
    if (later.findings.length > 0) desk.onLook(later.findings.map(({ tool }) => tool));
  }
}

function toPromptFinding({ tool, arguments: given, outcome }: Look['findings'][number]): PromptFinding {
  return {
    origin: 'you asked',
    request: describeRequest(tool, given),
    text: outcome.ok ? outcome.value : `no result: ${outcome.error}`,
  };
}

function describe({ notRun }: Look): string[] {
  return notRun.map(
    ({ requests, reason }) => `${requests} ${requests === 1 ? 'request was' : 'requests were'} not run: ${reason}.`,
  );
}
