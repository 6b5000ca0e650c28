import type { Citation, ToolExecutions } from '../../../../council/index.js';
import { cutText } from './cut-text.js';

/** The counts stay; with no length at all, only the last looks are listed, without what they brought. */
export function shortenExecutions(executions: ToolExecutions, length: number): ToolExecutions {
  const records = length > 0 ? executions.records : executions.records.slice(-MOST_LISTED);
  return {
    ...executions,
    records: records.map((record) =>
      record.success
        ? { ...record, output: cutText(record.output, length) }
        : { ...record, error: cutText(record.error, Math.max(length, LONGEST_ERROR)) },
    ),
    not_run: length > 0 ? executions.not_run : executions.not_run.slice(-MOST_LISTED),
  };
}

/** Those that could not be verified come first: they are what a reader must know. */
export function shortenCitations(citations: readonly Citation[], length: number): readonly Citation[] {
  if (length > 0) return citations;
  const doubtful = citations.filter(({ verified }) => !verified);
  const sound = citations.filter(({ verified }) => verified);
  return [...doubtful, ...sound].slice(0, MOST_LISTED).map(withoutQuote);
}

function withoutQuote(citation: Citation): Citation {
  const { quote: _, ...rest } = citation;
  return rest;
}

const MOST_LISTED = 20;
const LONGEST_ERROR = 200;
