import type { CheckedRequest } from '../check-request.js';
import type { Evidence } from '../evidence/open-evidence.js';
import { describeRequest } from '../evidence/request-words.js';
import { EVIDENCE_TOOLS } from '../evidence/tools/index.js';
import type { OptionBook } from '../options/option-book.js';
import { type Anonymity, type PeersAsSeen, peersAsSeenBy, relabel } from '../panel/peer-labels.js';
import type { Seat } from '../panel/seat.js';
import type { Briefing, PromptEvidence } from '../prompt/build-prompt.js';
import { evidenceGuide, evidenceReminder } from '../prompt/evidence-guide.js';
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
  readonly book: OptionBook;
  readonly anonymity: Anonymity;
  readonly evidence: Evidence | undefined;
  readonly settings: EvidenceSettings;
}

/** What a seat is shown in a round: in the first nothing of the others, later their full latest answers. */
export function briefParticipant(seat: Seat, scene: BriefingScene): Briefing {
  const { round, request, seats, past, book, anonymity } = scene;
  const own = lastAnswerOf(seat, past);
  const seen = peersAsSeenBy(seat.participant, seats, anonymity);
  return {
    question: request.question,
    context: request.context,
    stance: seat.stance,
    round,
    rounds: request.rounds,
    options: past.length === 0 ? [] : book.list(),
    ownLastAnswer: own?.outcome.text,
    peers: seen.peers.flatMap((peer) => {
      const answer = lastAnswerOf(peer.seat, past);
      if (answer === undefined) return [];
      const { labels } = peersAsSeenBy(peer.seat.participant, seats, anonymity);
      return [{ label: peer.label, answer: relabel(answer.outcome.text, labels, seen) }];
    }),
    ...(scene.evidence === undefined ? {} : { evidence: projectAsSeen(seat, seen, scene.evidence, scene) }),
  };
}

function projectAsSeen(seat: Seat, seen: PeersAsSeen, evidence: Evidence, scene: BriefingScene): PromptEvidence {
  const { round, request, past, settings } = scene;
  const hasNextRound = round < request.rounds;
  const facts = {
    tools: EVIDENCE_TOOLS,
    maxRequests: settings.maxRequestsPerAnswer,
    sameRound: settings.sameRound,
    hasNextRound,
  };
  const isOfUse = settings.sameRound || hasNextRound;
  const recent = settings.contextRounds === 0 ? [] : past.slice(-settings.contextRounds);
  return {
    guide: isOfUse ? (round === 1 ? evidenceGuide(facts) : evidenceReminder(facts)) : undefined,
    fileTree: round === 1 ? evidence.fileTree : undefined,
    findings: recent.flatMap((record) => record.evidence.executions.map((entry) => asSeen(entry, seat, seen))),
    longestFinding: settings.outputMaxChars,
  };
}

/** Whoever asked is known to the reader by the same label as its answer. */
function asSeen(execution: ToolExecution, seat: Seat, { peers }: PeersAsSeen): PromptFinding {
  const askers = [execution.participant, ...(execution.also_asked_by ?? [])].map((participant) =>
    participant === seat.participant
      ? 'you'
      : (peers.find((peer) => peer.seat.participant === participant)?.label ?? 'another participant'),
  );
  return {
    origin: `${askers.join(' and ')} asked in round ${execution.round}`,
    request: describeRequest(execution.tool, execution.arguments),
    text: execution.success ? execution.output : `no result: ${execution.error}`,
  };
}
