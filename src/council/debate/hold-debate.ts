import type { Budget } from '../budget/budget.js';
import { cheapestPair } from '../budget/cheapest-first.js';
import type { CheckedRequest } from '../check-request.js';
import { type ConvergenceTracker, createConvergenceTracker } from '../convergence/convergence-tracker.js';
import type { CouncilDependencies } from '../council.js';
import type { EvidenceRound } from '../evidence/evidence-round.js';
import type { Evidence } from '../evidence/open-evidence.js';
import { createOptionList, type OptionList } from '../options/option-list.js';
import { type PeerLabels, peersAsSeenBy } from '../panel/peer-labels.js';
import type { Seat } from '../panel/seat.js';
import type { OnProgress } from '../progress.js';
import { buildPrompt } from '../prompt/build-prompt.js';
import type { Redact } from '../redact.js';
import { recordSimilarity } from '../runs/record-similarity.js';
import type { Run } from '../runs/run.js';
import { type TimeLimits, withTimeout } from '../time-limits.js';
import { countVotes, votesUpTo } from '../verdict/count-votes.js';
import { boundSimilarity } from './bounded-similarity.js';
import { type BriefingScene, briefParticipant, isFoundShownLater } from './brief-participant.js';
import { challengeLead } from './challenge-lead.js';
import type { ReadByParticipant } from './consult-evidence.js';
import { canStillAnswer, lastTurnOf, type RoundRecord, retryTimeMs, type Turn, votesIn } from './debate-record.js';
import type { Asking, NextRound } from './next-round.js';
import { noTimeLeft, whatEndedIt } from './out-of-time.js';
import { reasonToWiden } from './reason-to-widen.js';
import { reportTurn } from './report-turn.js';
import { takeTurn } from './take-turn.js';
import { isWithoutAnswers, NO_ANSWERS, reasonToStop } from './when-to-stop.js';
import { withStanding } from './with-standing.js';

/** Everything that was said, and why the debate ended. */
export interface Debate {
  readonly seats: readonly Seat[];
  readonly rounds: readonly RoundRecord[];
  readonly options: OptionList;
  /** By which labels a participant knew the others. */
  readonly labelsOf: (participant: string) => PeerLabels;
  readonly convergence: ConvergenceTracker;
  /** With `cheapest_first`: who did not have to be asked, because two settled it; none of the seats. */
  readonly notAsked: readonly Seat[];
  /** Set when a cap or the caller ended it before its time. */
  readonly cutShort: string | null;
  /** Where the lead could be challenged: why nobody was asked any further; null otherwise. */
  readonly challengeEnd: string | null;
  /** Why participants could not look at the project, although they should have; null otherwise. */
  readonly evidenceRefusal: string | null;
}

