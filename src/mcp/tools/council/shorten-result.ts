import type { DebateEntry, DeliberationResult, ToolExecutions, VotingResult } from '../../../council/index.js';
import { cutText } from '../../../kernel/cut-text.js';

/** How much of a result a client gets: the verdict with its reasons, or the debate too. */
type Detail = 'verdict' | 'debate';

export interface ShortenOptions {
  readonly detail: Detail;
  readonly maxRounds: number;
  readonly maxBytes?: number;
}

/** A result as a client sees it; the transcript on disk always has everything. */
export type ShownResult = Omit<DeliberationResult, 'context' | 'tool_executions' | 'citations' | 'cost'> & {
  readonly next_step?: string;
  /** Null unless `witan view` runs. */
  readonly view_url: string | null;
  readonly tool_executions: Pick<ToolExecutions, 'total' | 'by_round' | 'by_type'> & Partial<ToolExecutions>;
  readonly citations?: DeliberationResult['citations'];
  readonly cost: Pick<DeliberationResult['cost'], 'usd' | 'tokens' | 'calls' | 'seconds'>;
};

type Result = Omit<DeliberationResult, 'context'> & Pick<ShownResult, 'next_step' | 'view_url'>;

export function shortenResult(
  { context: _context, ...result }: DeliberationResult & Pick<ShownResult, 'next_step' | 'view_url'>,
  { detail, maxRounds, maxBytes }: ShortenOptions,
): ShownResult {
  if (detail === 'debate') return showDebate(result, maxRounds, maxBytes ?? MAX_DEBATE_BYTES);
  return showVerdict(
    result,
    maxBytes ?? Math.max(MIN_VERDICT_BYTES, BYTES_PER_PARTICIPANT * result.participants.length),
  );
}

/** Clients save a long result to a file or refuse it. */
const MAX_DEBATE_BYTES = 80_000;
const MIN_VERDICT_BYTES = 8_000;
const BYTES_PER_PARTICIPANT = 2_000;

const MAX_RATIONALE_LENGTH = 160;
const MAX_RECOMMENDATION_LENGTH = 2_000;
const VERDICT_LIMITS: Limits = { text: 240, entries: 100 };
const DEBATE_LIMITS: Limits = { text: 1_000, entries: 100 };
/** What leads to the rest, and what was asked for. */
const KEPT_WHOLE = new Set([
  ...['verdict', 'status', 'winning_option', 'final_recommendation'],
  ...['transcript_path', 'deliberation_id', 'decision_id', 'next_step', 'working_directory'],
]);

function showVerdict(result: Result, maxBytes: number): ShownResult {
  const { citations: _citations, ...rest } = withShortRecommendation(result);
  const { total, by_round, by_type } = result.tool_executions;
  const { usd, tokens, calls, seconds } = result.cost;
  const shown: ShownResult = {
    ...limitVotes(rest, { earlier: 0, last: MAX_RATIONALE_LENGTH }),
    full_debate: [],
    full_debate_truncated: true,
    tool_executions: { total, by_round, by_type },
    cost: { usd, tokens, calls, seconds },
  };
  const cut = cutValues(shown, VERDICT_LIMITS, KEPT_WHOLE);
  return sizeOf(cut) <= maxBytes ? cut : fitWithNotice(shown, maxBytes, VERDICT_LIMITS);
}

/** The last rounds and the last answer of each participant; then texts are cut until the whole fits. */
function showDebate(result: Result, maxRounds: number, maxBytes: number): ShownResult {
  const debate = keepLastRounds(result.full_debate, maxRounds);
  const isCut = debate.length < result.full_debate.length;
  const tool_executions = withShortOutputs(result.tool_executions);
  const shown = { ...result, full_debate: debate, full_debate_truncated: isCut, tool_executions };
  if (sizeOf(shown) <= maxBytes) return shown;
  // The verdict comes first, but half of the size is for the debate as long as there is one.
  const room = Math.max(Math.floor(maxBytes / 2), maxBytes - sizeOf(debate));
  const verdict = fitVerdict({ ...withShortRecommendation(shown), full_debate: [] }, room);
  const shortDebate = fitDebate(debate, maxBytes - sizeOf(verdict));
  return { ...verdict, full_debate: shortDebate, full_debate_truncated: isCut || shortDebate !== debate };
}

