import { UserError } from '../../kernel/user-error.js';
import { restoreSetup } from '../runs/restore-setup.js';
import type { RunRecord } from '../runs/store/run-record.js';
import type { FollowContext } from './follow-run.js';
import { rebuildDebate } from './rebuild-debate.js';
import { readFacts } from './recorded-facts.js';

/** What one participant answered in one round. */
export interface FollowedAnswer {
  /** As it counts: finished with the results of its requests, and with its vote. */
  readonly text: string;
  /** What it had answered before it saw the results; null without any. */
  readonly draft: string | null;
  /** Which participant each label in the answer means; empty in the first round. */
  readonly peers: Readonly<Record<string, string>>;
}

export interface TurnKey {
  readonly round: number;
  readonly participant: string;
}

/** Any number of answers of one record. Throws a `UserError` if there is none; one that came too late is shown, too. */
export function getAnswers(
  record: RunRecord,
  { settings, redactNow }: FollowContext,
): (key: TurnKey) => FollowedAnswer {
  const { setup } = restoreSetup(record, settings);
  const debate = rebuildDebate({ record, setup, facts: readFacts(record.facts), redactNow });
  return (key) => readAnswer(record, debate, key);
}

function readAnswer(record: RunRecord, debate: ReturnType<typeof rebuildDebate>, key: TurnKey): FollowedAnswer {
  const turn = debate.recorded[key.round - 1]?.find(({ seat }) => seat.participant === key.participant)?.turn;
  const peers = key.round === 1 ? {} : Object.fromEntries(debate.labelsOf(key.participant));
  if (turn?.outcome.kind === 'answered') {
    return { text: turn.outcome.text, draft: turn.outcome.draft ?? null, peers };
  }
  const own = record.calls.filter(
    ({ phase, round, participant }) => phase === 'turn' && round === key.round && participant === key.participant,
  );
  const text = own.findLast(({ answer }) => answer !== null)?.answer;
  if (text !== undefined && text !== null) return { text, draft: null, peers };
  throw new UserError('not_found', `${key.participant} has not answered in round ${key.round}`);
}

/** The output of a look-up, or why there is none. */
export function readLookUp(
  record: RunRecord,
  round: number,
  key: string,
): { readonly text: string; readonly leftOut: number } {
  const run = readFacts(record.facts).toolRun(round, key);
  if (run === undefined) throw new UserError('not_found', 'there is no such look-up in this deliberation');
  return run.outcome.ok ? run.outcome.value : { text: run.outcome.error, leftOut: 0 };
}
