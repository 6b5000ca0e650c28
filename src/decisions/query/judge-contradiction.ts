import { cutText } from '../../kernel/cut-text.js';
import type { Link, LinkEnd } from '../model/decision-graph.js';

export type Severity = 'high' | 'medium' | 'low';

export interface JudgedContradiction {
  readonly severity: Severity;
  /** Which of the two is to be followed, if known. */
  readonly holds: 'earlier' | 'later' | 'neither' | 'open';
  /** Why it is judged so. */
  readonly because: string;
  readonly description: string;
}

/** Whether one of the two is recorded as the other's successor: then they do not contradict each other. */
export function isSettled({ first, second }: Link): boolean {
  return first.supersededBy === second.id || second.supersededBy === first.id;
}

/** What two decisions that chose differently mean for a reader who has to follow one of them. */
export function judgeContradiction(link: Link, now: Date): JudgedContradiction {
  const { holds, because } = weighOutcomes(link);
  return { severity: severityOf(link, holds, now), holds, because, description: describe(link, because) };
}

interface Weighed {
  readonly holds: JudgedContradiction['holds'];
  readonly because: string;
}

function weighOutcomes({ first: { outcome: earlier }, second: { outcome: later } }: Link): Weighed {
  if (earlier === 'right' && later === 'right') {
    return { holds: 'open', because: 'both are recorded as right: find out what differs between the two cases' };
  }
  if (earlier === 'wrong' && later === 'wrong') return { holds: 'neither', because: 'both turned out wrong' };
  if (earlier === 'wrong') {
    const proof = later === 'right' ? ' and the later one right' : '';
    return { holds: 'later', because: `the earlier one turned out wrong${proof}: the later one holds` };
  }
  if (later === 'wrong') {
    const proof = earlier === 'right' ? ' and the earlier one right' : '';
    return { holds: 'earlier', because: `the later one turned out wrong${proof}: the earlier one holds` };
  }
  if (later === 'right') return { holds: 'later', because: 'the later one proved right and holds' };
  if (earlier === 'right') {
    return { holds: 'open', because: 'the earlier one proved right, and the later one goes against it' };
  }
  if (earlier === 'superseded') return { holds: 'later', because: 'the earlier one is recorded as superseded' };
  if (later === 'superseded') return { holds: 'neither', because: 'the later one is recorded as superseded' };
  return {
    holds: 'later',
    because: 'the later one replaces the earlier one unless an outcome says otherwise',
  };
}

const SEVERITIES: readonly Severity[] = ['low', 'medium', 'high'];

/** Nearly the same question decided otherwise a short time after is the worst; what is settled or long ago the least. */
function severityOf({ first, second, score }: Link, holds: JudgedContradiction['holds'], now: Date): Severity {
  let weight = score >= SAME_SUBJECT ? 2 : score >= CLOSE_SUBJECT ? 1 : 0;
  if (daysBetween(first, second) > LONG_APART || days(now.getTime() - second.decidedAt.getTime()) > LONG_AGO)
    weight -= 1;
  const isOpenDispute = first.outcome === 'right' && (second.outcome === null || second.outcome === 'right');
  if (isOpenDispute) weight += 1;
  // An outcome already says which of the two to follow.
  if (holds !== 'open' && (first.outcome !== null || second.outcome !== null)) weight = 0;
  return SEVERITIES[Math.max(0, Math.min(2, weight))] ?? 'low';
}

const SAME_SUBJECT = 0.8;
const CLOSE_SUBJECT = 0.7;
const LONG_APART = 365;
const LONG_AGO = 2 * 365;

const days = (ms: number) => ms / 86_400_000;
const daysBetween = (a: LinkEnd, b: LinkEnd) => days(Math.abs(b.decidedAt.getTime() - a.decidedAt.getTime()));

function describe({ first, second, score }: Link, because: string): string {
  const on = ({ winningOption, decidedAt }: LinkEnd) =>
    `"${cutText(winningOption ?? 'nothing', MAX_OPTION_LENGTH)}" on ${decidedAt.toISOString().slice(0, 10)}`;
  return `similar questions (${score.toFixed(2)}) were decided differently: ${on(first)}, then ${on(second)}; ${because}`;
}

const MAX_OPTION_LENGTH = 120;
