import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { configFolder } from '../config/index.js';
import {
  type Council,
  type CouncilDependencies,
  checkWorkingDirectory,
  choosePanel,
  createCouncil,
  type DeliberateOptions,
  type DeliberationRequest,
  type ParticipantRequest,
} from '../council/index.js';
import { withCurrentDemoName } from '../kernel/demo-names.js';
import { silentLogger } from '../kernel/logger.js';
import { isInside, pathInside, realPathOf } from '../kernel/real-path.js';
import { packageFolder } from './installation.js';
import { openRuns } from './open-runs.js';
import type { PartContext } from './part-context.js';

export type DemoFolders = ReturnType<typeof openDemoFolders>;

export function openDemoFolders(
  { environment, projectFolder }: Pick<PartContext, 'environment' | 'projectFolder'>,
  isRecorded: boolean,
) {
  const folder = path.join(configFolder(homedir(), environment), 'demo');
  const memory = { find: () => folder, make: () => folder, former: () => [] };
  return {
    /** The user's own folder for transcripts of demos: a project's are for decisions. */
    transcriptsFolder: path.join(folder, 'transcripts'),
    // The log is in the project, where a demo leaves nothing.
    runs: isRecorded ? openRuns({ memory, projectFolder, logger: silentLogger }) : undefined,
    /** With the example project; undefined inside another program's bundle. */
    packageFolder: packageFolder(),
  };
}

/** A demo leaves nothing in the project, knows no past decisions, and uses the example project where there is nothing to cite. */
export function withDemo(council: Council, dependencies: CouncilDependencies, folders: DemoFolders): Council {
  const { directory } = dependencies;
  return {
    ...council,
    async deliberate(request, options = {}) {
      const panel = await panelFor(request, options);
      if (!panel.isDemo) return council.deliberate(panel.request, options);
      const demo = await openDemo(panel.request, dependencies, folders);
      return demo.council.deliberate(demo.request, withNotice(options, [panel.notice, demo.notice]));
    },
    async resume(request, options) {
      const { runs } = folders;
      const isRecorded = runs !== undefined && (await runs.exists());
      const recorded = isRecorded ? await (await runs.open()).list({ limit: MAX_LISTED }) : [];
      if (!recorded.some(({ id }) => id === request.deliberation_id)) return council.resume(request, options);
      const { within: _project, ...rest } = request;
      return createDemoCouncil(dependencies, folders, {}).resume(rest, options);
    },
    async estimate(request, options = {}) {
      const panel = await panelFor(request, options);
      if (!panel.isDemo) return council.estimate(panel.request, options);
      const estimated = await (await openDemo(panel.request, dependencies, folders)).council.estimate(panel.request);
      return { ...estimated, notice: panel.notice ?? estimated.notice };
    },
  };

  async function panelFor(request: DeliberationRequest, { defaultModels = {} }: DeliberateOptions) {
    const { participants, notice } =
      request.participants === undefined
        ? await choosePanel(directory, { defaultModels, maxCostUsd: request.max_cost_usd })
        : { participants: request.participants, notice: null };
    return { request: { ...request, participants }, notice, isDemo: await isDemoRequest(participants) };
  }

  async function isDemoRequest(participants: readonly ParticipantRequest[]): Promise<boolean> {
    const adapters = participants.map((participant) => directory.adapter(withCurrentDemoName(participant).cli));
    return adapters.length > 0 && (await Promise.all(adapters)).every((adapter) => adapter?.kind === 'demo');
  }
}

const MAX_LISTED = 100;

async function openDemo(request: DeliberationRequest, dependencies: CouncilDependencies, folders: DemoFolders) {
  const folder = await checkWorkingDirectory(request.working_directory);
  const example = await exampleInstead(folder, request.question, folders);
  if (example === undefined) {
    const hidden = pathInside(folder, dependencies.settings.transcriptsFolder);
    return { council: createDemoCouncil(dependencies, folders, { hidden }), request, notice: null };
  }
  return {
    council: createDemoCouncil(dependencies, folders, { warning: example.warning }),
    request: { ...request, working_directory: example.folder },
    notice: example.notice,
  };
}

interface DemoRun {
  /** A folder of the project that holds earlier debates, which are not facts. */
  readonly hidden?: string | undefined;
  readonly warning?: string;
}

function createDemoCouncil(
  { memory: _memory, history: _history, runs: _runs, ...rest }: CouncilDependencies,
  { transcriptsFolder, runs }: DemoFolders,
  { hidden, warning }: DemoRun,
): Council {
  const { settings, projectWarnings = [] } = rest;
  const deny = hidden === undefined ? [] : [hidden, `${hidden}/**`];
  return createCouncil({
    ...rest,
    settings: {
      ...settings,
      transcriptsFolder,
      evidence: { ...settings.evidence, deny: [...settings.evidence.deny, ...deny] },
    },
    projectWarnings: [...projectWarnings, ...(warning === undefined ? [] : [warning])],
    ...(runs === undefined ? {} : { runs }),
  });
}

/** The example project, where the given folder is Witan's own or has no documents; undefined where it has some. */
async function exampleInstead(folder: string, question: string, { packageFolder }: DemoFolders) {
  if (packageFolder === undefined) return undefined;
  const isOwn = isInside(realPathOf(packageFolder), folder);
  if (!isOwn && (await hasDocuments(folder))) return undefined;
  const reason = isOwn ? "this folder is Witan's own" : 'this folder has no documents to cite';
  return {
    folder: path.join(packageFolder, 'assets', 'demo-project'),
    notice: `Using the example project, because ${reason}.${question === EXAMPLE_QUESTION ? '' : ` Its open question: "${EXAMPLE_QUESTION}"`}`,
    warning: `the demo looked at the example project, because ${reason}`,
  };
}

const EXAMPLE_QUESTION = 'Should our job queue use PostgreSQL or SQLite?';

/** Looks at the first folders only: where documents exist, there is one near the top. */
async function hasDocuments(folder: string): Promise<boolean> {
  const folders = [folder];
  for (let looked = 0; looked < folders.length && looked < MAX_FOLDERS; looked++) {
    const current = folders[looked] ?? folder;
    const entries = await readdir(current, { withFileTypes: true }).catch(() => []);
    if (entries.some((entry) => entry.isFile() && /\.(?:md|txt|rst|adoc)$/i.test(entry.name))) return true;
    const inner = entries.filter(
      (entry) => entry.isDirectory() && !/^(?:\.|node_modules$|transcripts$)/.test(entry.name),
    );
    folders.push(...inner.map(({ name }) => path.join(current, name)));
  }
  return false;
}

const MAX_FOLDERS = 200;

function withNotice(options: DeliberateOptions, notices: readonly (string | null)[]): DeliberateOptions {
  return {
    ...options,
    onProgress: (event) => {
      if (event.kind !== 'started') return options.onProgress?.(event);
      const shown = [...notices, event.notice].filter((notice) => notice !== null);
      options.onProgress?.({ ...event, notice: shown.length === 0 ? null : shown.join('\n') });
    },
  };
}
