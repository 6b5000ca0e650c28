import type { Estimate, Range } from '../contract/estimate.js';
import type { CheckedRequest } from '../contract/request.js';
import { MAX_TIMES_ASKED } from '../contract/request.js';
import type { CouncilSettings } from '../contract/settings.js';
import { type CallTokens, type Expectation, expectedCost, promptTokensFor } from './expectation.js';

export interface EstimateInput {
  readonly request: Pick<CheckedRequest, 'rounds' | 'challenge'>;
  /** All participants that may be asked. */
  readonly panel: readonly Expectation[];
  /** Who is asked first, where only some are. */
  readonly first: readonly Expectation[];
  /** Who would write the summary; undefined where no model does. */
  readonly writer: Expectation | undefined;
  readonly settings: CouncilSettings;
  /** Of the first round's prompt: what is known of it, and with all that may be added. */
  readonly promptTokens: Range;
}

/** Adds up the shortest and the longest course of a debate. */
export function estimateDebate(debate: EstimateInput): Estimate {
  const low = shortestCourse(debate);
  const high = longestCourse(debate);
  const range = (measure: (call: PlannedCall) => number): Range => ({
    low: total(low.calls, measure),
    high: total(high.calls, measure),
  });
  const unpriced = [...new Set(high.calls.filter(({ usd }) => usd === undefined).map(({ name }) => name))];
  const usd = range((call) => call.usd ?? 0);
  const money = { low: roundUsd(usd.low), high: roundUsd(usd.high) };
  return {
    calls: range(() => 1),
    input_tokens: range(({ input }) => input),
    output_tokens: range(({ output }) => output),
    ...(unpriced.length === 0 ? { usd: money } : { usd: 'unknown' as const, known_usd: money, unpriced }),
    seconds: { low: Math.round(low.seconds), high: Math.round(high.seconds) },
    basis: getBasis(debate),
  };
}

interface PlannedCall extends CallTokens {
  readonly name: string;
  readonly usd: number | undefined;
}

interface Course {
  readonly calls: readonly PlannedCall[];
  readonly seconds: number;
}

function shortestCourse({ first, writer, promptTokens }: EstimateInput): Course {
  const answers = first.map((seat) => planned(seat, { input: promptTokens.low, output: seat.answerTokens.low }, 'low'));
  const read = total(answers, ({ output }) => output);
  return {
    calls: [...answers, ...toSummary(writer, read, 'low')],
    seconds: longest(first, ({ seconds }) => seconds.low) + (writer?.seconds.low ?? 0),
  };
}

/** A participant answers, finishes its answer with evidence and is asked for its vote again, whenever it is its turn. */
function longestCourse({ request, panel, first, writer, settings, promptTokens }: EstimateInput): Course {
  const followUps = settings.evidence.enabled && settings.evidence.sameRound ? 1 : 0;
  const allAnswers = panel.reduce((sum, { answerTokens }) => sum + answerTokens.high, 0);
  // No participant is asked more often, but one may be asked in every round.
  const turns = request.challenge ? Math.min(request.rounds, MAX_TIMES_ASKED) : request.rounds;
  const calls = panel.flatMap((seat) =>
    Array.from({ length: turns }, (_, index) => {
      const output = seat.answerTokens.high;
      // From the second round on the prompt contains the last answer of all participants.
      const input = promptTokens.high + (index === 0 ? 0 : allAnswers);
      const followUp = { input: input + output + FINDINGS, output };
      const vote = { input: input + output, output: Math.min(output, VOTE_ANSWER) };
      return [
        planned(seat, { input, output }, 'high'),
        ...Array.from({ length: followUps }, () => planned(seat, followUp, 'high')),
        ...Array.from({ length: settings.voteRetries }, () => planned(seat, vote, 'high')),
      ];
    }).flat(),
  );
  const summary = toSummary(writer, allAnswers, 'high');
  const callsPerTurn = 1 + followUps + settings.voteRetries;
  const perRound = longest(panel, ({ seconds }) => seconds.high) * callsPerTurn;
  const waves = request.rounds + (first.length < panel.length ? 1 : 0);
  return { calls: [...calls, ...summary], seconds: perRound * waves + (writer?.seconds.high ?? 0) };
}

function toSummary(writer: Expectation | undefined, read: number, end: keyof Range): PlannedCall[] {
  return writer === undefined ? [] : [planned(writer, { input: SUMMARY_PROMPT + read, output: SUMMARY_ANSWER }, end)];
}

const SUMMARY_PROMPT = 300;
const SUMMARY_ANSWER = 400;
const VOTE_ANSWER = 150;
/** The most that is shown of one's own findings, in tokens. */
const FINDINGS = 4_000;

function planned(expectation: Expectation, tokens: CallTokens, end: keyof Range): PlannedCall {
  const { participant, adapter } = expectation.seat;
  const input = Math.round(promptTokensFor(expectation, tokens.input));
  const output = adapter.kind === 'demo' ? 0 : Math.round(tokens.output);
  return { name: participant, input, output, usd: expectedCost(expectation, { input, output }, end) };
}

function getBasis({ panel, writer }: EstimateInput): string[] {
  const models = [...panel, ...(writer === undefined ? [] : [writer])].filter(
    ({ seat }) => seat.adapter.kind !== 'demo',
  );
  if (models.length === 0) return ['a demo calls no model'];
  const known = new Map(models.map(({ seat, past }) => [`${seat.model}@${seat.adapter.name}`, past?.calls ?? 0]));
  const measured = [...known].filter(([, calls]) => calls > 0).map(([name, calls]) => `${name} (${calls})`);
  const assumed = [...known].filter(([, calls]) => calls === 0).map(([name]) => name);
  return [
    'prompts: four characters to a token, growing by the answers of each round',
    ...(measured.length === 0 ? [] : [`answers and times of past calls: ${measured.join(', ')}`]),
    ...(assumed.length === 0
      ? []
      : [`no past calls, so 600 to 1,200 tokens and 10 to 60 s for an answer: ${assumed.join(', ')}`]),
  ];
}

function total(calls: readonly PlannedCall[], measure: (call: PlannedCall) => number): number {
  return calls.reduce((sum, call) => sum + measure(call), 0);
}

function longest(seats: readonly Expectation[], seconds: (seat: Expectation) => number): number {
  return Math.max(0, ...seats.map(seconds));
}

/** Hundredths of a cent: more digits would claim more than an estimate knows. */
function roundUsd(usd: number): number {
  return usd < 0.0001 ? Number(usd.toPrecision(2)) : Math.round(usd * 10_000) / 10_000;
}
