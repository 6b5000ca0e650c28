import path from 'node:path';
import { formatCount } from '../../kernel/format-count.js';
import { formatUsd } from '../../kernel/format-usd.js';
import type { DebateEntry, DeliberationResult, PastDecision, RoundVote, VotingResult } from '../contract/result.js';
import { renderCitations, renderExecutions } from './render-evidence.js';
import { oneLine, quoteSafely } from './safe-text.js';

/** A document to read: the verdict and how far it can be trusted first, then the votes, then who said what. */
export function renderTranscript(result: DeliberationResult, startedAt: Date): string {
  const parts = [
    title(result, startedAt),
    integrity(result),
    summary(result),
    context(result),
    votes(result),
    changes(result),
    renderExecutions(result),
    renderPast(result),
    debate(result),
    renderLedger(result),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function title(result: DeliberationResult, startedAt: Date): string {
  const { usd, tokens, calls, seconds } = result.cost;
  return [
    `# ${oneLine(result.question)}`,
    '',
    `**${oneLine(result.verdict)}**`,
    '',
    `- Status: ${result.status}`,
    `- Mode: ${result.mode}, ${formatCount(result.rounds_completed, 'round')}`,
    `- Participants: ${result.participants.map((name) => oneLine(name) + part(result.stances?.[name])).join(', ')}`,
    // Its name only: a transcript is passed on, and the whole path names the person.
    `- Project: ${oneLine(path.basename(result.working_directory))}`,
    `- Held: ${startedAt.toISOString()}, ${seconds} s`,
    `- Cost: ${usd === 'unknown' ? 'unknown' : `$${usd}`}, ${tokens === 'unknown' ? 'unknown tokens' : `${tokens} tokens`}, ${formatCount(calls, 'call')}`,
    `- Id: ${result.deliberation_id}`,
  ].join('\n');
}

function integrity({ integrity: facts, counterfactual }: DeliberationResult): string {
  const { plurality, confidence_weighted: weighted, borda } = facts.aggregators;
  const named = (winner: string | null) => (winner === null ? 'no single winner' : oneLine(winner));
  const lines = [
    '## Integrity',
    '',
    `- Quorum: ${facts.quorum.voters} voted, ${facts.quorum.needed} needed (${facts.quorum.met ? 'met' : 'not met'})`,
    `- By plurality: ${named(plurality)}; weighted by confidence: ${named(weighted)}; by Borda count: ${named(borda)}`,
    ...(facts.not_asked === undefined
      ? []
      : [
          `- Not asked, because the cheapest of different families came first: ${facts.not_asked.map(oneLine).join(', ')}`,
        ]),
    ...renderChallenge(facts),
    ...trackRecord(facts),
    `- Had one participant voted otherwise, the result would ${facts.single_vote_flips_result ? '' : 'not '}have changed`,
    `- Without debate: ${named(counterfactual.first_round_winner)}`,
    ...citationCount(facts),
  ];
  return [...lines, ...facts.warnings.map((warning) => `- Warning: ${oneLine(warning)}`)].join('\n');
}

function trackRecord({ aggregators, track_record: record }: DeliberationResult['integrity']): string[] {
  if (record === undefined) return [];
  const winner = aggregators.track_record;
  const weights = Object.entries(record.weights).map(([name, weight]) => `${oneLine(name)} ${weight.toFixed(2)}`);
  return [
    `- Weighted by track record (${formatCount(record.outcomes, 'outcome')}): ${winner == null ? 'no single winner' : oneLine(winner)}; ${weights.join(', ')}`,
  ];
}

function citationCount({ citations }: DeliberationResult['integrity']): string[] {
  if (citations.total === 0) return [];
  const { total, verified, words_found: byWords } = citations;
  return [
    `- Citations: ${verified} of ${total} verified, ${byWords} by the words quoted, ${verified - byWords} by the line alone`,
  ];
}

function summary({ summary: written }: DeliberationResult): string {
  const list = (heading: string, entries: readonly string[]) =>
    entries.length === 0 ? [] : ['', `### ${heading}`, '', ...entries.map((entry) => `- ${oneLine(entry)}`)];
  return [
    '## Summary',
    '',
    oneLine(written.consensus),
    ...list('Agreements', written.key_agreements),
    ...list('Disagreements', written.key_disagreements),
    ...list('Points that only one participant made', written.unique_points ?? []),
    '',
    `**Recommendation:** ${oneLine(written.final_recommendation)}`,
    '',
    `Written by: ${oneLine(written.written_by)}`,
  ].join('\n');
}

/** Answers refer to it, so it is shown with them. */
function context({ context: given }: DeliberationResult): string {
  return given === undefined ? '' : `## Context\n\n${quoteSafely(given)}`;
}

function votes({ voting_result: voting }: DeliberationResult): string {
  if (voting === null) return '## Voting results\n\nNobody voted.';
  const tally = Object.entries(voting.final_tally).map(
    ([option, votesFor]) =>
      `- ${option === voting.winning_option ? '✓ ' : ''}${oneLine(option)}: ${formatCount(votesFor, 'vote')}`,
  );
  const rounds = [...new Set([...voting.votes_by_round, ...voting.abstentions].map(({ round }) => round))].sort(
    (a, b) => a - b,
  );
  const byRound = rounds.flatMap((round) => [
    '',
    `### Votes of round ${round}`,
    '',
    ...voting.votes_by_round
      .filter((entry) => entry.round === round)
      .map(
        ({ participant, vote, ...entry }) =>
          `- ${oneLine(participant)}: **${oneLine(vote.option)}**, confidence ${vote.confidence.toFixed(2)}, ${vote.continue_debate ? 'would go on' : 'done'}${voteNote(entry)}${vote.rationale === '' ? '' : `. ${oneLine(vote.rationale)}`}`,
      ),
    ...voting.abstentions
      .filter((entry) => entry.round === round)
      .map(({ participant, reason }) => `- ${oneLine(participant)}: abstained (${oneLine(reason)})`),
  ]);
  const aliases = voting.options
    .filter((option) => option.aliases.length > 0)
    .map(
      ({ text, aliases: also }) =>
        `- ${oneLine(text)} was also called ${also.map((a) => `"${oneLine(a)}"`).join(', ')}`,
    );
  return ['## Voting results', '', ...(tally.length > 0 ? tally : ['No valid votes.']), ...together(voting), ...byRound]
    .concat(aliases.length > 0 ? ['', '### Names of the options', '', ...aliases] : [])
    .join('\n');
}

/** Options in other words for the same: who counted them as one, and what the tally is without it. */
function together({ joined = [], grouped = [], grouped_by: writer = '', tally_as_worded: worded = {} }: VotingResult) {
  const names = (options: readonly string[]) => options.map((option) => `"${oneLine(option)}"`).join(' and ');
  const lines = [
    ...joined.map(({ options, by }) => `- Joined by ${by.map(oneLine).join(', ')}: ${names(options)}`),
    ...grouped.map(({ options }) => `- Grouped by ${oneLine(writer)}: ${names(options)}`),
    ...Object.entries(worded).map(
      ([option, votesFor]) => `- As worded: ${oneLine(option)}: ${formatCount(votesFor, 'vote')}`,
    ),
  ];
  return lines.length === 0 ? [] : ['', '### Counted together', '', ...lines];
}

function changes({ counterfactual: { flips } }: DeliberationResult): string {
  if (flips.length === 0) return '';
  return [
    '## Who changed their mind',
    '',
    ...flips.map(
      ({ participant, from, to, because }) =>
        `- ${oneLine(participant)} moved from ${oneLine(from)} to ${oneLine(to)}: ${oneLine(because)}`,
    ),
  ].join('\n');
}

function debate(result: DeliberationResult): string {
  const { full_debate: entries } = result;
  const rounds = [...new Set(entries.map(({ round }) => round))];
  const byRound = rounds.flatMap((round) => [
    `### Round ${round}`,
    ...entries.filter((entry) => entry.round === round).flatMap((entry) => answer(entry, result)),
  ]);
  return ['## The debate', ...(byRound.length > 0 ? byRound : ['No answer was given.'])].join('\n\n');
}

function answer(entry: DebateEntry, { citations }: DeliberationResult): string[] {
  const { participant, response, duration_ms: duration, peers = {} } = entry;
  const own = citations.filter((citation) => citation.round === entry.round && citation.participant === participant);
  return [
    `#### ${oneLine(participant)} (${(duration / 1000).toFixed(1)} s)`,
    // Quoted, so that headings inside an answer do not become headings of the document.
    unfinishedNote(entry) + keyTo(peers) + quoteSafely(response),
    renderCitations(own),
  ].filter((part) => part !== '');
}

/** The text below then still asks for results that its author never read. */
function unfinishedNote({ unfinished }: DebateEntry): string {
  if (unfinished === undefined) return '';
  return `This is its answer before it saw the results of its requests; it could not finish it: ${oneLine(unfinished)}.\n\n`;
}

/** Each participant knew the others by different labels. */
function keyTo(peers: Readonly<Record<string, string>>): string {
  const entries = Object.entries(peers).map(([label, participant]) => `${label} is ${oneLine(participant)}`);
  return entries.length === 0 ? '' : `${entries.join(', ')}.\n\n`;
}

function part(stance: string | undefined): string {
  return stance === undefined ? '' : ` (${stance})`;
}

/** Who was asked after the first round and why; nothing if all participants were. */
function renderChallenge({ challenge }: DeliberationResult['integrity']): string[] {
  if (challenge === undefined) return [];
  const { rounds, ended, standing } = challenge;
  return [
    ...rounds.map(
      ({ round, asked, because }) =>
        `- Asked in round ${round}: ${asked.map(oneLine).join(', ')}, because ${oneLine(because)}`,
    ),
    `- ${rounds.length === 0 ? 'No participant was asked again' : 'Then no further participant was asked'}: ${oneLine(ended)}`,
    ...(standing.length === 0
      ? []
      : [`- Not asked in the last round, their votes still count: ${standing.map(oneLine).join(', ')}`]),
  ];
}

/** Why a vote counts in a round in which it was not cast. */
function voteNote({ carried_forward: isCarried, stands }: Pick<RoundVote, 'carried_forward' | 'stands'>): string {
  if (stands === true) return ', not asked again, still counts';
  return isCarried ? ', carried forward' : '';
}

/** Which earlier decisions the participants were shown. */
function renderPast({ graph_context_summary: past }: DeliberationResult): string {
  if (past === null) return '';
  return ['## Past decisions used', '', oneLine(past.summary), '', ...past.decisions.map(renderDecision)].join('\n');
}

function renderDecision({ id, question, winning_option: winner, score, note, decided_at: time }: PastDecision): string {
  const chosen = winner === null ? 'no option was chosen' : `chosen: **${oneLine(winner)}**`;
  const caution = note === null ? '' : ` Note: ${oneLine(note)}.`;
  return `- ${time.slice(0, 10)}, similarity ${score.toFixed(2)}: ${oneLine(question)} ${chosen} (${oneLine(id)}).${caution}`;
}

/** What every model used, and what had been expected; nothing for a demo, which uses nothing. */
function renderLedger({ cost }: DeliberationResult): string {
  const { by_participant: rows, estimate } = cost;
  if (rows.every(({ usd, input_tokens: read }) => usd === 0 && read === 0)) return '';
  const { usd } = estimate;
  const expected = usd === 'unknown' ? 'a price that was not known' : `${formatUsd(usd.low)} to ${formatUsd(usd.high)}`;
  return [
    '## Cost',
    '',
    '| Who | Calls | Failed | Retries | Tokens in | Tokens out | Cost |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows.map((row) => {
      const who = `${oneLine(row.participant).replaceAll('|', '\\|')}${row.role === 'summary' ? ' (summary)' : ''}`;
      const price = row.usd === 'unknown' ? 'unknown' : `$${row.usd}`;
      const figures = [row.calls, row.failed_calls, row.retries, row.input_tokens, row.output_tokens, price];
      return `| ${[who, ...figures].join(' | ')} |`;
    }),
    '',
    `Expected before: ${estimate.calls.low} to ${estimate.calls.high} calls, ${expected}.`,
  ].join('\n');
}
