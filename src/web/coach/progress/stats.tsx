import type { ToPage } from '../../../http/websocket/protocol.js';
import { formatCount } from '../../../kernel/format-count.js';
import { formatUsd } from '../../components/text.js';

type State = ToPage['dashboard:state'];

export function Stats({ stats }: Pick<State, 'stats'>) {
  const facts = [
    ['Sessions completed', stats.sessionsCompleted],
    ['Time with the coach', `${Math.round(stats.totalCoachingMinutes)} min`],
    ['Issues worked on', stats.issuesWorkedOn],
    ['Gaps found', stats.knowledgeGapsIdentified],
    ['Gaps closed', stats.knowledgeGapsAddressed],
    ['Hints shown', stats.hintsUsed],
    ['Cost of calls', formatUsd(stats.apiCostTotal)],
  ] as const;
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Over the cap the coach asks no model until tomorrow. */
export function Spending({ spending: { today, cap, unpricedCalls } }: Pick<State, 'spending'>) {
  return (
    <p class="plan-progress">
      <progress max={cap} value={Math.min(today, cap)} aria-labelledby="spending" />
      <span id="spending">
        {formatUsd(today)} of {formatUsd(cap)} spent today
        {unpricedCalls > 0 && `, and ${formatCount(unpricedCalls, 'call')} of unknown price`}
      </span>
    </p>
  );
}
