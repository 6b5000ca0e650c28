import type { CheckedRequest } from '../contract/request.js';
import type { CouncilSettings, EvidenceSettings } from '../contract/settings.js';
import type { RecordedSeat } from '../panel/seat.js';

/** Everything a deliberation starts from, as it is recorded: free of secrets, and whole without a configuration. */
export interface DeliberationSetup {
  readonly deliberationId: string;
  readonly startedAt: string;
  readonly request: CheckedRequest;
  readonly seats: readonly RecordedSeat[];
  readonly settings: CouncilSettings;
}

/**
 * The rules of the debate stay those it began with. Where it may look and what it may read follow the person's
 * present configuration as well: what was forbidden since must not be looked at because it once was allowed, and what
 * was forbidden then is not looked at now.
 */
export function settingsToContinue(recorded: CouncilSettings, present: CouncilSettings): CouncilSettings {
  const { transcriptsFolder, dataFolder } = present;
  const [tree, treeNow] = [recorded.fileTree, present.fileTree];
  return {
    ...recorded,
    transcriptsFolder,
    dataFolder,
    fileTree: {
      enabled: tree.enabled && treeNow.enabled,
      maxDepth: Math.min(tree.maxDepth, treeNow.maxDepth),
      maxFiles: Math.min(tree.maxFiles, treeNow.maxFiles),
    },
    evidence: evidenceToContinue(recorded.evidence, present.evidence),
  };
}

function evidenceToContinue(recorded: EvidenceSettings, present: EvidenceSettings): EvidenceSettings {
  const lower = (name: 'maxRequestsPerAnswer' | 'timeoutMs' | 'maxFileBytes' | 'outputMaxChars' | 'contextRounds') =>
    Math.min(recorded[name], present[name]);
  return {
    enabled: recorded.enabled,
    // Answers may cite findings from before evidence was disabled; nothing more is read.
    ...(present.enabled ? {} : { refusal: 'Looking at the project was switched off since this deliberation began.' }),
    sameRound: recorded.sameRound,
    maxRequestsPerAnswer: lower('maxRequestsPerAnswer'),
    timeoutMs: lower('timeoutMs'),
    maxFileBytes: lower('maxFileBytes'),
    outputMaxChars: lower('outputMaxChars'),
    contextRounds: lower('contextRounds'),
    deny: [...new Set([...recorded.deny, ...present.deny])],
  };
}
