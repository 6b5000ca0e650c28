import type { Logger } from '../../kernel/logger.js';
import { describeFailure, isPermanent } from '../../models/index.js';
import type { Similarity } from '../../semantics/index.js';
import type { CheckedRequest } from '../check-request.js';
import { type ConvergenceTracker, createConvergenceTracker } from '../convergence/convergence-tracker.js';
import type { CouncilDependencies } from '../council.js';
import type { Evidence } from '../evidence/open-evidence.js';
import { createOptionBook, type OptionBook } from '../options/option-book.js';
import { createOptionMatcher, type OptionMatcher } from '../options/option-matcher.js';
import { type PeerLabels, peersAsSeenBy } from '../panel/peer-labels.js';
import type { Seat } from '../panel/seat.js';
import type { OnProgress } from '../progress.js';
import type { Redact } from '../redact.js';
import { type TimeLimits, withTimeout } from '../time-limits.js';
import { countVotes, votesUpTo } from '../verdict/count-votes.js';
import { boundSimilarity } from './bounded-similarity.js';
import { briefParticipant, isFoundShownLater } from './brief-participant.js';
import type { ReadByParticipant } from './consult-evidence.js';
import { answeredTurns, type RoundRecord, type Turn } from './debate-record.js';
import { spendingOf } from './spending.js';
import { takeTurn } from './take-turn.js';
import { reasonToStop } from './when-to-stop.js';

/** Everything that was said, and why the debate ended. */
export interface Debate {
  readonly seats: readonly Seat[];
  readonly rounds: readonly RoundRecord[];
  readonly book: OptionBook;
  /** By which labels a participant knew the others. */
  readonly labelsOf: (participant: string) => PeerLabels;
  readonly convergence: ConvergenceTracker;
  /** Set when a cap or the caller ended it before its time. */
  readonly cutShort: string | null;
  /** Why participants could not look at the project, although they should have; null otherwise. */
  readonly evidenceRefusal: string | null;
}

export interface DebateMeans {
  readonly redact: Redact;
  /** What earlier deliberations decided, for the first round; empty without any. */
  readonly pastDecisions: string;
  /** Undefined where participants cannot look at the project. */
  readonly evidence: Evidence | undefined;
  /** Why they cannot, although they should; null otherwise. */
  readonly evidenceRefusal: string | null;
}

