import { formatCitation } from '../../kernel/format-citation.js';
import { formatCount } from '../../kernel/format-count.js';
import type { Citation, DeliberationResult, ToolExecution } from '../contract/result.js';
import { describeRequest } from '../evidence/format-request.js';
import { fenceSafely, inlineCode, oneLine } from './safe-text.js';

/** What participants looked at, in the order in which they asked. */
export function renderExecutions({ tool_executions: executions }: DeliberationResult): string {
  const { records, not_run: notRun } = executions;
  if (records.length === 0 && notRun.length === 0) return '';
  const rounds = [...new Set([...records, ...notRun].map(({ round }) => round))].sort((a, b) => a - b);
  return [
    '## Tool executions',
    ...rounds.flatMap((round) => [
      `### Looked at in round ${round}`,
      ...records.filter((record) => record.round === round).map(renderExecution),
      ...notRun
        .filter((entry) => entry.round === round)
        .map(
          ({ participant, requests, reason }) =>
            `- ${oneLine(participant)}: ${formatCount(requests, 'request')} not run (${oneLine(reason)})`,
        ),
    ]),
  ].join('\n\n');
}

/** Below an answer: which of its citations were verified. */
export function renderCitations(citations: readonly Citation[]): string {
  if (citations.length === 0) return '';
  return [
    'Citations:',
    '',
    ...citations.map((citation) => {
      const quote = citation.quote === undefined ? '' : ` "${oneLine(citation.quote)}"`;
      return `- ${oneLine(formatCitation(citation))}${quote}: ${judgment(citation)}`;
    }),
  ].join('\n');
}

/** An existing line proves less than the quoted words on it. */
function judgment({ verified, words_found: words, line_exists: line, reason = '' }: Citation): string {
  if (verified) return words === true ? '✓ verified, the words are there' : '✓ the line exists, no words were quoted';
  return `✗ not verified${line ? ', though the line exists' : ''} (${oneLine(reason)})`;
}

function renderExecution(record: ToolExecution): string {
  const all = [record, ...(record.also_asked_by ?? [])];
  const readers = all.filter(({ same_round: hasRead }) => hasRead).map(({ participant }) => oneLine(participant));
  const by = readers.length === all.length ? '' : ` by ${readers.join(', ')}`;
  const reading = readers.length === 0 ? '' : `, read${by} before the answer was finished`;
  const askers = all.map(({ participant }) => oneLine(participant)).join(', ');
  const request = inlineCode(describeRequest(record.tool, record.arguments));
  const head = `${askers}: ${request} (${record.duration_ms} ms${reading})`;
  return record.success ? `${head}\n\n${fenceSafely(record.output)}` : `${head}\n\nNo result: ${oneLine(record.error)}`;
}
