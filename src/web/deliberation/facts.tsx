import type { ComponentChildren } from 'preact';
import { formatKnownCost, formatPercent, formatSeconds, formatUsd } from '../components/text.js';
import type { Run } from './types.js';

/** What a reader wants to know first. */
export function Facts({ run }: { readonly run: Run }) {
  const { result, quorum, participants, confidence } = run;
  const winner = result?.voting_result?.winning_option ?? null;
  const citations = result?.integrity.citations;
  return (
    <dl class="facts">
      <Fact name={result === null ? 'Leads so far' : 'Winner'}>
        {(result === null ? run.leader : winner) ?? 'none'}
      </Fact>
      <Fact name="Votes" note={`${quorum.needed} needed`}>
        {quorum.voters} of {participants.length}
      </Fact>
      <Fact name="Confidence" note={confidence === null ? '' : 'mean of its voters'}>
        {confidence === null ? '–' : formatPercent(confidence)}
      </Fact>
      <Fact name="Cost" note={expectedCost(run)}>
        {getCost(run)}
      </Fact>
      <Fact name="Time" note={expectedTime(run)}>
        {formatSeconds(result?.cost?.seconds ?? run.activeMs / 1000)}
      </Fact>
      <Fact name="Citations verified" note={citations?.words_found ? `${citations.words_found} with their words` : ''}>
        {citations === undefined
          ? '–'
          : citations.total === 0
            ? 'none made'
            : `${citations.verified} of ${citations.total}`}
      </Fact>
    </dl>
  );
}

function Fact({ name, note, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {note && <dd class="note">{note}</dd>}
    </div>
  );
}

interface FactProps {
  readonly name: string;
  readonly note?: string;
  readonly children: ComponentChildren;
}

function getCost({ result, cost }: Run): string {
  return result?.cost != null && result.cost.usd !== 'unknown' ? formatUsd(result.cost.usd) : formatKnownCost(cost);
}

function expectedCost({ estimate }: Run): string {
  if (estimate === null) return '';
  const range = estimate.usd === 'unknown' ? estimate.known_usd : estimate.usd;
  if (range === undefined || (range.high === 0 && estimate.usd === 'unknown')) return 'no estimate: unknown prices';
  return `estimate ${formatUsd(range.low)} to ${formatUsd(range.high)}${estimate.usd === 'unknown' ? ' and unknown prices' : ''}`;
}

function expectedTime({ estimate }: Run): string {
  if (estimate === null) return '';
  return `estimate ${formatSeconds(estimate.seconds.low)} to ${formatSeconds(estimate.seconds.high)}`;
}
