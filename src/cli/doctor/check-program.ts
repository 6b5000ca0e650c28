import type { Program } from '../../program/program.js';
import { toCliError } from '../cli-error.js';
import type { Shell } from '../shell.js';
import { displayPath } from '../text/display-path.js';
import { checkAdapters } from './check-adapters.js';
import { checkConfigFolder, checkFolder } from './check-folder.js';
import { checkHooks } from './check-hooks.js';
import { checkPanel } from './check-panel.js';
import { checkPart } from './check-part.js';
import { checkRuns } from './check-runs.js';
import {
  describeDecisions,
  describeEvidence,
  describeGuidance,
  describeJournal,
  describeSqlite,
} from './describe-parts.js';
import type { Finding } from './finding.js';

const ADAPTER_TIME_LIMIT_MS = 5_000;
const PANEL_TIME_LIMIT_MS = 3_000;
const COMPARISON_TIME_LIMIT_MS = 5_000;
const DATABASE_TIME_LIMIT_MS = 5_000;

/** Everything that needs a loaded configuration; a broken one is itself a finding. */
export async function checkProgram(shell: Shell): Promise<Finding[]> {
  let program: Program;
  try {
    program = await shell.openProgram({ projectFolder: shell.currentFolder });
  } catch (error) {
    return [{ subject: 'config', state: 'broken', text: toCliError(error).line }];
  }
  const { dataFolder, transcriptsFolder, journalFolder } = program.settings.storage;
  const [adapters, panel, comparison, sqlite, graph, runs, journal, guidance, hooks, ...folders] = await Promise.all([
    checkAdapters(program, ADAPTER_TIME_LIMIT_MS),
    checkPanel(program, PANEL_TIME_LIMIT_MS),
    checkPart('comparison', async () => ({ state: 'ok', text: await program.comparison() }), COMPARISON_TIME_LIMIT_MS),
    checkPart('SQLite', () => describeSqlite(program.settings), DATABASE_TIME_LIMIT_MS),
    checkPart('decision graph', () => describeDecisions(program), DATABASE_TIME_LIMIT_MS),
    checkPart('deliberations', () => checkRuns(program, shell.clock.now()), DATABASE_TIME_LIMIT_MS),
    checkPart('journal', () => describeJournal(program), DATABASE_TIME_LIMIT_MS),
    checkPart('guidance', () => describeGuidance(program), DATABASE_TIME_LIMIT_MS),
    program.hookFigures().then((figures) => checkHooks(shell, figures)),
    checkConfigFolder(shell.configFolder, displayPath(shell.configFolder, shell)),
    checkFolder('data folder', dataFolder, displayPath(dataFolder, shell)),
    checkFolder('transcripts', transcriptsFolder, displayPath(transcriptsFolder, shell)),
    checkFolder('journal folder', journalFolder, displayPath(journalFolder, shell)),
  ]);
  return [
    ...checkConfiguration(program, shell),
    ...folders,
    ...adapters,
    panel,
    comparison,
    { subject: 'evidence', ...describeEvidence(program.settings) },
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

function checkConfiguration({ settings }: Program, shell: Shell): Finding[] {
  const read = settings.sources.filter(({ layer }) => layer !== 'package');
  const files = read.map(({ path }) => displayPath(path, shell)).join(', ');
  return [
    { subject: 'config', state: 'ok', text: files === '' ? 'the built-in one; no file of your own' : files },
    ...[...settings.notices, ...settings.unusedKeys].map(
      (text): Finding => ({ subject: 'config', state: 'note', text }),
    ),
  ];
}
