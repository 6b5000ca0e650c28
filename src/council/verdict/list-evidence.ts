import type { Citation, ToolExecutions } from '../contract/result.js';
import { answeredTurns, type RoundRecord } from '../rounds/debate-record.js';

/** Everything that was looked at, counted by round and by tool. */
export function listExecutions(rounds: readonly RoundRecord[]): ToolExecutions {
  const records = rounds.flatMap(({ evidence }) => evidence.executions);
  return {
    total: records.length,
    by_round: countBy(records.map(({ round }) => String(round))),
    by_type: countBy(records.map(({ tool }) => tool)),
    records,
    not_run: rounds.flatMap(({ evidence }) => evidence.notRun),
  };
}

/** Every citation of every answer. */
export function listCitations(rounds: readonly RoundRecord[]): Citation[] {
  return rounds.flatMap((held) =>
    answeredTurns(held).flatMap(({ seat, outcome }) =>
      outcome.citations.map(({ path, startLine, endLine, quote, lineExists, wordsFound, reason }) => ({
        round: held.round,
        participant: seat.participant,
        path,
        start_line: startLine,
        end_line: endLine,
        ...(quote === undefined ? {} : { quote }),
        verified: reason === undefined,
        line_exists: lineExists,
        ...(wordsFound === undefined ? {} : { words_found: wordsFound }),
        ...(reason === undefined ? {} : { reason }),
      })),
    ),
  );
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries(counts);
}