/** Cuts look-ups and citations first, then the reasons of earlier votes, then everything. */
function fitVerdict(shown: Result, maxBytes: number): ShownResult {
  const brief = withBriefEvidence(shown);
  const steps = [brief, limitVotes(brief, { earlier: 300, last: Number.POSITIVE_INFINITY })].map(withNotice);
  if (sizeOf(shown) <= maxBytes) return shown;
  return steps.find((step) => sizeOf(step) <= maxBytes) ?? fitWithNotice(brief, maxBytes, DEBATE_LIMITS);
}

function fitWithNotice(shown: ShownResult, maxBytes: number, start: Limits): ShownResult {
  const voting = shown.voting_result;
  const lastVotes = voting?.votes_by_round.filter(({ round }) => round >= shown.total_rounds) ?? [];
  const last = { ...shown, voting_result: voting && { ...voting, votes_by_round: lastVotes } };
  return withNotice(fitSize(last, maxBytes - sizeOf(NOTICE) - 1, { start, keptWhole: KEPT_WHOLE }));
}

const NOTICE = 'this reply was shortened to fit into the client; the transcript has everything';

function withNotice<Shown extends Pick<ShownResult, 'integrity'>>(shown: Shown): Shown {
  return { ...shown, integrity: { ...shown.integrity, warnings: [...shown.integrity.warnings, NOTICE] } };
}

function keepLastRounds(debate: readonly DebateEntry[], maxRounds: number): readonly DebateEntry[] {
  const firstKept = Math.max(0, ...debate.map(({ round }) => round)) - maxRounds + 1;
  const last = lastAnswers(debate);
  // The vote of a participant that is not asked again still counts, so its answer is needed.
  const kept = debate.filter((entry) => entry.round >= firstKept || last.has(entry));
  // A draft was replaced by its author.
  return kept.map(({ draft: _draft, ...entry }) => entry);
}

/** The last answer of each participant, in whichever round it was. */
function lastAnswers(debate: readonly DebateEntry[]): ReadonlySet<DebateEntry> {
  return new Set(new Map(debate.map((entry) => [entry.participant, entry])).values());
}

/** Cuts the longest answers first. Where not even their beginnings fit, the earliest are left out, last answers last. */
function fitDebate(debate: readonly DebateEntry[], maxBytes: number): readonly DebateEntry[] {
  if (sizeOf(debate) <= maxBytes) return debate;
  const cutTo = (length: number) => debate.map((entry) => ({ ...entry, response: cutText(entry.response, length) }));
  let length = Math.max(MIN_ANSWER_LENGTH, Math.floor(maxBytes / debate.length));
  while (length > MIN_ANSWER_LENGTH && sizeOf(cutTo(length)) > maxBytes) {
    length = Math.max(MIN_ANSWER_LENGTH, Math.floor(length * 0.8));
  }
  let kept = cutTo(length);
  const last = lastAnswers(kept);
  for (const entry of [...kept.filter((answer) => !last.has(answer)), ...last]) {
    if (sizeOf(kept) <= maxBytes) break;
    kept = kept.filter((answer) => answer !== entry);
  }
  return kept;
}

const MIN_ANSWER_LENGTH = 100;

/** Cuts the reasons of votes, in the last round and before. */
function limitVotes<Shown extends Pick<ShownResult, 'voting_result' | 'total_rounds'>>(
  shown: Shown,
  { earlier, last }: { readonly earlier: number; readonly last: number },
): Shown {
  const { voting_result: voting, total_rounds: lastRound } = shown;
  if (voting === null) return shown;
  const votes_by_round = voting.votes_by_round.map((entry) => ({
    ...entry,
    vote: limitVote(entry.vote, entry.round < lastRound ? earlier : last),
  }));
  return { ...shown, voting_result: { ...voting, votes_by_round } };
}

