import { formatCitation } from '../../kernel/format-citation.js';
import { formatCount } from '../../kernel/format-count.js';
import { formatUsd } from '../../kernel/format-usd.js';
import { isSameModel } from '../../models/index.js';
import type { Spending } from '../budget/ledger.js';
import type { Aggregators, Citation, Integrity } from '../contract/result.js';
import type { Deliberation } from '../deliberation.js';
import type { Debate } from '../rounds/debate.js';
import { answeredTurns } from '../rounds/debate-record.js';
import { isDemo, type Verdict } from './reach-verdict.js';
import { findAbsent, formatSplit } from './verdict-sentence.js';

export interface Doubts {
  readonly deliberation: Pick<Deliberation, 'request' | 'budget' | 'past'>;
  readonly debate: Debate;
  readonly verdict: Verdict;
  readonly missing: Integrity['missing'];
  readonly aggregators: Aggregators;
  readonly isSameFamily: boolean;
  /** Of the last answers. */
  readonly unverified: readonly Citation[];
  readonly spent: Spending;
}

/** What a person should know before relying on the result, the most serious first. */
export function listWarnings(doubts: Doubts): string[] {
  const { debate, verdict, missing } = doubts;
  return [
    ...(debate.cutShort === null ? [] : [`the debate ended early: ${debate.cutShort}`]),
    ...passedCap(doubts),
    ...turnout(verdict),
    ...abstentions(doubts),
    ...panel(doubts),
    ...countedTogether(verdict),
    ...wayOfCounting(doubts),
    ...carriedForward(verdict),
    ...project(debate),
    ...unfinishedAnswers(debate),
    ...unverifiedCitations(doubts),
    ...keptCap(doubts),
    ...uncheckedCost(doubts),
    ...doubts.deliberation.past.warnings,
    ...missing.map(({ participant, reason }) => `${participant} is missing: ${reason}`),
  ];
}

function turnout({ quorum, status, votes }: Verdict): string[] {
  if (status === 'no_quorum') return [`only ${quorum.voters} voted, ${quorum.needed} are needed for a result`];
  return votes.length === 1 ? ['the result rests on a single vote'] : [];
}

function abstentions({ debate, verdict }: Doubts): string[] {
  const byReason = new Map<string, string[]>();
  for (const { participant, reason, how } of findAbsent(debate, verdict)) {
    if (how === 'abstained') byReason.set(reason, [...(byReason.get(reason) ?? []), participant]);
  }
  return [...byReason].map(([reason, participants]) => `${participants.join(', ')} abstained: ${reason}`);
}

function panel({ debate, verdict, isSameFamily }: Doubts): string[] {
  if (isDemo(debate, verdict))
    return [
      `${DEMO_WARNING}; ${verdict.votes.length === 0 ? 'they found nothing to vote by; `witan doctor` shows how to add a model' : 'not advice'}`,
    ];
  return [
    ...(isSameFamily ? ['all participants are of one model family: they may share the same errors'] : []),
    ...sameModels(debate),
  ];
}

function sameModels({ seats }: Debate): string[] {
  return seats.flatMap((seat, index) => {
    const isNamed = seats.slice(0, index).some((other) => isSameModel(other, seat));
    const twins = isNamed ? [] : seats.slice(index + 1).filter((other) => isSameModel(other, seat));
    const last = twins.pop();
    if (last === undefined) return [];
    const others = [seat, ...twins].map(({ participant }) => participant).join(', ');
    return [`${others} and ${last.participant} are the same model: that they agree shows little`];
  });
}

/** One line that marks every demo, in the result, the transcript and on the command line. */
const DEMO_WARNING = 'demo: scripted voices without a language model';

