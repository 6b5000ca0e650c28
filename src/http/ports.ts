import type { Runs } from '../council/index.js';
import type { Decisions } from '../decisions/index.js';
import type { Knowledge } from '../guidance/index.js';
import type { Journal } from '../journal/index.js';
import type { Clock } from '../kernel/clock.js';
import type { EntryCatalog, Learning } from '../learning/index.js';
import type { PointLayouts } from './map/point-layouts.js';

/**
 * What the pages need from the program of one project; `main` provides it. Parts are opened at their first use, and a part
 * that has no data yet is undefined: looking creates no database.
 */
export interface PagePorts {
  readonly projectFolder: string;
  readonly clock: Clock;
  readonly runs: () => Promise<Runs | undefined>;
  readonly decisions: () => Promise<Decisions | undefined>;
  readonly journal: Journal;
  readonly entries: EntryCatalog;
  readonly learning: () => Promise<Learning | undefined>;
  readonly knowledge: () => Promise<Knowledge>;
  /** Where the points of maps are. */
  readonly layouts: PointLayouts;
  /** What `witan doctor` found when it last ran; null if it never did. */
  readonly doctorReport: () => Promise<DoctorReport | null>;
  /** The recent timings of the hooks. */
  readonly hookFigures: () => Promise<readonly HookFigures[]>;
  /** The databases of the project that exist, with their size on the disk. */
  readonly databaseSizes: () => Promise<readonly DatabaseSize[]>;
  /** Logs an error that the person cannot do anything about. */
  readonly report: (error: unknown) => void;
}

interface DoctorReport {
  /** When it ran. */
  readonly at: string;
  readonly version: string;
  readonly findings: readonly DoctorFinding[];
}

interface DoctorFinding {
  readonly subject: string;
  readonly state: 'ok' | 'note' | 'missing' | 'broken';
  readonly text: string;
  /** What to do about it. */
  readonly remedy?: string | undefined;
}

interface HookFigures {
  readonly hook: string;
  readonly count: number;
  readonly lastAt: string;
  /** From the start of the process to its answer. */
  readonly p95Ms: number;
}

interface DatabaseSize {
  readonly name: string;
  readonly bytes: number;
}
