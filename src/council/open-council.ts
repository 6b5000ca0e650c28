import path from 'node:path';
import { cutText } from '../kernel/cut-text.js';
import { plainLine } from '../kernel/plain-text.js';
import type { Council, DeliberateOptions } from './contract/council.js';
import { createCouncil } from './create-council.js';
import { type DemoOptions, withDemo } from './demo-council.js';
import type { CouncilDependencies } from './resume-deliberation.js';

interface ProjectCouncil {
  readonly demo: DemoOptions;
  /** Loads what the first comparison of answers needs. */
  readonly load: () => Promise<unknown>;
}

/** The council of a project, with demos. */
export function openCouncil(dependencies: CouncilDependencies, { demo, load }: ProjectCouncil): Council {
  return loadDuringFirstRound(withDemo(createCouncil(dependencies), dependencies, demo), load);
}

const MAX_KEYS = 12;
const MAX_VALUE_LENGTH = 40;

interface ProjectConfiguration {
  readonly projectChanges: readonly { readonly key: string; readonly value: string | undefined }[];
  readonly sources: readonly { readonly layer: string; readonly path: string }[];
}

/** What a reader of the verdict must know of the project's own config: it may hide files or change the rules. */
export function projectWarnings(
  { projectChanges, sources }: ProjectConfiguration,
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
