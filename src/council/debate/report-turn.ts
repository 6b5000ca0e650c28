import { describeFailure } from '../../models/index.js';
import type { OptionList } from '../options/option-list.js';
import type { OnProgress } from '../progress.js';
import type { Turn } from './debate-record.js';

export function reportTurn(turn: Turn, options: OptionList, onProgress: OnProgress): void {
  const shared = { round: turn.round, participant: turn.seat.participant, duration_ms: turn.durationMs };
  if (turn.outcome.kind === 'failed') {
    onProgress({ kind: 'failed', ...shared, reason: describeFailure(turn.outcome.failure) });
    return;
  }
  const { vote } = turn.outcome;
  const named =
    vote.kind === 'vote' ? { ...vote.vote, option: options.find(vote.vote.option)?.text ?? vote.vote.option } : null;
  onProgress({ kind: 'answered', ...shared, vote: named });
}
