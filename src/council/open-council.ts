import path from 'node:path';
import type { Settings } from '../config/index.js';
import {
  type Council,
  type CouncilDependencies,
  type CouncilSettings,
  createCouncil,
  type DeliberateOptions,
} from './index.js';
import { systemClock } from '../kernel/clock.js';
import { cutText } from '../kernel/cut-text.js';
import { plainLine } from '../kernel/plain-text.js';
import { councilMemory } from './decision-memory.js';
import { type DemoFolders, withDemo } from './demo-council.js';
import type { DecisionsPart } from '../program/open-decisions.js';
import type { RunsPart } from '../program/open-runs.js';
import type { Similarities } from '../semantics/open-similarities.js';
import type { PartContext } from '../program/part-context.js';

export interface CouncilParts extends Pick<CouncilDependencies, 'directory'> {
  readonly similarities: Pick<Similarities, 'answers' | 'load'>;
  readonly decisions: DecisionsPart | undefined;
  readonly runs: RunsPart | undefined;
  readonly demo: DemoFolders;
  /** Wins over the configuration. */
  readonly councilSettings: Partial<CouncilSettings> | undefined;
}

/** The council of a project, with its memory, its records and the demo. */
export function openCouncil(context: PartContext, parts: CouncilParts): Council {
  const { settings, projectFolder, redactor, logger } = context;
  const { directory, similarities, decisions, runs, demo, councilSettings = {} } = parts;
  const { similarityThreshold } = settings.decisionGraph;
  const dependencies: CouncilDependencies = {
    directory,
    settings: { ...settings.council, ...councilSettings },
    similarity: similarities.answers,
    clock: systemClock,
    logger,
    redactor,
    projectWarnings: projectWarnings(settings, projectFolder, (text) => redactor.redactNow(text)),
    isInsideCouncil: context.environment.WITAN_INSIDE_COUNCIL === '1',
    ...(decisions !== undefined && { memory: councilMemory({ decisions, similarityThreshold }) }),
    ...(runs !== undefined && { runs, history: runs.history }),
  };
  const council = withDemo(createCouncil(dependencies), dependencies, {
    ...demo,
    transcriptsFolder: councilSettings.transcriptsFolder ?? demo.transcriptsFolder,
  });
  return loadDuringFirstRound(council, similarities.load);
}

const MAX_KEYS = 12;
const MAX_VALUE_LENGTH = 40;

/** What a reader of the verdict must know of the project's own config: it may hide files or change the rules. */
export function projectWarnings(
  { projectChanges, sources }: Pick<Settings, 'projectChanges' | 'sources'>,
  projectFolder: string,
  redactNow: (text: string) => string,
): string[] {
  const source = sources.find(({ layer }) => layer === 'project');
  if (source === undefined || projectChanges.length === 0) return [];
  const shown = projectChanges.slice(0, MAX_KEYS).map(({ key, value }) => {
    // Taken out before it is cut: the beginning of a secret is not recognized as one.
    const text = value === undefined ? '' : cutText(plainLine(redactNow(value)), MAX_VALUE_LENGTH);
    return text === '' ? key : `${key} (${text})`;
  });
  const more = projectChanges.length - shown.length;
  const rest = more === 0 ? '' : ` and ${more} more`;
  return [`this project's ${path.relative(projectFolder, source.path)} sets ${shown.join(', ')}${rest}`];
}

/**
 * Calls `load` once, while the participants of a first round think: the comparison of answers after the second round
 * then finds everything loaded. One round compares nothing, so it loads nothing.
 */
export function loadDuringFirstRound(council: Council, load: () => Promise<unknown>): Council {
  let isStarted = false;
  const start = () => {
    isStarted = true;
    // A failure is repeated, and reported, where the parts are used.
    setTimeout(() => void load().catch(() => undefined), AFTER_START_MS).unref();
  };
  const watch = (options: DeliberateOptions = {}): DeliberateOptions => ({
    ...options,
    onProgress: (event) => {
      if (!isStarted && event.kind === 'round_started' && event.rounds > 1) start();
      options.onProgress?.(event);
    },
  });
  return {
    ...council,
    deliberate: (request, options) => council.deliberate(request, watch(options)),
    resume: (request, options) => council.resume(request, watch(options)),
  };
}

/** By then the calls of the round have been made. */
const AFTER_START_MS = 100;
