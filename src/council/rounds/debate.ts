import type { OptionList } from '../options/option-list.js';
import type { PeerLabels } from '../panel/peer-labels.js';
import type { Seat } from '../panel/seat.js';
import type { ConvergenceTracker } from './convergence-tracker.js';
import type { RoundRecord } from './debate-record.js';

/** Everything that was said, and why the debate ended. */
export interface Debate {
  readonly seats: readonly Seat[];
  readonly rounds: readonly RoundRecord[];
  readonly options: OptionList;
  /** The labels by which a participant knew the others. */
  readonly labelsOf: (participant: string) => PeerLabels;
  readonly convergence: ConvergenceTracker;
  /** With `cheapest_first`: participants that were not asked, because two settled the question. Not part of `seats`. */
  readonly notAsked: readonly Seat[];
  /** Why a cap or the caller ended it early; null otherwise. */
  readonly cutShort: string | null;
  /** If the lead could be challenged: why no participant was asked further; null otherwise. */
  readonly challengeEnd: string | null;
  /** Why participants could not look at the project, although they should have; null otherwise. */
  readonly evidenceRefusal: string | null;
}
