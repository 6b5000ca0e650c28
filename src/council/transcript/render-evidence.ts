import { citedPlace } from '../evidence/list-evidence.js';
import { describeRequest } from '../evidence/request-words.js';
import type { Citation, DeliberationResult, ToolExecution } from '../result.js';
import { oneLine, quoteSafely } from './safe-text.js';

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
            `- ${oneLine(participant)}: ${requests} ${requests === 1 ? 'request' : 'requests'} not run (${oneLine(reason)})`,
        ),
    ]),
  ].join('\n\n');
}

/** Below an answer: which of the places it cites were found as it says. */
export function renderCitations(citations: readonly Citation[]): string {
  if (citations.length === 0) return '';
  return [
    'Citations:',
    '',
    ...citations.map((citation) => {
      const quote = citation.quote === undefined ? '' : ` "${oneLine(citation.quote)}"`;
      const mark = citation.verified ? '✓ verified' : `✗ not verified (${oneLine(citation.reason ?? '')})`;
      return `- ${oneLine(citedPlace(citation))}${quote}: ${mark}`;
    }),
  ].join('\n');
}

function renderExecution(record: ToolExecution): string {
  const askers = [record.participant, ...(record.also_asked_by ?? [])].map(oneLine).join(', ');
  const facts = `${record.duration_ms} ms${record.same_round ? ', read before the answer was finished' : ''}`;
  const head = `${askers}: \`${oneLine(describeRequest(record.tool, record.arguments)).replaceAll('`', "'")}\` (${facts})`;
  return record.success ? `${head}\n\n${quoteSafely(record.output)}` : `${head}\n\nNo result: ${oneLine(record.error)}`;
}
