import type { EvidenceSettings } from '../contract/settings.js';
import { RECORD } from './record-keys.js';

/** The limits that a round's prompts mention and its requests were chosen by. */
export type RoundLimits = Pick<
  EvidenceSettings,
  'maxRequestsPerAnswer' | 'maxFileBytes' | 'outputMaxChars' | 'contextRounds'
>;

export function roundLimits(settings: EvidenceSettings): RoundLimits {
  const { maxRequestsPerAnswer, maxFileBytes, outputMaxChars, contextRounds } = settings;
  return { maxRequestsPerAnswer, maxFileBytes, outputMaxChars, contextRounds };
}

/**
 * The limits of every finished round, as they were recorded at its end. A round keeps its limits: otherwise its prompts
 * would be worded differently, and findings that its answers cite would be lost. Records of earlier versions have none.
 */
export function finishedRoundLimits(recorded: ReadonlyMap<string, string>): RoundLimits[] {
  const finished: RoundLimits[] = [];
  for (;;) {
    const stored = recorded.get(RECORD.roundLimits(finished.length + 1).name);
    if (stored === undefined) return finished;
    const limits = JSON.parse(stored) as RoundLimits;
    finished.push({ ...limits, maxRequestsPerAnswer: Math.min(limits.maxRequestsPerAnswer, MAX_REQUESTS) });
  }
}

/** The highest that a configuration allows: a record from elsewhere may contain anything. */
const MAX_REQUESTS = 50;
