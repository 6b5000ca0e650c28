import { isDemoPanel } from '../../kernel/demo-names.js';
import type { ReadConnection } from '../../storage/index.js';
import type { AwaitingOutcome } from '../model/decision-graph.js';
import { storedTexts } from './read-decisions.js';

/** Without a winner there is nothing to judge. */
export function readAwaitingOutcome(connection: ReadConnection, decidedBefore: Date): AwaitingOutcome {
  const before = decidedBefore.toISOString();
  const panels = connection.all<{ participants: string; count: number }>(
    `SELECT participants, count(*) AS count FROM decisions WHERE ${AWAITING} GROUP BY participants`,
    [before],
  );
  const real = panels.filter(({ participants }) => !isDemoPanel(storedTexts.safeParse(participants).data ?? []));
  const latest = connection.all<{ id: string; question: string; winning_option: string; decided_at: string }>(
    `SELECT id, substr(question, 1, ?) AS question, winning_option, decided_at FROM decisions
     WHERE ${AWAITING} AND participants IN (SELECT value FROM json_each(?)) ORDER BY decided_at DESC, id DESC LIMIT ?`,
    [MAX_QUESTION_LENGTH, before, JSON.stringify(real.map(({ participants }) => participants)), MAX_LISTED],
  );
  return {
    count: real.reduce((sum, { count }) => sum + count, 0),
    latest: latest.map(({ id, question, winning_option, decided_at }) => ({
      id,
      question,
      winningOption: winning_option,
      decidedAt: new Date(decided_at),
    })),
  };
}

const AWAITING = `decided_at < ? AND archived_at IS NULL AND winning_option IS NOT NULL
  AND number NOT IN (SELECT decision FROM outcomes)`;
const MAX_LISTED = 5;
const MAX_QUESTION_LENGTH = 300;
