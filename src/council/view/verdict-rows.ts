import { cutText } from '../../kernel/cut-text.js';
import { formatCount } from '../../kernel/format-count.js';
import { formatUsd } from '../../kernel/format-usd.js';
import { plainLine } from '../../kernel/plain-text.js';
import type { DeliberationResult, Summary } from '../contract/result.js';
import { EXTRACTED } from '../summary/extract-summary.js';

export interface VerdictRow {
  /** Such as `why` or `against`; several rows may have the same. */
  readonly label: string;
  readonly text: string;
  /** A reason to doubt the verdict. */
  readonly isCaution: boolean;
}

/** Lists what a person wants to know next, in that order; a row that would be empty is left out. */
export function verdictRows(result: DeliberationResult): VerdictRow[] {
  const names = shortNames(result.participants);
  const nameOf = (participant: string) => names.get(participant) ?? plainLine(participant);
  const rows: VerdictRow[] = [
    ...getRows(
      'why',
      result.because.map(({ reason }) => reason),
    ),
    ...getRows(hasWinner(result) ? 'against' : 'views', otherViews(result, nameOf)),
    ...openQuestionRows(result),
    ...getRows(
      'changed',
      result.counterfactual.flips.map(
        ({ participant, from, to, because }) =>
          `${nameOf(participant)} moved from ${from} to ${to}${because.trim() === '' ? '' : `: ${because}`}`,
      ),
    ),
    ...getRows('advice', advice(result)),
    ...getRows('past', pastDecisions(result)),
    ...getRows(
      'missing',
      result.integrity.missing.map(({ participant, reason }) => `${nameOf(participant)}: ${reason}`),
    ),
    ...getRows('not asked', notAsked(result)),
    ...getRows('asked', describeChallenge(result, nameOf)),
    ...getRows('warning', furtherWarnings(result)),
    ...getRows('cost', costs(result)),
  ];
  return rows;
}

/** One sentence on what the debate changed; nothing after a single round, because then there was none. */
export function withoutDebate(result: DeliberationResult): string | undefined {
  const first = sortedTally(firstRoundTally(result));
  if (result.rounds_completed < 2 || first.length === 0) return undefined;
  const split = first.map(([, votes]) => votes).join(' : ');
  const winner = result.counterfactual.first_round_winner;
  if (winner === null)
    return `without debate there would have been no winner (${first.map(([option]) => option).join(' : ')}, ${split})`;
  const count = first.length > 1 ? ` ${split}` : ', unanimous';
  return `without debate the vote would have been ${plainLine(winner)}${count}`;
}

/** The count of the blind first round: what a vote without any debate would have been. */
function firstRoundTally({ voting_result: voting }: DeliberationResult): Record<string, number> {
  const tally: Record<string, number> = {};
  for (const { vote } of voting?.votes_by_round.filter(({ round }) => round === 1) ?? []) {
    tally[vote.option] = (tally[vote.option] ?? 0) + 1;
  }
  return tally;
}

const MAX_ENTRIES = 2;
const MAX_TEXT_LENGTH = 400;

/** The transcript has everything; here a page of text would push the verdict out of the window. */
function getRows(label: string, texts: readonly string[]): VerdictRow[] {
  const shown = [...new Set(texts.map(plainLine))].filter((text) => text !== '');
  const isCaution = label === 'missing' || label === 'warning';
  return shown.map((text) => ({ label, text: cutText(text, MAX_TEXT_LENGTH), isCaution }));
}

function hasWinner(result: DeliberationResult): boolean {
  return (result.voting_result?.winning_option ?? null) !== null;
}

/** The votes for something else than the winner; where all chose it, what the summary found in dispute. */
function otherViews({ against, summary }: DeliberationResult, nameOf: (participant: string) => string): string[] {
  if (against.length > 0) {
    return against.map(({ participant, option, reason }) => `${nameOf(participant)} prefers ${option}: ${reason}`);
  }
  return isWrittenForOpen(summary) ? [] : summary.key_disagreements.slice(0, MAX_ENTRIES);
}

/** Sums up all answers to an open question; the votes alone do not answer it. */
function openQuestionRows({ summary }: DeliberationResult): VerdictRow[] {
  if (!isWrittenForOpen(summary)) return [];
  return [
    ...getRows('agreed', summary.key_agreements),
    ...getRows('disputed', summary.key_disagreements),
    ...getRows('only one', summary.unique_points ?? []),
  ];
}

function isWrittenForOpen({ unique_points: points, written_by: writer }: Summary): boolean {
  return points !== undefined && writer !== EXTRACTED;
}

/** Shows what the summary adds; one that only repeats the verdict or a reason already shown adds nothing. */
function advice({ summary, status, verdict, because, voting_result: voting }: DeliberationResult): string[] {
  const text = plainLine(summary.final_recommendation);
  const known = [voting?.winning_option ?? '', ...because.map(({ reason }) => reason)].map(plainLine);
  const isInVerdict = verdict.startsWith(`Recommended: ${text.replace(/\.$/, '')}`);
  return known.includes(text) || isInVerdict || status === 'failed' ? [] : [text];
}

