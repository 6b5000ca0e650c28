import { UserError } from '../../kernel/user-error.js';
import type { ModelAdapter, ModelDirectory, Price } from '../../models/index.js';
import type { CheckedRequest } from '../check-request.js';
import type { Seat } from '../panel/seat.js';
import type { Stance } from '../request.js';
import type { CouncilSettings, EvidenceSettings } from '../settings.js';

/** Everything a deliberation starts from, as it is recorded: free of secrets, and whole without a configuration. */
export interface DeliberationSetup {
  readonly deliberationId: string;
  readonly startedAt: string;
  readonly request: CheckedRequest;
  readonly seats: readonly RecordedSeat[];
  readonly settings: CouncilSettings;
}

/** A seat without its adapter, which is found again by its name. */
export interface RecordedSeat {
  readonly participant: string;
  readonly cli: string;
  readonly kind: ModelAdapter['kind'];
  readonly model: string;
  readonly reasoningEffort?: string;
  readonly stance: Stance;
  readonly family: string;
  readonly price?: Price;
}

export function recordSeat({
  participant,
  adapter,
  model,
  reasoningEffort,
  stance,
  family,
  price,
}: Seat): RecordedSeat {
  return {
    participant,
    cli: adapter.name,
    kind: adapter.kind,
    model,
    stance,
    family,
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    ...(price === undefined ? {} : { price }),
  };
}

export function restoreSeat(recorded: RecordedSeat, adapter: ModelAdapter): Seat {
  const { participant, cli, model, reasoningEffort, stance, family, price } = recorded;
  // They become arguments of a program: a record from elsewhere must not be able to pass options to it.
  for (const word of [model, reasoningEffort ?? '']) {
    if (!word.startsWith('-') && !/\p{Control}/u.test(word)) continue;
    throw new UserError('conflict', `the record names "${word}" for ${cli}, which is not a model; it cannot be used`);
  }
  return { participant, adapter, model, reasoningEffort, stance, family, price };
}

/** The same participants again. Rejects if one of them can no longer be asked. */
export async function restoreSeats(seats: readonly RecordedSeat[], directory: ModelDirectory): Promise<Seat[]> {
  return Promise.all(
    seats.map(async (recorded) => {
      const adapter = await directory.adapter(recorded.cli);
      if (adapter !== undefined) return restoreSeat(recorded, adapter);
      throw new UserError(
        'conflict',
        `${recorded.participant} took part, but the adapter "${recorded.cli}" is no longer configured; configure it again to continue`,
      );
    }),
  );
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
  const least = (name: 'maxRequestsPerAnswer' | 'timeoutMs' | 'maxFileBytes' | 'outputMaxChars' | 'contextRounds') =>
    Math.min(recorded[name], present[name]);
  return {
    enabled: recorded.enabled,
    // Answers may cite findings from before evidence was disabled; nothing more is read.
    ...(present.enabled ? {} : { refusal: 'Looking at the project was switched off since this deliberation began.' }),
    sameRound: recorded.sameRound,
    maxRequestsPerAnswer: least('maxRequestsPerAnswer'),
    timeoutMs: least('timeoutMs'),
    maxFileBytes: least('maxFileBytes'),
    outputMaxChars: least('outputMaxChars'),
    contextRounds: least('contextRounds'),
    deny: [...new Set([...recorded.deny, ...present.deny])],
  };
}
