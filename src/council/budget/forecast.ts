import { formatUsd } from '../../kernel/format-usd.js';
import { UserError } from '../../kernel/user-error.js';
import type { EngineDependencies } from '../contract/council.js';
import type { Estimate, PastCalls, Range } from '../contract/estimate.js';
import type { CheckedRequest } from '../contract/request.js';
import type { CouncilSettings } from '../contract/settings.js';
import { findWriters } from '../panel/find-writers.js';
import type { Seat } from '../panel/seat.js';
import { buildPrompt } from '../prompt/build-prompt.js';
import { evidenceGuide } from '../prompt/evidence-guide.js';
import { cheapestPair, isPairBiased } from './cheapest-first.js';
import { estimateDebate } from './estimate-debate.js';
import {
  CHARACTERS_PER_TOKEN,
  type Expectation,
  expectedCost,
  getExpectation,
  promptTokensFor,
} from './expectation.js';

/** What a deliberation is expected to take; plain data, because a run that is done over starts from the same. */
export interface Forecast {
  readonly estimate: Estimate;
  /** The cost of one long answer from each participant that is asked first, if its price is known. */
  readonly firstRoundUsd: number;
  /** What is known of past calls, by participant and by writer of the summary. */
  readonly past: Readonly<Record<string, PastCalls>>;
  /** What the person should know about the cap before the first call; null otherwise. */
  readonly notice: string | null;
}

type ForecastContext = Pick<EngineDependencies, 'settings' | 'directory' | 'history' | 'memory' | 'logger'>;

/** Asks no model; only checks whether the writer of the summary is available. */
export async function forecastDebate(
  request: CheckedRequest,
  seats: readonly Seat[],
  context: ForecastContext,
): Promise<Forecast> {
  const { settings } = context;
  const panel = await Promise.all(seats.map((seat) => expect(seat, context)));
  const writers = await expectWriters(request, seats, context);
  const pair = request.cheapestFirst ? cheapestPair(seats) : undefined;
  const first = pair === undefined ? panel : panel.filter(({ seat }) => pair.includes(seat));
  const promptTokens = measureFirstPrompt(request, settings, context.memory !== undefined);
  const estimate = estimateDebate({
    request,
    panel,
    first,
    writer: writers.find(hasKnownCost) ?? writers[0],
    settings,
    promptTokens,
  });
  const known = [...writers, ...panel].flatMap(({ seat, past }) =>
    past === undefined ? [] : [[seat.participant, past] as const],
  );
  const firstRoundUsd = first.reduce((sum, one) => sum + (firstCost(one, promptTokens) ?? 0), 0);
  const notices = [
    ...capNotices(request, { panel, writers, firstRoundUsd }),
    ...(request.cheapestFirst ? sideNotices(seats) : []),
  ];
  return {
    estimate,
    firstRoundUsd,
    past: Object.fromEntries(known),
    notice: notices.length === 0 ? null : notices.join(' '),
  };
}

/**
 * The models that may be asked for the summary: the first available one, and under a cap, where those of unknown cost are not
 * asked, the others up to one whose cost is known.
 */
async function expectWriters(
  { maxCostUsd }: CheckedRequest,
  seats: readonly Seat[],
  context: ForecastContext,
): Promise<Expectation[]> {
  const writers: Expectation[] = [];
  for await (const seat of findWriters(seats, context)) {
    const writer = await expect(seat, context);
    writers.push(writer);
    if (maxCostUsd === undefined || hasKnownCost(writer)) break;
  }
  return writers;
}

function hasKnownCost(expectation: Expectation): boolean {
  return expectedCost(expectation, { input: 1, output: 1 }, 'high') !== undefined;
}

/** A cap below the cost of the shortest debate allows no call at all; the person should know before it starts. */
export function expectAffordable({ maxCostUsd }: CheckedRequest, { firstRoundUsd }: Forecast): void {
  if (maxCostUsd === undefined || firstRoundUsd <= maxCostUsd) return;
  throw new UserError(
    'validation_error',
    `max_cost_usd: $${maxCostUsd} does not pay for one round, which is estimated at ${formatUsd(firstRoundUsd)}; raise it, name fewer or cheaper participants, or shorten the context`,
  );
}

function firstCost(seat: Expectation, { low }: Range): number | undefined {
  const tokens = { input: promptTokensFor(seat, low), output: seat.answerTokens.high };
  return expectedCost(seat, tokens, 'high');
}

async function expect(seat: Seat, { history, logger }: ForecastContext): Promise<Expectation> {
  let past: PastCalls | undefined;
  try {
    past = await history?.pastCalls(seat.adapter.name, seat.model);
  } catch (error) {
    logger.log('warn', 'past_calls_not_read', { model: seat.model, message: String(error) });
  }
  return getExpectation(seat, past);
}

/** The prompt without what is only known later, and with as much of that as there may be. */
function measureFirstPrompt(
  { question, ballot, context, rounds }: CheckedRequest,
  { evidence, fileTree }: CouncilSettings,
  hasMemory: boolean,
): Range {
  const prompt = buildPrompt({
    question,
    context,
    stance: 'neutral',
    round: 1,
    rounds,
    options: ballot.map((text, index) => ({ id: `O${index + 1}`, text })),
    ownLastAnswer: undefined,
    peers: [],
  });
  const guide = evidence.enabled ? evidenceGuide({ ...evidence, isShownLater: rounds > 1 }).length : 0;
  const tree = evidence.enabled && fileTree.enabled ? fileTree.maxFiles * MAX_NAME_LENGTH : 0;
  const low = (prompt.length + guide) / CHARACTERS_PER_TOKEN;
  const past = hasMemory ? PAST_DECISIONS : 0;
  return { low, high: low + tree / CHARACTERS_PER_TOKEN + past };
}

const MAX_NAME_LENGTH = 40;
/** The maximum length of the earlier decisions in a prompt, in tokens. */
const PAST_DECISIONS = 1_000;

interface CapInput extends Pick<Forecast, 'firstRoundUsd'> {
  readonly panel: readonly Expectation[];
  readonly writers: readonly Expectation[];
}

function capNotices({ maxCostUsd }: CheckedRequest, { panel, writers, firstRoundUsd: needed }: CapInput): string[] {
  if (maxCostUsd === undefined) return [];
  if (needed > maxCostUsd) return [`The cost cap of $${maxCostUsd} does not pay for one round (${formatUsd(needed)}).`];
  const unpriced = getNames(panel.filter((expectation) => !hasKnownCost(expectation)));
  const silent = getNames(writers.filter((writer) => !hasKnownCost(writer))).filter((name) => !unpriced.includes(name));
  const fix = 'no price is known before the first answer; give one under model_registry in the configuration.';
  return [
    ...(unpriced.length === 0
      ? []
      : [`The cost cap of $${maxCostUsd} cannot be kept for ${unpriced.join(', ')}: ${fix}`]),
    ...(silent.length === 0
      ? []
      : [`Because of the cost cap ${silent.join(', ')} will not be asked for the summary: ${fix}`]),
  ];
}

function getNames(expectations: readonly Expectation[]): string[] {
  return expectations.map(({ seat }) => seat.participant);
}

function sideNotices(seats: readonly Seat[]): string[] {
  return isPairBiased(seats)
    ? ['All participants are asked, despite cheapest_first: one of the two cheapest was given a side to argue.']
    : [];
}
