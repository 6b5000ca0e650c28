import type { CheckedRequest } from '../check-request.js';
import type { ToolOutput } from '../evidence/cut-output.js';
import type { Evidence } from '../evidence/open-evidence.js';
import { describeRequest } from '../evidence/request-words.js';
import { EVIDENCE_TOOLS } from '../evidence/tools/index.js';
import type { OptionList } from '../options/option-list.js';
import { type Anonymity, type PeersAsSeen, peersAsSeenBy, relabel } from '../panel/peer-labels.js';
import type { Seat } from '../panel/seat.js';
import type { Briefing, PromptEvidence } from '../prompt/build-prompt.js';
import { CITING, evidenceGuide, evidenceReminder } from '../prompt/evidence-guide.js';
import type { PromptFinding } from '../prompt/render-findings.js';
import type { ToolExecution } from '../result.js';
import type { EvidenceSettings } from '../settings.js';
import { lastAnswerOf, type RoundRecord } from './debate-record.js';

/** What is the same for every seat of a round. */
export interface BriefingScene {
  readonly round: number;
  readonly request: CheckedRequest;
  readonly seats: readonly Seat[];
  readonly past: readonly RoundRecord[];
  readonly options: OptionList;
  readonly anonymity: Anonymity;
  /** As the memory tells them; empty without any. */
  readonly pastDecisions: string;
  /** The ids of the options that those who voted are asked to test; empty where none is. */
  readonly tested: readonly string[];
  readonly evidence: Evidence | undefined;
  readonly settings: EvidenceSettings;
}

/** What a seat is shown in a round: in the first nothing of the others, later their full latest answers. */
export function briefParticipant(seat: Seat, scene: BriefingScene): Briefing {
  const { round, request, seats, past, options, anonymity } = scene;
  const own = lastAnswerOf(seat, past);
  const seen = peersAsSeenBy(seat.participant, seats, anonymity);
  return {
    question: request.question,
    context: request.context,
    ...(round === 1 && scene.pastDecisions !== '' ? { pastDecisions: scene.pastDecisions } : {}),
    stance: seat.stance,
    round,
    rounds: request.rounds,
    options: options.list(),
    ownLastAnswer: own?.outcome.text,
    // Who has not voted yet has nothing to hold against the others.
    tested: own?.outcome.vote.kind === 'vote' ? scene.tested : [],
    peers: seen.peers.flatMap((peer) => {
      const answer = lastAnswerOf(peer.seat, past);
      if (answer === undefined) return [];
      const { labels } = peersAsSeenBy(peer.seat.participant, seats, anonymity);
      const note = answer.outcome.unfinished === undefined ? '' : `\n\n${UNFINISHED}`;
      return [{ label: peer.label, answer: relabel(answer.outcome.text, labels, seen) + note }];
    }),
    ...(scene.evidence === undefined ? {} : { evidence: projectAsSeen(seat, seen, scene.evidence, scene) }),
  };
}

const UNFINISHED = '(It could not finish this answer with the results of its requests.)';

function projectAsSeen(seat: Seat, seen: PeersAsSeen, evidence: Evidence, scene: BriefingScene): PromptEvidence {
  const { round, request, past, settings } = scene;
  const isShownLater = isFoundShownLater(round, request, settings);
  const facts = {
    tools: EVIDENCE_TOOLS,
    maxRequests: settings.maxRequestsPerAnswer,
    maxFileBytes: settings.maxFileBytes,
    sameRound: settings.sameRound,
    isShownLater,
  };
  const isOfUse = settings.sameRound || isShownLater;
  const recent = settings.contextRounds === 0 ? [] : past.slice(-settings.contextRounds);
  return {
    guide: isOfUse ? (round === 1 ? evidenceGuide(facts) : evidenceReminder(facts)) : CITING,
    fileTree: round === 1 ? evidence.fileTree : undefined,
    findings: recent.flatMap(({ evidence: { executions, outputs } }) =>
      executions.map((entry) => asSeen(entry, outputs.get(entry), seat, seen)),
    ),
    longestFinding: settings.outputMaxChars,
    markSecret: evidence.markSecret,
  };
}

/** Whether a later round shows everybody what is found in this one. */
export function isFoundShownLater(
  round: number,
  { rounds }: Pick<CheckedRequest, 'rounds'>,
  { contextRounds }: EvidenceSettings,
): boolean {
  return round < rounds && contextRounds > 0;
}

/** Whoever asked is known to the reader by the same label as its answer. */
function asSeen(
  execution: ToolExecution,
  output: ToolOutput | undefined,
  seat: Seat,
  { peers }: PeersAsSeen,
): PromptFinding {
  const askers = [execution, ...(execution.also_asked_by ?? [])].map(({ participant }) =>
    participant === seat.participant
      ? 'you'
      : (peers.find((peer) => peer.seat.participant === participant)?.label ?? 'another participant'),
  );
  return {
    origin: `${askers.join(' and ')} asked in round ${execution.round}`,
    request: describeRequest(execution.tool, execution.arguments),
    output: output ?? { text: execution.success ? execution.output : `no result: ${execution.error}`, leftOut: 0 },
  };
}
