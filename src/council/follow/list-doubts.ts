import type { RunRecord } from '../runs/store/run-record.js';
import type { FollowedResult } from './read-result.js';

/** What speaks against relying on a result: the council's warnings, and the figures that it does not word. */
export function listDoubts(result: FollowedResult | null, { isWhole }: Pick<RunRecord, 'isWhole'>): string[] {
  if (result === null) return [];
  const { warnings, single_vote_flips_result: isClose, aggregators_agree: isAgreed, aggregators } = result.integrity;
  const others = Object.entries(aggregators)
    .filter(([, option]) => option !== aggregators.plurality)
    .map(([rule, option]) => `${rule.replaceAll('_', ' ')}: ${option ?? 'no winner'}`);
  return [
    ...warnings,
    ...(isClose ? ['one vote decides: had one voter voted otherwise, the winner would be another or none'] : []),
    ...(isAgreed || others.length === 0 ? [] : [`other ways of counting choose differently: ${others.join('; ')}`]),
    ...(isWhole ? [] : ['it is not fully recorded, so it cannot be replayed']),
  ];
}
