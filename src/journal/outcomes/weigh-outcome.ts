import type { OutcomeStatus } from '../entry/entry.js';
import type { CapturedOutcome } from './captured-outcomes.js';

export interface Claim {
  readonly status: OutcomeStatus;
  readonly autoCaptured?: boolean;
}

export interface Weighing {
  readonly autoCaptured: boolean;
  readonly agreement: 'agrees' | 'disagrees' | 'none';
  readonly warning?: string;
}

/** Sets what an agent says beside what its last test or build said. */
export function weighOutcome({ status, autoCaptured = false }: Claim, captured: CapturedOutcome | undefined): Weighing {
  if (status === 'abandoned') return { autoCaptured: false, agreement: 'none' };
  if (captured === undefined) return { autoCaptured, agreement: 'none' };
  if (captured.passed === (status === 'confirmed')) return { autoCaptured: true, agreement: 'agrees' };
  const fact = `\`${captured.command}\` ${captured.passed ? 'passed' : 'failed'} after the last update`;
  const warning = `${fact}, which does not agree with ${status}; the entry stays silver.`;
  return { autoCaptured: false, agreement: 'disagrees', warning };
}