type Vote = VotingResult['votes_by_round'][number]['vote'];

function limitVote(vote: Vote, length: number): Vote {
  if (length === Number.POSITIVE_INFINITY) return vote;
  // Who changed their vote, and why, is in the counterfactual.
  const { ranking: _ranking, same: _same, changed_because: _because, ...rest } = vote;
  return { ...rest, rationale: cutText(rest.rationale, length) };
}

function withShortRecommendation<Shown extends Pick<ShownResult, 'summary'>>(shown: Shown): Shown {
  const final_recommendation = cutText(shown.summary.final_recommendation, MAX_RECOMMENDATION_LENGTH);
  return { ...shown, summary: { ...shown.summary, final_recommendation } };
}

/** Outputs fill the caller's context and are seldom read. */
function withShortOutputs(executions: ToolExecutions): ToolExecutions {
  const records = executions.records.map((record) =>
    record.success
      ? { ...record, output: cutText(record.output, MAX_OUTPUT_LENGTH) }
      : { ...record, error: cutText(record.error, MAX_OUTPUT_LENGTH) },
  );
  return { ...executions, records };
}

const MAX_OUTPUT_LENGTH = 200;

/** The counts stay. Citations that could not be verified come first: they are what a reader must know. */
function withBriefEvidence(shown: Result): Result {
  const { records, not_run, ...counts } = shown.tool_executions;
  const citations = [...shown.citations].sort((a, b) => Number(a.verified) - Number(b.verified));
  return {
    ...shown,
    tool_executions: {
      ...counts,
      records: records
        .slice(-MAX_EVIDENCE)
        .map((record) => (record.success ? { ...record, output: cutText(record.output, 1) } : record)),
      not_run: not_run.slice(-MAX_EVIDENCE),
    },
    citations: citations.slice(0, MAX_EVIDENCE).map(({ quote: _quote, ...citation }) => citation),
  };
}

const MAX_EVIDENCE = 20;

/** Bytes on the wire, which are more than those of the texts: JSON escapes some. */
function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

interface Limits {
  /** Characters of a text. */
  readonly text: number;
  /** Entries of a list or a table. */
  readonly entries: number;
}

/** Texts, lists and tables become ever shorter until the whole fits. Its shape stays as it is. */
function fitSize<Value extends object>(
  value: Value,
  maxBytes: number,
  { start, keptWhole }: { readonly start: Limits; readonly keptWhole: ReadonlySet<string> },
): Value {
  for (let limits = start; ; limits = tighter(limits)) {
    const cut = cutValues(value, limits, keptWhole);
    if (sizeOf(cut) <= maxBytes || limits.text <= 1) return cut;
  }
}

function tighter({ text, entries }: Limits): Limits {
  return { text: Math.floor(text * 0.6), entries: Math.max(1, Math.floor(entries * 0.7)) };
}

/** Fields of these names are kept whole, at any depth. */
function cutValues<Value>(value: Value, limits: Limits, keptWhole: ReadonlySet<string>): Value {
  return cut(value) as Value;

  function cut(part: unknown): unknown {
    if (typeof part === 'string') return cutText(part, limits.text);
    if (Array.isArray(part)) return part.slice(0, limits.entries).map(cut);
    if (typeof part !== 'object' || part === null) return part;
    const fields = Object.entries(part);
    const table = new Map<string, unknown>();
    for (const [name, field] of fields.slice(0, Math.max(MAX_FIELDS, limits.entries))) {
      const shortName = cutText(name, Math.max(MIN_NAME_LENGTH, limits.text));
      table.set(freeName(shortName, table), keptWhole.has(name) ? field : cut(field));
    }
    return Object.fromEntries(table);
  }
}

/** A record has no more fields and no longer names than this; a table, such as a tally, may. */
const MAX_FIELDS = 40;
const MIN_NAME_LENGTH = 30;

/** The names in a table are cut too: two with the same beginning must not become one. */
function freeName(name: string, table: ReadonlyMap<string, unknown>): string {
  let free = name;
  for (let number = 2; table.has(free); number++) free = `${name} #${number}`;
  return free;
}
