import type { Program } from '../program/program.js';
import type { PointLayouts } from './map/point-layouts.js';

/** The program of a project as its pages use it, and where the points of its maps are. */
export interface PageProgram
  extends Pick<
    Program,
    | 'projectFolder'
    | 'settings'
    | 'memory'
    | 'clock'
    | 'logger'
    | 'pageRuns'
    | 'existingDecisions'
    | 'journal'
    | 'entries'
    | 'existingLearning'
    | 'knowledge'
    | 'doctorReport'
    | 'hookFigures'
  > {
  readonly layouts: PointLayouts;
}

/** Logs an error that the person cannot do anything about. */
export function reportError({ logger }: Pick<PageProgram, 'logger'>, error: unknown): void {
  logger.log('error', 'pages', { cause: String(error instanceof Error ? error.stack : error) });
}
