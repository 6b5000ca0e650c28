import { cutText } from '../../kernel/cut-text.js';
import { formatCount } from '../../kernel/format-count.js';
import { formatUsd } from '../../kernel/format-usd.js';
import { plainLine } from '../../kernel/plain-text.js';
import type { FollowedRun } from '../follow/follow-run.js';
import type { ExportedDeliberation } from './collect-export.js';

/** A comment for a pull request, at most 60 lines. Others' words are text in it: no tags, images, links, mentions or references. */
export function renderMarkdown({ run }: ExportedDeliberation): string {
  const { result } = run;
  return `${[
    `### ${inert(result?.verdict ?? `No verdict yet: ${run.status}`)}`,
    '',
    `**Question:** ${inert(run.question)}`,
    ...(run.isDemo ? ['', '**Demo:** no language model took part.'] : []),
    ...section('Votes', votes(run), MAX_VOTES),
    ...section('Why', reasons(result?.because ?? []), MAX_POINTS),
    ...section(
      result?.voting_result?.winning_option == null ? 'Views' : 'Against',
      reasons(result?.against ?? []),
      MAX_POINTS,
    ),
    ...section('Changed', changes(run), MAX_POINTS),
    ...section('Warnings', run.doubts.map(inert), MAX_WARNINGS),
    '',
    facts(run).join(' · '),
    '',
    `Witan deliberation ${code(run.id)}${result?.transcript == null ? '' : `, transcript ${code(result.transcript)}`}`,
  ].join('\n')}\n`;
}

/** With all sections full, the comment has 59 lines. */
const MAX_VOTES = 10;
const MAX_POINTS = 6;
const MAX_WARNINGS = 7;
const MAX_TEXT_LENGTH = 400;

function section(title: string, lines: readonly string[], max: number): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - max;
  const shown = lines.slice(0, max).map((line) => `- ${line}`);
  return ['', `**${title}**`, ...shown, ...(more > 0 ? [`- and ${more} more`] : [])];
}

/** The last vote of each participant. */
function votes({ participants, votes: cast }: FollowedRun): string[] {
  return participants.map(({ participant }) => {
    const last = cast.findLast((vote) => vote.participant === participant);
    if (last === undefined) return `${inert(participant)}: no vote`;
    return `${inert(participant)}: **${inert(last.vote.option)}**, ${Math.round(last.vote.confidence * 100)} % sure`;
  });
}

function reasons(given: readonly { readonly participant: string; readonly option: string; readonly reason: string }[]) {
  return given.map(
    ({ participant, option, reason }) => `**${inert(option)}**: ${inert(reason)} (${inert(participant)})`,
  );
}

function changes({ result, rounds }: FollowedRun): string[] {
  const counterfactual = result?.counterfactual;
  if (counterfactual == null || rounds.length < 2) return [];
  const first = `The first round alone would have decided: ${inert(counterfactual.first_round_winner ?? 'no winner')}`;
  const moved = counterfactual.flips.map(
    ({ participant, from, to, because }) =>
      `${inert(participant)} moved from ${inert(from)} to ${inert(to)}${because === '' ? '' : `: ${inert(because)}`}`,
  );
  return [first, ...moved];
}

function facts({ result, cost, rounds, activeMs }: FollowedRun): string[] {
  const known =
    cost.unknownCalls > 0
      ? `${formatUsd(cost.usd)} and ${formatCount(cost.unknownCalls, 'call')} of unknown cost`
      : formatUsd(cost.usd);
  const citations = result?.integrity.citations;
  return [
    formatCount(rounds.length, 'round'),
    `cost ${result?.cost == null || result.cost.usd === 'unknown' ? known : formatUsd(result.cost.usd)}`,
    `${Math.round(activeMs / 1000)} s`,
    ...(citations === undefined || citations.total === 0
      ? []
      : [`citations verified ${citations.verified} of ${citations.total}`]),
  ];
}

/** One line in which nothing is Markdown, and nothing notifies a person or links to an issue. */
function inert(text: string): string {
  const parts = cutText(plainLine(text), MAX_TEXT_LENGTH).split(LINKED);
  return parts.map((part, index) => (index % 2 === 1 ? code(part) : escapeMarks(part))).join('');
}

/** A viewer makes links of them without any mark: addresses on the web, and the names of commits. */
const LINKED = /((?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)\S+|(?<![a-z0-9])[0-9a-f]{7,64}(?![a-z0-9]))/i;

function escapeMarks(text: string): string {
  return (
    text
      .replace(/[\\`*_{}[\]<>()|~&$]/g, '\\$&')
      // A backslash does not stop a mention, a mail address or a reference, another letter does.
      .replaceAll('@', '＠')
      .replace(/#(?=\d)/g, '＃')
      .replace(/!(?=\d)/g, '！')
      .replace(/\bGH-(?=\d)/gi, 'GH ')
      .replace(/#/g, '\\#')
      .replace(/!/g, '\\!')
  );
}

function code(text: string): string {
  return `\`${plainLine(text).replaceAll('`', "'")}\``;
}
