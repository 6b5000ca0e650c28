import type { CliCommand } from '../cli-command.js';
import { addAnalyze } from '../decisions/analyze.js';
import { addArchive, addDelete, addOutcome } from '../decisions/change.js';
import { addContradictions } from '../decisions/contradictions.js';
import type { DecisionShell } from '../decisions/decision-shell.js';
import { addSimilar } from '../decisions/similar.js';
import { addTimeline } from '../decisions/timeline.js';
import { addExport, addImport } from '../decisions/transfer.js';
import { openProject } from '../options/project-options.js';
import type { Shell } from '../shell.js';

export function addDecisions(program: CliCommand, shell: Shell): void {
  const group = program
    .command('decisions')
    .summary('past decisions: find, compare, rate, export')
    .description('Every deliberation is stored as a decision. Without a command, lists them, latest first.')
    .example('witan decisions', 'witan decisions similar "Which database for the job queue?"');
  const decisionPorts: DecisionShell = {
    ...shell,
    openDecisions: async (project, choice) => (await openProject(project, shell)).decisions(choice),
  };
  for (const add of COMMANDS) add(group, decisionPorts);
}

const COMMANDS = [
  addSimilar,
  addContradictions,
  addTimeline,
  addAnalyze,
  addOutcome,
  addExport,
  addImport,
  addArchive,
  addDelete,
];
