// The package's export `witan/council`. Its types are imported file by file: the declarations that a user of the
// library loads then reach nothing but each other.

import { resolve } from 'node:path';
import type { OnProgress } from '../../council/contract/progress.js';
import type { DeliberationRequest } from '../../council/contract/request.js';
import type { DeliberationResult } from '../../council/contract/result.js';
import type { CouncilSettings } from '../../council/contract/settings.js';
import { type Logger, silentLogger } from '../../kernel/logger.js';
import { openOnce } from '../../kernel/open-once.js';
import { realPathOf } from '../../kernel/real-path.js';
import type { ModelAdapter } from '../../models/model-adapter.js';

export type { Estimate, Range } from '../../council/contract/estimate.js';
export type { OnProgress, ProgressEvent } from '../../council/contract/progress.js';
export type { DeliberationRequest, Mode, ParticipantRequest, Stance } from '../../council/contract/request.js';
export type {
  Citation,
  ConvergenceStatus,
  DeliberationResult,
  DeliberationStatus,
  GraphContext,
  PastDecision,
  Spent,
  ToolExecution,
} from '../../council/contract/result.js';
export type { CouncilSettings, EvidenceSettings } from '../../council/contract/settings.js';
export type { ParsedVote, Vote } from '../../council/contract/vote.js';
export { parseToolRequests, type ToolRequest } from '../../council/evidence/parse-tool-requests.js';
export { parseVote } from '../../council/vote/parse-vote.js';
export type { Logger } from '../../kernel/logger.js';
export { UserError } from '../../kernel/user-error.js';
export type {
  Availability,
  ModelAdapter,
  ModelAnswer,
  ModelBriefing,
  ModelReply,
  ModelRequest,
} from '../../models/model-adapter.js';
export type { ModelFailure } from '../../models/model-failure.js';

export interface CouncilOptions {
  /** The project: its configuration is read, and questions are about it. Default: the current folder. */
  readonly cwd?: string;
  /** Wins over every other configuration file. */
  readonly configFile?: string;
  /** Ways to ask a model that your program brings, by the name that participants use as `cli`. */
  readonly adapters?: Readonly<Record<string, ModelAdapter>>;
  readonly transcriptsFolder?: string;
  /** What your program decides, whatever the files say. */
  readonly settings?: Partial<CouncilSettings>;
  readonly logger?: Logger;
}

export type CouncilRequest = Omit<DeliberationRequest, 'working_directory'> & {
  /** Default: the council's `cwd`. */
  readonly working_directory?: string;
};

export interface DeliberationOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
}

export interface LibraryCouncil {
  /** Rejects with a `UserError` for a request or a configuration it cannot act on; a model that fails is part of the result. */
  deliberate(request: CouncilRequest, options?: DeliberationOptions): Promise<DeliberationResult>;
}

/** The configuration is read at the first deliberation, and again if that failed. */
export function createCouncil(options: CouncilOptions = {}): LibraryCouncil {
  const projectFolder = options.cwd ?? process.cwd();
  const program = openOnce(() => open(options, projectFolder));
  return {
    async deliberate(request, deliberationOptions = {}) {
      const { council } = await program.open();
      return council.deliberate({ working_directory: projectFolder, ...request }, deliberationOptions);
    },
  };
}

async function open(options: CouncilOptions, projectFolder: string) {
  const { openProgram } = await import('../open-program.js');
  const { configFile, adapters = {}, transcriptsFolder, settings = {}, logger = silentLogger } = options;
  return openProgram({
    projectFolder,
    environment: process.env,
    logger,
    providedAdapters: adapters,
    // No caller would close its database: a program that wants a memory runs the command or the server.
    hasMemory: false,
    councilSettings:
      transcriptsFolder === undefined
        ? settings
        : { ...settings, transcriptsFolder: realPathOf(resolve(transcriptsFolder)) },
    ...(configFile === undefined ? {} : { configFile }),
  });
}
