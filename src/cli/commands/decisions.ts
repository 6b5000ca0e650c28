import type { Command } from 'commander';
import { addAnalyze } from '../decisions/analyze.js';
import { addArchive } from '../decisions/archive.js';
import { addContradictions } from '../decisions/contradictions.js';
import { addDelete } from '../decisions/delete.js';
import { addExport } from '../decisions/export.js';
import { addImport } from '../decisions/import.js';
import { addOutcome } from '../decisions/outcome.js';
import { addSimilar } from '../decisions/similar.js';
import { addTimeline } from '../decisions/timeline.js';
import type { CommandLinePorts } from '../ports.js';

export function addDecisions(program: Command, ports: CommandLinePorts, finish: (exitCode: number) => void): void {
  const decisions = program
    .command('decisions')
    .summary('what was decided before: find, compare, judge, export')
    .description('Every deliberation is remembered as a decision. These commands look into them.')
    .addHelpText('after', EXAMPLE);
  for (const add of [
    addSimilar,
    addContradictions,
    addTimeline,
    addAnalyze,
    addOutcome,
    addExport,
    addImport,
    addArchive,
    addDelete,
  ]) {
    add(decisions, ports, finish);
  }
}

const EXAMPLE = `
Example:
  witan decisions similar "Which database for the job queue?"`;
