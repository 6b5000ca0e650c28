import type { Command } from 'commander';
import type { Decisions } from '../../decisions/index.js';
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
    .summary('past decisions: find, compare, rate, export')
    .description('Every deliberation is stored as a decision. Without a command, lists them, latest first.')
    .addHelpText('after', EXAMPLE);
  let opened: Decisions | undefined;
  const observed: CommandLinePorts = {
    ...ports,
    async openProgram(options) {
      const openedProgram = await ports.openProgram(options);
      return { ...openedProgram, decisions: async () => (opened = await openedProgram.decisions()) };
    },
  };
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
    add(decisions, observed, (exitCode) => {
      const leftOut = opened?.leftOut();
      if (leftOut !== undefined) ports.stderr.write(`witan: ${leftOut}\n`);
      finish(exitCode);
    });
  }
}

const EXAMPLE = `
Examples:
  witan decisions
  witan decisions similar "Which database for the job queue?"`;
