import type { Debate } from '../debate/hold-debate.js';
import { spendingOf } from '../debate/spending.js';
import { citedPlace } from '../evidence/list-evidence.js';
import type { Citation, Integrity } from '../result.js';
import type { Verdict } from './reach-verdict.js';

export interface Doubts {
  readonly debate: Debate;
  readonly verdict: Verdict;
  readonly missing: Integrity['missing'];
  readonly aggregatorsAgree: boolean;
  readonly isSameFamily: boolean;
  readonly unverified: readonly Citation[];
  readonly maxCostUsd: number | undefined;
}

/** What a person should know before relying on the result, the gravest first. */
export function listWarnings(doubts: Doubts): string[] {
  const { debate, verdict, missing } = doubts;
  return [
    ...(debate.cutShort === null ? [] : [`the debate ended early: ${debate.cutShort}`]),
    ...turnout(verdict),
    ...panel(doubts),
    ...(doubts.aggregatorsAgree || verdict.votes.length === 0 ? [] : ['the result depends on the way of counting']),
    ...carriedForward(verdict),
    ...unverifiedCitations(doubts),
    ...uncheckedCost(doubts),
    ...missing.map(({ participant, reason }) => `${participant} is missing: ${reason}`),
  ];
}

function turnout({ quorum, status, votes }: Verdict): string[] {
  if (status === 'no_quorum') return [`only ${quorum.voters} voted, ${quorum.needed} are needed for a result`];
  return votes.length === 1 ? ['the result rests on a single vote'] : [];
}

function panel({ debate, verdict, isSameFamily }: Doubts): string[] {
  const isRehearsal = debate.seats.every(({ adapter }) => adapter.kind === 'rehearsal');
  if (!isRehearsal) {
    return isSameFamily ? ['all participants are of one model family: they may share the same errors'] : [];
  }
  return verdict.votes.length === 0
    ? ['the rehearsal voices have no language model and found no options in the question; name them, as in "A or B?"']
    : ['rehearsal without a language model: it shows how a council works, its verdict is not advice'];
}

function carriedForward({ votes }: Verdict): string[] {
  const carried = votes.filter((vote) => vote.carriedForward).map(({ participant }) => participant);
  return carried.length === 0 ? [] : [`votes of an earlier round were carried forward for ${carried.join(', ')}`];
}

function unverifiedCitations({ unverified }: Doubts): string[] {
  const [first] = unverified;
  if (first === undefined) return [];
  const example = `${first.participant} cites ${citedPlace(first)}: ${first.reason ?? 'not found'}`;
  return unverified.length === 1
    ? [`a citation could not be verified: ${example}`]
    : [`${unverified.length} citations could not be verified, such as: ${example}`];
}

function uncheckedCost({ debate, maxCostUsd }: Doubts): string[] {
  const unknown = maxCostUsd === undefined ? 0 : spendingOf(debate.rounds).callsOfUnknownCost;
  return unknown === 0 ? [] : [`the cost cap could not be checked: ${unknown} calls have no known cost`];
}
