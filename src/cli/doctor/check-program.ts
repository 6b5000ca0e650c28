import { toCliError } from '../cli-error.js';
import type { CommandLinePorts } from '../ports.js';
import type { OpenProgram } from '../program-port.js';
import { displayPath } from '../text/display-path.js';
import { checkAdapters } from './check-adapters.js';
import { checkConfigFolder, checkFolder } from './check-folder.js';
import { checkHooks } from './check-hooks.js';
import { checkPanel } from './check-panel.js';
import { checkPart } from './check-part.js';
import { checkRuns } from './check-runs.js';
import type { Finding } from './finding.js';

const ADAPTER_TIME_LIMIT_MS = 5_000;
const PANEL_TIME_LIMIT_MS = 3_000;
const COMPARISON_TIME_LIMIT_MS = 5_000;
const DATABASE_TIME_LIMIT_MS = 5_000;

/** Everything that needs a loaded configuration; a broken one is itself a finding. */
export async function checkProgram(ports: CommandLinePorts): Promise<Finding[]> {
  let program: OpenProgram;
  try {
    program = await ports.openProgram({ projectFolder: ports.currentFolder });
  } catch (error) {
    return [{ subject: 'config', state: 'broken', text: toCliError(error).line }];
  }
  const { dataFolder, transcriptsFolder, journalFolder } = program.configuration;
  const [adapters, panel, comparison, sqlite, graph, runs, journal, guidance, hooks, ...folders] = await Promise.all([
    checkAdapters(program, ADAPTER_TIME_LIMIT_MS),
    checkPanel(program, PANEL_TIME_LIMIT_MS),
    checkPart('comparison', async () => ({ state: 'ok', text: await program.comparison() }), COMPARISON_TIME_LIMIT_MS),
    checkPart('SQLite', () => program.sqlite(), DATABASE_TIME_LIMIT_MS),
    checkPart('decision graph', () => program.decisionGraph(), DATABASE_TIME_LIMIT_MS),
    checkPart('deliberations', () => checkRuns(program, ports.clock.now()), DATABASE_TIME_LIMIT_MS),
    checkPart('journal', () => program.journalState(), DATABASE_TIME_LIMIT_MS),
    checkPart('guidance', () => program.guidanceState(), DATABASE_TIME_LIMIT_MS),
    program.hookFigures().then((figures) => checkHooks(ports, figures)),
    checkConfigFolder(ports.configFolder, displayPath(ports.configFolder, ports)),
    checkFolder('data folder', dataFolder, displayPath(dataFolder, ports)),
    checkFolder('transcripts', transcriptsFolder, displayPath(transcriptsFolder, ports)),
    checkFolder('journal folder', journalFolder, displayPath(journalFolder, ports)),
  ]);
  return [
    ...checkConfiguration(program, ports),
    ...folders,
    ...adapters,
    panel,
    comparison,
    { subject: 'evidence', ...program.evidenceState() },
    sqlite,
    ...[graph, runs, journal].map((part) => (part.text === sqlite.text ? withoutDatabase(part.subject) : part)),
    guidance,
    ...hooks,
  ];
}

/** The whole message is shown once, above. */
function withoutDatabase(subject: string): Finding {
  return { subject, state: 'broken', text: 'needs SQLite, see above' };
}

function checkConfiguration({ configuration }: OpenProgram, ports: CommandLinePorts): Finding[] {
  const files = configuration.files.map((file) => displayPath(file, ports)).join(', ');
  return [
    { subject: 'config', state: 'ok', text: files === '' ? 'the built-in one; no file of your own' : files },
    ...[...configuration.notices, ...configuration.unusedKeys].map(
      (text): Finding => ({ subject: 'config', state: 'note', text }),
    ),
  ];
}