/** Lists the earlier decisions that the participants knew; the transcript names them all in full. */
function pastDecisions({ graph_context_summary: past }: DeliberationResult): string[] {
  if (past === null) return [];
  const { decisions } = past;
  const shown = decisions.map(({ winning_option: winner, decided_at: time, note }) => {
    const caution = note === null ? '' : `, ${note}`;
    return `${winner ?? 'no option'} (${time.slice(0, 10)}${caution})`;
  });
  return [`${formatCount(decisions.length, 'similar decision')}: ${shown.join('; ')}`];
}

/** Without those that only repeat who is missing and why, or why the result is partial. */
function furtherWarnings(result: DeliberationResult): string[] {
  const { integrity } = result;
  const said = earlyEnd(result);
  return integrity.warnings.filter(
    (warning) =>
      warning !== said &&
      !integrity.missing.some(({ participant, reason }) => warning.includes(participant) && warning.includes(reason)),
  );
}

/** Nothing for a free deliberation. Of an unknown sum, the known part: the rest may be free. */
function costs({ cost }: DeliberationResult): string[] {
  const calls = formatCount(cost.calls, 'call');
  if (cost.usd !== 'unknown') return cost.usd === 0 ? [] : [`${formatUsd(cost.usd)} for ${calls}`];
  const known = cost.by_participant.reduce((sum, { usd }) => sum + (usd === 'unknown' ? 0 : usd), 0);
  return [`unknown for ${calls}${known === 0 ? '' : `, of which ${formatUsd(known)} is known`}`];
}

/** Lists the participants that were not asked because the first two settled it. */
function notAsked({ integrity }: DeliberationResult): string[] {
  const names = integrity.not_asked ?? [];
  return names.length === 0 ? [] : [`${names.join(', ')}: the cheapest of different families came first`];
}

/** Says who was asked after the first round and why: a debate of a few must not look like one of all. */
function describeChallenge({ integrity }: DeliberationResult, nameOf: (participant: string) => string): string[] {
  if (integrity.challenge === undefined) return [];
  const { rounds, ended } = integrity.challenge;
  const asked = rounds.map(
    ({ round, asked: names, because }) => `in round ${round} ${names.map(nameOf).join(', ')}: ${because}`,
  );
  return [...asked, `${rounds.length === 0 ? 'no participant again' : 'then no participant'}: ${ended}`];
}

/** The causes in one sentence: who is missing, what ended the debate, or both. Empty for a whole result. */
export function whyPartial(result: DeliberationResult): string[] {
  if (result.status !== 'partial') return [];
  const end = earlyEnd(result);
  const missing = describeMissing(result);
  const causes = [...(end === undefined ? [] : [plainLine(end)]), ...(missing === undefined ? [] : [missing])];
  return [`partial: ${causes.length === 0 ? 'the debate was cut short' : causes.join('; ')}`];
}

/** The council's own words for a cap that ended the debate. */
function earlyEnd({ status, integrity }: DeliberationResult): string | undefined {
  return status === 'partial' ? integrity.warnings.find((warning) => warning.startsWith(ENDED_EARLY)) : undefined;
}

const ENDED_EARLY = 'the debate ended early';

function describeMissing({ integrity, participants }: DeliberationResult): string | undefined {
  const count = integrity.missing.length;
  if (count === 0) return undefined;
  return `the last answer${count === 1 ? '' : 's'} of ${count} of ${participants.length} participants ${count === 1 ? 'is' : 'are'} missing`;
}

/** "2 for PostgreSQL, 1 for SQLite", most votes first. */
export function formatTally(tally: Readonly<Record<string, number>>): string {
  const counted = sortedTally(tally);
  return counted.length === 0 ? 'no votes' : counted.map(([option, votes]) => `${votes} for ${option}`).join(', ');
}

/** Options with votes, most votes first, with text that is safe to show. */
function sortedTally(tally: Readonly<Record<string, number>>): (readonly [string, number])[] {
  return Object.entries(tally)
    .filter(([, votes]) => votes > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([option, votes]) => [plainLine(option), votes] as const);
}

/** `sonnet@claude` is shown as `sonnet` where that names one participant only. */
export function shortNames(participants: readonly string[]): ReadonlyMap<string, string> {
  const shortened = participants.map(shorten);
  const isAmbiguous = new Set(shortened).size < participants.length;
  return new Map(participants.map((name, index) => [name, plainLine(isAmbiguous ? name : (shortened[index] ?? name))]));
}

function shorten(participant: string): string {
  const at = participant.lastIndexOf('@');
  const model = participant.slice(0, at);
  // "default" says nothing about who it is: then the tool's name is the better one.
  if (at <= 0 || model === 'default') return participant.slice(at + 1);
  const repetition = /#\d+$/.exec(participant)?.[0] ?? '';
  return model + repetition;
}