export async function holdDebate(
  deliberationId: string,
  request: CheckedRequest,
  seats: readonly Seat[],
  limits: TimeLimits,
  onProgress: OnProgress,
  { redact, pastDecisions, evidence, evidenceRefusal }: DebateMeans,
  dependencies: CouncilDependencies,
): Promise<Debate> {
  const { settings } = dependencies;
  const bound = (similarity: Similarity) => boundSimilarity(similarity, limits.signal);
  const matcher = createOptionMatcher(bound(dependencies.optionSimilarity), settings.optionGroupingThreshold);
  const book = createOptionBook(matcher.same);
  const convergence = createConvergenceTracker(settings.convergence, bound(dependencies.similarity));
  const anonymity = { anonymize: settings.anonymize, seed: deliberationId };
  const rounds: RoundRecord[] = [];
  const readBy = new Map<string, ReadByParticipant>();
  let cutShort: string | null = null;

  for (let round = 1; round <= request.rounds && cutShort === null; round++) {
    onProgress({ kind: 'round_started', round, rounds: request.rounds });
    const held = await holdRound(round);
    rounds.push(held);
    await enterVotes(book, matcher, held, dependencies.logger);
    await convergence.assess(rounds, book).catch((error: unknown) => {
      dependencies.logger.log('error', 'convergence_not_assessed', { message: String(error) });
    });

    cutShort = reasonForCuttingShort(round);
    const stop = cutShort ?? reasonToStop({ rounds, book, convergence, request, settings });
    const tally = countVotes(votesUpTo(rounds, book), book);
    onProgress({
      kind: 'round_finished',
      round,
      rounds: request.rounds,
      tally,
      stop: round < request.rounds ? stop : null,
    });
    if (stop !== null) break;
  }
  const labelsOf = (participant: string) => peersAsSeenBy(participant, seats, anonymity).labels;
  return { seats, rounds, book, labelsOf, convergence, cutShort, evidenceRefusal };

  async function holdRound(round: number): Promise<RoundRecord> {
    const roundLimits = withTimeout(limits, settings.roundTimeoutMs);
    const evidenceRound = evidence?.openRound(round, roundLimits);
    const scene = {
      round,
      request,
      seats,
      past: [...rounds],
      book,
      anonymity,
      pastDecisions,
      evidence,
      settings: settings.evidence,
    };
    try {
      const turns = await Promise.all(
        seats.map(async (seat) => {
          const { participant } = seat;
          const turn =
            repeatedFailure(seat, round) ??
            (await takeTurn(seat, briefParticipant(seat, scene), {
              book,
              workingDirectory: request.workingDirectory,
              limits: roundLimits,
              voteRetries: settings.voteRetries,
              clock: dependencies.clock,
              redact,
              access: evidenceRound && {
                round: evidenceRound,
                read: readSoFar(participant),
                sameRound: settings.evidence.sameRound,
                isShownLater: isFoundShownLater(round, request, settings.evidence),
                onLook: (tools) => onProgress({ kind: 'looked', round, participant, tools }),
              },
              checkCitations: async (text) => (await evidence?.checkCitations(text, roundLimits)) ?? [],
            }));
          report(turn, book, onProgress);
          return turn;
        }),
      );
      return { round, turns, evidence: evidenceRound?.close() ?? NOTHING };
    } finally {
      roundLimits.release();
    }
  }

  function readSoFar(participant: string): ReadByParticipant {
    const read = readBy.get(participant) ?? { material: new Set(), answers: new Set() };
    readBy.set(participant, read);
    return read;
  }

  /** Asking a tool again that is not installed would only fail again, and hold up nobody but cost a call. */
  function repeatedFailure(seat: Seat, round: number): Turn | undefined {
    const last = rounds.at(-1)?.turns.find((turn) => turn.seat === seat);
    if (last?.outcome.kind !== 'failed' || !isPermanent(last.outcome.failure)) return undefined;
    return { ...last, round, startedAt: dependencies.clock.now(), durationMs: 0, calls: [] };
  }

  function reasonForCuttingShort(round: number): string | null {
    if (limits.signal.aborted) {
      return limits.reason().kind === 'timeout'
        ? `the time cap of ${request.maxSeconds} s was reached`
        : 'it was cancelled';
    }
    const spent = spendingOf(rounds);
    const isLast = round === request.rounds;
    if (!isLast && request.maxCostUsd !== undefined && spent.usd > request.maxCostUsd) {
      return `the cost cap of $${request.maxCostUsd} was reached ($${spent.usd.toFixed(4)} spent)`;
    }
    return null;
  }
}

const NOTHING: RoundRecord['evidence'] = { executions: [], outputs: new Map(), notRun: [] };

/** The first round's options are merged together and frozen; those of later rounds join them one by one. */
async function enterVotes(book: OptionBook, matcher: OptionMatcher, held: RoundRecord, logger: Logger): Promise<void> {
  const { round } = held;
  const votes = answeredTurns(held).flatMap(({ outcome }) =>
    outcome.vote.kind === 'vote' ? [outcome.vote.vote.option] : [],
  );
  // Without a likeness the words alone decide: no reason to lose the votes.
  const known = book.list().map(({ text }) => text);
  const named = votes.filter((option) => round === 1 || book.find(option) === undefined);
  await matcher.prepare(known, named).catch((error: unknown) => {
    logger.log('warn', 'options_not_compared', { message: String(error) });
  });
  if (round === 1) book.enterFirstRound(votes);
  else for (const option of votes) book.enter(option);
}

function report(turn: Turn, book: OptionBook, onProgress: OnProgress): void {
  const shared = { round: turn.round, participant: turn.seat.participant, duration_ms: turn.durationMs };
  if (turn.outcome.kind === 'failed') {
    onProgress({ kind: 'failed', ...shared, reason: describeFailure(turn.outcome.failure) });
    return;
  }
  const { vote } = turn.outcome;
  const named =
    vote.kind === 'vote' ? { ...vote.vote, option: book.find(vote.vote.option)?.text ?? vote.vote.option } : null;
  onProgress({ kind: 'answered', ...shared, vote: named });
}