/** Options in other words for the same: who said so, and what the count would be without it. */
function countedTogether({ joined, grouping, rejectedGrouping, tally, status }: Verdict): string[] {
  const names = (options: readonly { readonly text: string }[]) => options.map(({ text }) => `"${text}"`).join(' and ');
  return [
    ...joined.map(({ options, by }) => {
      const isUnanimous = status === 'unanimous_consensus';
      return `${names(options)} count as one option${isUnanimous ? ', which makes the vote unanimous' : ''}: ${by.join(', ')} joined them`;
    }),
    ...(grouping?.grouped ?? []).map(
      ({ options }) =>
        `${names(options)} were counted together by ${grouping?.by}; as worded the votes are ${formatSplit(grouping?.tallyAsWorded ?? {})}`,
    ),
    ...(rejectedGrouping === undefined
      ? []
      : [
          `${rejectedGrouping.by} takes some options for the same, which would give ${describeTally(rejectedGrouping.tally)}; the votes as worded decide: ${describeTally(tally)}`,
        ]),
  ];
}

function describeTally(tally: Readonly<Record<string, number>>): string {
  return Object.entries(tally)
    .map(([option, votes]) => `${option} ${votes}`)
    .join(', ');
}

function wayOfCounting({ aggregators, verdict }: Doubts): string[] {
  if (verdict.votes.length === 0) return [];
  const { track_record: byRecord, ...others } = aggregators;
  if (new Set(Object.values(others)).size > 1) return ['the result depends on the way of counting'];
  if (byRecord === undefined || byRecord === others.plurality) return [];
  return [
    `weighted by how often each model was right before, the result would be ${byRecord ?? 'without a single winner'}`,
  ];
}

function carriedForward({ votes }: Verdict): string[] {
  const carried = votes.filter((vote) => vote.carriedForward).map(({ participant }) => participant);
  return carried.length === 0 ? [] : [`votes of an earlier round were carried forward for ${carried.join(', ')}`];
}

function project({ evidenceRefusal: refusal }: Debate): string[] {
  return refusal === null ? [] : [`the participants could not look at the project: ${refusal}`];
}

/** A draft that asks for something is not the answer its author meant to give. */
function unfinishedAnswers({ rounds }: Debate): string[] {
  return rounds.flatMap((held) =>
    answeredTurns(held).flatMap(({ seat, round, outcome }) =>
      outcome.unfinished === undefined
        ? []
        : [
            `${seat.participant} could not finish its answer with what it found in round ${round}: ${outcome.unfinished}`,
          ],
    ),
  );
}

function unverifiedCitations({ unverified }: Doubts): string[] {
  const [first] = unverified;
  if (first === undefined) return [];
  const example = `${first.participant} cites ${formatCitation(first)}: ${first.reason ?? 'not found'}`;
  return unverified.length === 1
    ? [`a citation could not be verified: ${example}`]
    : [`${unverified.length} citations could not be verified, such as: ${example}`];
}

/** Also if the debate was finished by then and lost nothing. */
function passedCap({ deliberation: { request }, spent }: Doubts): string[] {
  const { maxCostUsd } = request;
  if (maxCostUsd === undefined || spent.usd <= maxCostUsd * (1 + 1e-9)) return [];
  const sum = `${spent.callsOfUnknownCost === 0 ? '' : 'at least '}${formatUsd(spent.usd)}`;
  return [`the cost cap of $${maxCostUsd} was passed: ${sum} was spent, because an answer cost more than expected`];
}

function keptCap({ deliberation: { request, budget } }: Doubts): string[] {
  if (budget.refusedCalls() === 0) return [];
  const kept = formatCount(budget.refusedCalls(), 'further call');
  return [`the cost cap of $${request.maxCostUsd} kept ${kept} from being made`];
}

function uncheckedCost({ deliberation: { request }, spent }: Doubts): string[] {
  const { callsOfUnknownCost: unknown, usd } = spent;
  if (request.maxCostUsd === undefined || unknown === 0) return [];
  const known = usd === 0 ? '' : `; the others add up to ${formatUsd(usd)}`;
  return [`the cost cap could not be checked: ${formatCount(unknown, 'call has', 'calls have')} no known cost${known}`];
}
