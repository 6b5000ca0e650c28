import { describeFailure } from '../../models/index.js';
import type { Debate } from '../debate/hold-debate.js';
import type { Integrity } from '../result.js';
import { aggregate } from './aggregators.js';
import { leaderOf, type Verdict } from './reach-verdict.js';

/** How far the result can be trusted: who is missing, how narrow it is, whether it hangs on the way of counting. */
export function checkIntegrity(debate: Debate, verdict: Verdict): Integrity {
  const aggregators = aggregate(verdict.votes, debate.book);
  const missing = missingParticipants(debate);
  const aggregatorsAgree = new Set(Object.values(aggregators)).size === 1;
  const sameFamily = isSameFamily(debate);
  const isRehearsal = debate.seats.every(({ adapter }) => adapter.kind === 'rehearsal');
  const flips = singleVoteFlips(verdict);
  return {
    quorum: verdict.quorum,
    missing,
    same_family_panel: sameFamily,
    single_vote_flips_result: flips,
    aggregators,
    aggregators_agree: aggregatorsAgree,
    warnings: [
      ...(debate.cutShort === null ? [] : [`the debate ended early: ${debate.cutShort}`]),
      ...(verdict.status === 'no_quorum'
        ? [`only ${verdict.quorum.voters} voted, ${verdict.quorum.needed} are needed for a result`]
        : []),
      ...(verdict.votes.length === 1 ? ['the result rests on a single vote'] : []),
      ...(isRehearsal
        ? ['rehearsal without a language model: it shows how a council works, its verdict is not advice']
        : []),
      ...(sameFamily && !isRehearsal
        ? ['all participants are of one model family: they may share the same errors']
        : []),
      ...(aggregatorsAgree || verdict.votes.length === 0 ? [] : ['the result depends on the way of counting']),
      ...carriedForward(verdict),
      ...missing.map(({ participant, reason }) => `${participant} is missing: ${reason}`),
    ],
  };
}

/** Whoever has no answer in the last round; an earlier vote of theirs still counts, marked as carried forward. */
function missingParticipants({ rounds }: Debate): Integrity['missing'] {
  return (rounds.at(-1)?.turns ?? []).flatMap(({ seat, outcome }) =>
    outcome.kind === 'failed' ? [{ participant: seat.participant, reason: describeFailure(outcome.failure) }] : [],
  );
}

function isSameFamily({ seats }: Debate): boolean {
  return seats.length > 1 && new Set(seats.map(({ family }) => family)).size === 1;
}

/** Moves each vote in turn to every other option and looks whether the winner changes. */
function singleVoteFlips({ tally, winner, votes }: Verdict): boolean {
  if (winner === null) return votes.length > 0;
  const options = Object.keys(tally);
  // An option that nobody chose stands for any new one.
  const targets = [...options, ''];
  return options.some((from) =>
    targets
      .filter((to) => to !== from)
      .some((to) => {
        const moved = { ...tally, [from]: (tally[from] ?? 0) - 1, [to]: (tally[to] ?? 0) + 1 };
        return leaderOf(moved) !== winner;
      }),
  );
}

function carriedForward({ votes }: Verdict): string[] {
  const carried = votes.filter((vote) => vote.carriedForward).map(({ participant }) => participant);
  return carried.length === 0 ? [] : [`votes of an earlier round were carried forward for ${carried.join(', ')}`];
}
