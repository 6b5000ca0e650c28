import type { DeliberationResult } from '../../../council/index.js';
import { dollars } from '../../../kernel/dollars.js';
import { plainLine } from '../../../kernel/plain-text.js';
import { sortedTally } from '../progress/tally-words.js';
import { shortNames } from '../short-names.js';
import { type CastVote, finalVotes, firstRoundTally } from './cast-votes.js';
import { markCitations } from './mark-citations.js';
import { earlyEnd } from './why-partial.js';

export interface VerdictRow {
  readonly label: RowLabel;
  readonly text: string;
}

export type RowLabel =
  | 'why'
  | 'against'
  | 'views'
  | 'changed'
  | 'advice'
  | 'past'
  | 'missing'
  | 'not asked'
  | 'asked'
  | 'warning'
  | 'cost';

/** What a person wants to know next, in that order; a row that would be empty is left out. */
export function verdictRows(result: DeliberationResult): VerdictRow[] {
  const names = shortNames(result.participants);
  const nameOf = (participant: string) => names.get(participant) ?? plainLine(participant);
  const rows: VerdictRow[] = [
    ...rowsOf(
      'why',
      reasonsFor(result).map(({ participant, vote }) => marked(vote.rationale, participant, result)),
    ),
    ...rowsOf(hasWinner(result) ? 'against' : 'views', otherViews(result, nameOf)),
    ...rowsOf(
      'changed',
      result.counterfactual.flips.map(
        ({ participant, from, to, because }) =>
          `${nameOf(participant)} moved from ${from} to ${to}${because.trim() === '' ? '' : `: ${marked(because, participant, result)}`}`,
      ),
    ),
    ...rowsOf('advice', advice(result)),
    ...rowsOf('past', pastDecisions(result)),
    ...rowsOf(
      'missing',
      result.integrity.missing.map(({ participant, reason }) => `${nameOf(participant)}: ${reason}`),
    ),
    ...rowsOf('not asked', notAsked(result)),
    ...rowsOf('asked', challengeWords(result, nameOf)),
    ...rowsOf('warning', furtherWarnings(result)),
    ...rowsOf('cost', costs(result)),
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

const MOST_REASONS = 2;
const LONGEST_TEXT = 400;

function rowsOf(label: RowLabel, texts: readonly string[]): VerdictRow[] {
  const shown = [...new Set(texts.map(plainLine))].filter((text) => text !== '');
  return shown.map((text) => ({ label, text: shorten(text) }));
}

// The transcript holds every word; here a page of text would push the verdict out of the window.
function shorten(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT).replace(/\s+\S*$/, '')} …` : text;
}

function hasWinner(result: DeliberationResult): boolean {
  return (result.voting_result?.winning_option ?? null) !== null;
}

function reasonsFor(result: DeliberationResult): CastVote[] {
  if (!hasWinner(result)) return [];
  const supporters = finalVotes(result).filter(({ option }) => option === result.voting_result?.winning_option);
  return strongestFirst(supporters).slice(0, MOST_REASONS);
}

function marked(text: string, participant: string, { citations }: DeliberationResult): string {
  return markCitations(
    text,
    citations.filter((citation) => citation.participant === participant),
  );
}

/** The votes for something else than the winner; where all chose it, what the summary found in dispute. */
function otherViews(result: DeliberationResult, nameOf: (participant: string) => string): string[] {
  const winner = result.voting_result?.winning_option ?? null;
  const others = strongestFirst(finalVotes(result).filter(({ option }) => option !== winner));
  if (others.length === 0) return result.summary.key_disagreements.slice(0, MOST_REASONS);
  return others
    .map(
      ({ participant, option, vote }) =>
        `${nameOf(participant)} prefers ${option}: ${marked(vote.rationale, participant, result)}`,
    )
    .slice(0, MOST_REASONS * 2);
}

function strongestFirst(votes: readonly CastVote[]): CastVote[] {
  return [...votes].sort((a, b) => b.vote.confidence - a.vote.confidence);
}

/** What the summary adds; one that only repeats the winner or a reason already shown adds nothing. */
function advice(result: DeliberationResult): string[] {
  const text = plainLine(result.summary.final_recommendation);
  const known = [
    result.voting_result?.winning_option ?? '',
    ...reasonsFor(result).map(({ vote }) => vote.rationale),
  ].map(plainLine);
  return known.includes(text) || result.status === 'failed' ? [] : [text];
}

/** What the participants knew of earlier decisions; the transcript names them all in full. */
function pastDecisions({ graph_context_summary: past }: DeliberationResult): string[] {
  if (past === null) return [];
  const { decisions } = past;
  const told = decisions.map(({ winning_option: winner, decided_at: time, note }) => {
    const caution = note === null ? '' : `, ${note}`;
    return `${winner ?? 'no option'} (${time.slice(0, 10)}${caution})`;
  });
  return [`${decisions.length} similar decision${decisions.length === 1 ? '' : 's'}: ${told.join('; ')}`];
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

/** Nothing for what cost nothing. An unknown sum is told as such, with the part that is known: the rest may be free. */
function costs({ cost }: DeliberationResult): string[] {
  const calls = `${cost.calls} ${cost.calls === 1 ? 'call' : 'calls'}`;
  if (cost.usd !== 'unknown') return cost.usd === 0 ? [] : [`${dollars(cost.usd)} for ${calls}`];
  const known = cost.by_participant.reduce((sum, { usd }) => sum + (usd === 'unknown' ? 0 : usd), 0);
  return [`unknown for ${calls}${known === 0 ? '' : `, of which ${dollars(known)} is known`}`];
}

/** Who stayed out because the first two settled it. */
function notAsked({ integrity }: DeliberationResult): string[] {
  const names = integrity.not_asked ?? [];
  return names.length === 0 ? [] : [`${names.join(', ')}: the cheapest of different families came first`];
}

/** Who was asked after the first round and why: a debate of a few voices must not pass for one of all. */
function challengeWords({ integrity }: DeliberationResult, nameOf: (participant: string) => string): string[] {
  if (integrity.challenge === undefined) return [];
  const { rounds, ended } = integrity.challenge;
  const asked = rounds.map(
    ({ round, asked: names, because }) => `in round ${round} ${names.map(nameOf).join(', ')}: ${because}`,
  );
  return [...asked, `${rounds.length === 0 ? 'nobody again' : 'then nobody'}: ${ended}`];
}
