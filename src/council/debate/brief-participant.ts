import type { PlannedCall } from '../budget/budget.js';
import type { ToolExecution } from '../contract/result.js';
import type { Deliberation } from '../deliberation.js';
import { describeRequest } from '../evidence/format-request.js';
import type { Evidence } from '../evidence/open-evidence.js';
import type { ToolOutput } from '../evidence/tool.js';
import { type PeersAsSeen, peersAsSeenBy, relabel } from '../panel/peer-labels.js';
import type { Seat } from '../panel/seat.js';
import { type Briefing, buildPrompt, type PromptEvidence } from '../prompt/build-prompt.js';
import { CITING, evidenceGuide, evidenceReminder } from '../prompt/evidence-guide.js';
import type { PromptFinding } from '../prompt/render-findings.js';
import type { RoundLimits } from '../record/run.js';
import { canStillAnswer, findLastAnswer, type RoundRecord } from '../rounds/debate-record.js';
import type { BriefedRound, DebateState } from './debate-state.js';

/** What a participant is shown in a round: in the first nothing of the others, later their full latest answers. */
export function briefParticipant(
  { deliberation, rounds, options }: DebateState,
  round: BriefedRound,
  seat: Seat,
): Briefing {
  const { id, request, seats, settings, past, evidence } = deliberation;
  const anonymity = { anonymize: settings.anonymize, seed: id };
  const own = findLastAnswer(seat, rounds);
  const seen = peersAsSeenBy(seat.participant, seats, anonymity);
  return {
    question: request.question,
    context: request.context,
    ...(round.number === 1 && past.text !== '' ? { pastDecisions: past.text } : {}),
    stance: seat.stance,
    round: round.number,
    rounds: request.rounds,
    options: options.list(),
    ownLastAnswer: own?.outcome.text,
    // A participant that has not voted yet has no option to test.
    tested: own?.outcome.vote.kind === 'vote' ? round.tested : [],
    peers: seen.peers.flatMap((peer) => {
      const answer = findLastAnswer(peer.seat, rounds);
      if (answer === undefined) return [];
      const { labels } = peersAsSeenBy(peer.seat.participant, seats, anonymity);
      const note = answer.outcome.unfinished === undefined ? '' : `\n\n${UNFINISHED}`;
      return [{ label: peer.label, answer: relabel(answer.outcome.text, labels, seen) + note }];
    }),
    ...(evidence === undefined
      ? {}
      : {
          evidence: {
            ...briefEvidence(deliberation, evidence, round.number),
            findings: listFindings(rounds, deliberation.limitsOf(round.number), labelFor(seat, seen)),
          },
        }),
  };
}

const UNFINISHED = '(It could not finish this answer with the results of its requests.)';

function briefEvidence(
  deliberation: Deliberation,
  evidence: Evidence,
  round: number,
): Omit<PromptEvidence, 'findings'> {
  const limits = deliberation.limitsOf(round);
  const { sameRound } = deliberation.settings.evidence;
  const isShownLater = areFindingsShownLater(deliberation, round);
  const input = { ...limits, sameRound, isShownLater };
  const isUseful = sameRound || isShownLater;
  return {
    guide: isUseful ? (round === 1 ? evidenceGuide(input) : evidenceReminder(input)) : CITING,
    fileTree: round === 1 ? evidence.fileTree : undefined,
    longestFinding: limits.outputMaxChars,
    markSecret: evidence.markSecret,
  };
}

/** Checks whether a later round shows all participants what is found in this one. */
export function areFindingsShownLater({ request, limitsOf }: Deliberation, round: number): boolean {
  return round < request.rounds && limitsOf(round).contextRounds > 0;
}

function listFindings(
  rounds: readonly RoundRecord[],
  { contextRounds }: RoundLimits,
  label: (participant: string) => string,
): PromptFinding[] {
  const recent = contextRounds === 0 ? [] : rounds.slice(-contextRounds);
  return recent.flatMap(({ evidence: { executions, outputs } }) =>
    executions.map((execution) => toFinding(execution, outputs.get(execution), label)),
  );
}

/** The reader knows who asked by the same label as that participant's answer. */
function labelFor(reader: Seat, { peers }: PeersAsSeen): (participant: string) => string {
  return (participant) =>
    participant === reader.participant
      ? 'you'
      : (peers.find((peer) => peer.seat.participant === participant)?.label ?? 'another participant');
}

function toFinding(
  execution: ToolExecution,
  output: ToolOutput | undefined,
  label: (participant: string) => string,
): PromptFinding {
  const askers = [execution, ...(execution.also_asked_by ?? [])].map(({ participant }) => label(participant));
  return {
    origin: `${askers.join(' and ')} asked in round ${execution.round}`,
    request: describeRequest(execution.tool, execution.arguments),
    output: output ?? { text: execution.success ? execution.output : `no result: ${execution.error}`, leftOut: 0 },
  };
}

/** The first call of each of these participants in a round, to estimate their cost. */
export function plannedCalls(
  state: DebateState,
  round: BriefedRound,
  seats: readonly Seat[],
): Pick<PlannedCall, 'seat' | 'prompt'>[] {
  // Prompts take long to build, and are needed only for a cap.
  if (state.deliberation.budget.maxCostUsd === undefined) return [];
  return seats
    .filter((seat) => canStillAnswer(seat, state.rounds))
    .map((seat) => ({ seat, prompt: buildPrompt(briefParticipant(state, round, seat)) }));
}