export interface DebateMeans {
  readonly redact: Redact;
  readonly budget: Budget;
  readonly run: Run;
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
  { redact, budget, run, pastDecisions, evidence, evidenceRefusal }: DebateMeans,
  dependencies: CouncilDependencies,
): Promise<Debate> {
  const { settings } = dependencies;
  const options = createOptionList(request);
  const similarity = recordSimilarity('answers', boundSimilarity(dependencies.similarity, limits.signal), run);
  const convergence = createConvergenceTracker(settings.convergence, similarity);
  const anonymity = { anonymize: settings.anonymize, seed: deliberationId };
  const rounds: RoundRecord[] = [];
  const readBy = new Map<string, ReadByParticipant>();
  /** Who takes part; with `cheapest_first` two, until they are found not to settle it. */
  let seated = (request.cheapestFirst ? cheapestPair(seats) : undefined) ?? seats;
  let asking: Asking = { kind: 'ask', seats: seated, because: null, tested: [] };
  let cutShort: string | null = null;
  let challengeEnd: string | null = null;

  for (let round = 1; round <= request.rounds && cutShort === null; round++) {
    const { seats: asked, because } = asking;
    const whom = asked === seats ? {} : { ...namesOf(asked), ...(because === null ? {} : { because }) };
    onProgress({ kind: 'round_started', round, rounds: request.rounds, ...whom });
    const held = await holdRound(round, asking);
    rounds.push(held);
    options.addVotes(votesIn(held).map(({ option }) => option));
    await convergence.assess(withStanding(rounds), options).catch((error: unknown) => {
      dependencies.logger.log('error', 'convergence_not_assessed', { message: String(error) });
    });

    cutShort ??= run.note(`ending/round/${round}`, () => whatEndedIt(limits, request));
    const next = cutShort === null ? nextRound() : null;
    const ended = cutShort ?? (next?.kind === 'end' ? next.reason : null);
    if (next?.kind === 'ask') asking = next;
    // What would have ended here anyway was not cut short by a cap.
    if (ended === null && round < request.rounds) cutShort = reasonAgainst(round + 1, asking);
    const stop = ended ?? cutShort;
    const tally = countVotes(votesUpTo(rounds, options), options);
    onProgress({
      kind: 'round_finished',
      round,
      rounds: request.rounds,
      tally,
      stop: round < request.rounds ? stop : null,
    });
    // In a single round nothing could be tested, so nothing is told of a test.
    if (request.challenge && request.rounds > 1) challengeEnd = stop ?? 'no further round was allowed';
    if (stop !== null) break;
  }
  const labelsOf = (participant: string) => peersAsSeenBy(participant, seated, anonymity).labels;
  const notAsked = seats.filter((seat) => !seated.includes(seat));
  return { seats: seated, rounds, options, labelsOf, convergence, notAsked, cutShort, challengeEnd, evidenceRefusal };

  function nextRound(): NextRound {
    if (isWithoutAnswers(rounds)) return { kind: 'end', reason: NO_ANSWERS };
    if (request.challenge) return challengeLead(seated, rounds, options);
    const reason = reasonToStop({ rounds, options, convergence, request, settings });
    return reason === null ? { kind: 'ask', seats: seated, because: null, tested: [] } : { kind: 'end', reason };
  }

  async function holdRound(round: number, { seats: asked, because, tested }: Asking): Promise<RoundRecord> {
    const waves = seated === seats ? 1 : 2;
    const roundLimits = withTimeout(limits, settings.roundTimeoutMs * waves);
    const evidenceRound = evidence?.openRound(round, roundLimits);
    const ask = async (wave: readonly Seat[]) => {
      const waveLimits = withTimeout(roundLimits, settings.roundTimeoutMs);
      try {
        return await Promise.all(wave.map((seat) => holdTurn(seat, round, tested, waveLimits, evidenceRound)));
      } finally {
        waveLimits.release();
      }
    };
    try {
      const first = await ask(asked);
      const turns = [...first, ...(await widen(first, round, ask))];
      const inOrder = seats.flatMap((seat) => turns.find((turn) => turn.seat === seat) ?? []);
      const found = evidenceRound?.close() ?? NOTHING;
      return { round, turns: inOrder, evidence: found, ...(because === null ? {} : { because }) };
    } finally {
      roundLimits.release();
    }
  }

  /**
   * The turns of the others, where only two were asked and these do not settle it. If a cap or the caller is in the
   * way, the others are missing: a quorum of the two alone would hide that their voices were needed.
   */
  async function widen(
    first: readonly Turn[],
    round: number,
    ask: (wave: readonly Seat[]) => Promise<readonly Turn[]>,
  ): Promise<readonly Turn[]> {
    const reason = seated === seats ? null : reasonToWiden(first, request);
    if (reason === null) return [];
    const others = seats.filter((seat) => !seated.includes(seat));
    seated = seats;
    const hasEnded = run.note(`ending/wave/${round}`, () => (limits.signal.aborted ? true : null)) !== null;
    if (hasEnded) return others.map((seat) => unheard(seat, round, 'the debate ended before it could be asked'));
    cutShort = budget.refusal(promptsFor(others, round, []), 'the other participants');
    const detail = cutShort;
    if (detail !== null) return others.map((seat) => unheard(seat, round, detail));
    onProgress({ kind: 'widened', round, reason, ...namesOf(others) });
    return ask(others);
  }

  function unheard(seat: Seat, round: number, detail: string): Turn {
    const failure = { kind: 'not_asked', detail } as const;
    const turn: Turn = {
      seat,
      round,
      startedAt: dependencies.clock.now(),
      durationMs: 0,
      outcome: { kind: 'failed', failure },
    };
    reportTurn(turn, options, onProgress);
    return turn;
  }

  async function holdTurn(
    seat: Seat,
    round: number,
    tested: readonly string[],
    roundLimits: TimeLimits,
    evidenceRound: EvidenceRound | undefined,
  ): Promise<Turn> {
    const { participant } = seat;
    const retryMs = retryTimeMs(seat, rounds);
    const turnLimits = retryMs === undefined ? roundLimits : withTimeout(roundLimits, retryMs);
    const turn =
      repeatedFailure(seat, round) ??
      (await takeTurn(seat, briefParticipant(seat, sceneOf(round, tested)), {
        options,
        workingDirectory: request.workingDirectory,
        limits: turnLimits,
        voteRetries: settings.voteRetries,
        clock: dependencies.clock,
        redact,
        budget,
        run,
        access: evidenceRound && {
          round: evidenceRound,
          read: readSoFar(participant),
          sameRound: settings.evidence.sameRound,
          isShownLater: isFoundShownLater(round, request, settings.evidence),
          onLook: (tools) => onProgress({ kind: 'looked', round, participant, tools }),
        },
        checkCitations: async (text) => (await evidence?.checkCitations(text, turnLimits)) ?? [],
      }));
    if (turnLimits !== roundLimits) turnLimits.release();
    reportTurn(turn, options, onProgress);
    return turn;
  }

  function sceneOf(round: number, tested: readonly string[]): BriefingScene {
    const past = rounds.slice(0, round - 1);
    return {
      round,
      request,
      seats,
      past,
      options,
      anonymity,
      pastDecisions,
      tested,
      evidence,
      settings: settings.evidence,
    };
  }

  function promptsFor(some: readonly Seat[], round: number, tested: readonly string[]) {
    // Long to write, and of use only where there is a cap.
    if (budget.maxCostUsd === undefined) return [];
    const scene = sceneOf(round, tested);
    return some
      .filter((seat) => repeatedFailure(seat, round) === undefined)
      .map((seat) => ({ seat, prompt: buildPrompt(briefParticipant(seat, scene)) }));
  }

  function readSoFar(participant: string): ReadByParticipant {
    const read = readBy.get(participant) ?? { material: new Set(), answers: new Set() };
    readBy.set(participant, read);
    return read;
  }

  /** Asking a tool again that is not installed would only fail again, and hold up nobody but cost a call. */
  function repeatedFailure(seat: Seat, round: number): Turn | undefined {
    const last = lastTurnOf(seat, rounds);
    if (last === undefined || canStillAnswer(seat, rounds)) return undefined;
    return { ...last, round, startedAt: last.startedAt, durationMs: 0 };
  }

  /** A round that could not be finished would only cost: nobody's answer to it would count. */
  function reasonAgainst(round: number, { seats: asked, tested }: Asking): string | null {
    const money = budget.refusal(promptsFor(asked, round, tested), 'another round');
    if (money !== null) return money;
    return run.note(`ending/time/${round}`, () => noTimeLeft(rounds.at(-1), limits, request));
  }
}

function namesOf(seats: readonly Seat[]): { readonly asked: readonly string[] } {
  return { asked: seats.map(({ participant }) => participant) };
}

const NOTHING: RoundRecord['evidence'] = { executions: [], outputs: new Map(), notRun: [] };
