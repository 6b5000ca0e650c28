import { homedir } from 'node:os';
import path from 'node:path';
import type { OpenProgram } from '../cli/program-port.js';
import type { CoachOptions, PagePorts } from '../http/index.js';
import { systemClock } from '../kernel/clock.js';
import { openOnce } from '../kernel/open-once.js';
import { realPathOf } from '../kernel/real-path.js';
import { stateFolder } from '../kernel/state-folder.js';
import { readDatabaseSizes, readDoctorReport } from './doctor-report.js';
import { packageFolder } from './installation.js';

interface OpenPages {
  readonly program: OpenProgram;
  readonly projectFolder: string;
  readonly port: number | undefined;
  readonly coach?: CoachOptions;
}

/** The pages of an open program, or those that another process serves for the project. */
export async function openPages({ program, projectFolder, port, coach }: OpenPages) {
  const { startPages } = await import('../http/index.js');
  return startPages({
    ports: pagePorts(program, realPathOf(projectFolder)),
    stateFolder: stateFolder(homedir(), process.env),
    assetsFolder: path.join(packageFolder() ?? '.', 'dist', 'web'),
    port,
    coach,
  });
}

export function pagePorts(program: OpenProgram, projectFolder: string): PagePorts {
  const layouts = openOnce(async () => {
    const { createPointLayouts } = await import('../http/index.js');
    const folder = program.configuration.dataFolder;
    return createPointLayouts({
      folder,
      projectFolder,
      clock: systemClock,
      layOut: (points, options) => program.layOut(points, options),
      report: (error) => program.report(error),
    });
  });
  return {
    projectFolder,
    layouts: { of: async (name, source) => (await layouts.open()).of(name, source) },
    clock: systemClock,
    runs: () => program.pageRuns(),
    decisions: () => program.existingDecisions(),
    get journal() {
      return program.journal;
    },
    get entries() {
      return program.entries;
    },
    learning: () => program.learning(),
    knowledge: () => program.knowledge(),
    doctorReport: async () => readDoctorReport(program.configuration.dataFolder),
    hookFigures: () => program.hookFigures(),
    databaseSizes: async () => readDatabaseSizes(program.configuration.dataFolder),
    report: (error) => program.report(error),
  };
}
