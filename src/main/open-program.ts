import { cliVersion } from '../../adapters/cli/cli-version.js';
import type { OpenOptions, OpenProgram } from '../cli/ports.js';
import type { Settings } from '../config/index.js';
import { createFileLogger } from '../kernel/file-logger.js';
import { composeProgram, type Program, semanticsOptions } from './compose.js';

async function describeComparison(settings: Settings): Promise<string> {
  const { createSemantics } = await import('../semantics/index.js');
  const semantics = await createSemantics(semanticsOptions(settings));
  await semantics.close();
  const { embeddedWith, backend } = semantics;
  return embeddedWith === undefined
    ? `words only (${backend})`
    : `${backend}: ${embeddedWith.model}, ${embeddedWith.dimensions} dimensions`;
}

/** The program as the command line sees it. */
export async function openProgram(options: OpenOptions): Promise<OpenProgram & Pick<Program, 'close'>> {
  const place: { dataFolder?: string } = {};
  // The terminal belongs to the command's own lines; a warning in between would tear its live progress.
  const logger = createFileLogger({ folder: () => place.dataFolder, warn: () => undefined });
  const program = await composeProgram({ ...options, environment: process.env, logger });
  const { settings, directory, council, close } = program;
  place.dataFolder = settings.storage.dataFolder;
  const files = settings.sources.filter(({ layer }) => layer !== 'package').map(({ path }) => path);
  return {
    council,
    close,
    directory,
    configuration: {
      files,
      notices: settings.notices,
      configuredAdapters: settings.configuredAdapters,
      dataFolder: settings.storage.dataFolder,
      transcriptsFolder: settings.storage.transcriptsFolder,
    },
    defaultPanel: () => council.defaultPanel(),
    comparison: () => describeComparison(settings),
    async sandbox() {
      const { describeSandbox } = await import('../council/evidence/sandbox/describe-sandbox.js');
      return describeSandbox(settings.evidence.sandbox);
    },
    async adapterVersion(name, signal) {
      const adapter = settings.adapters[name];
      return adapter?.type === 'cli' ? cliVersion(adapter.command, process.env, signal) : undefined;
    },
  };
}
