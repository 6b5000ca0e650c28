import { formatCount } from '../../kernel/format-count.js';
import { plainLine } from '../../kernel/plain-text.js';
import type { Decision, Stance } from '../model/decision.js';
import type { ArchivedFilter, DecisionGraph } from '../model/decision-graph.js';
import { describeOutcome } from '../model/describe-outcome.js';

/** The decisions as a document, latest first, by month. */
export async function* writeMarkdown(
  graph: DecisionGraph,
  { archived, now }: { readonly archived: ArchivedFilter; readonly now: Date },
): AsyncGenerator<string> {
  const total = await graph.count({ archived });
  yield `# Decisions\n\n${formatCount(total, 'decision')}, written on ${getDay(now)}.\n`;
  let month = '';
  for await (const decision of graph.all({ archived })) {
    const itsMonth = decision.decidedAt.toISOString().slice(0, 7);
    if (itsMonth !== month) yield `\n## ${itsMonth}\n`;
    month = itsMonth;
    yield renderDecision(decision);
  }
}

function renderDecision(decision: Decision): string {
  const { winningOption, consensus, stances } = decision;
  const paragraphs = [
    `### ${words(decision.question)}`,
    winningOption === null ? '**No winner**' : `**${words(winningOption)}**`,
    facts(decision),
    words(consensus) === '' ? '' : `> ${words(consensus)}`,
    stances.length === 0 ? '' : votes(stances, winningOption),
  ];
  return `\n${paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')}\n`;
}

function facts(decision: Decision): string {
  const { outcome, archivedAt, firstRoundWinner, winningOption, duplicateOf, transcriptPath, costUsd } = decision;
  const lines = [
    `${getDay(decision.decidedAt)}, ${words(decision.status.replaceAll('_', ' '))}, ${code(decision.id)}`,
    outcome === null ? '' : getFate(outcome),
    firstRoundWinner !== null && firstRoundWinner !== winningOption
      ? `before the debate: ${words(firstRoundWinner)}`
      : '',
    duplicateOf === null ? '' : `the same question as ${code(duplicateOf)}`,
    archivedAt === null ? '' : `archived on ${getDay(archivedAt)}`,
    costUsd === null ? '' : `cost: $${costUsd.toFixed(2)}`,
    transcriptPath === null ? '' : `transcript: ${words(transcriptPath)}`,
  ];
  return lines
    .filter((line) => line !== '')
    .map((line) => `- ${line}`)
    .join('\n');
}

function getFate({ outcome, note, supersededBy, recordedAt }: NonNullable<Decision['outcome']>): string {
  const by = supersededBy === null ? '' : code(supersededBy);
  return `${describeOutcome(outcome, { by })} (${getDay(recordedAt)})${note === null ? '' : `: ${words(note)}`}`;
}

function votes(stances: readonly Stance[], winner: string | null): string {
  const rows = stances.map(({ participant, option, confidence, rationale }) => {
    const tick = option !== null && option === winner ? ' ✓' : '';
    return `| ${words(participant)} | ${option === null ? 'no vote' : words(option)}${tick} | ${confidence?.toFixed(2) ?? ''} | ${words(rationale)} |`;
  });
  return ['| who | voted for | confidence | because |', '|---|---|---|---|', ...rows].join('\n');
}

const getDay = (date: Date) => date.toISOString().slice(0, 10);

function code(id: string): string {
  return `\`${plainLine(id).replaceAll('`', '')}\``;
}

/** A stored text on one line, with its markup escaped. */
function words(text: string): string {
  return plainLine(text)
    .replace(/[\\`*_[\]<>|#~]/g, '\\$&')
    .replace(/^([-+]|\d+[.)])(?= )/, '\\$1');
}
