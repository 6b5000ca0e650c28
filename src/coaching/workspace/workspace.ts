import type { Clock } from '../../kernel/clock.js';
import type { PersonFiles } from '../../project/person/person-files.js';
import type { ProjectTree } from '../../project/person/project-tree.js';
import type { FileWatcher, WatchOptions } from '../../project/person/watch-files.js';
import type { RetriedWrites } from '../retried-writes.js';
import { openBuffers } from './buffers.js';
import { type Comparing, createComparing } from './compare-files.js';
import { createEditing, type Editing } from './edit-files.js';
import { followChanges } from './follow-changes.js';
import { createMoving, type Moving } from './move-files.js';
import { createPhaseBaselines } from './phase-baselines.js';
import { createRemovedFiles } from './removed-files.js';
import type { Workbench } from './workbench.js';
import type { WorkspaceContext } from './workspace-context.js';

/**
 * The person's project during coaching: files, what is typed in the editor, and what differs. Every path is checked before
 * anything is opened, and every file has one path here, whatever link or spelling was used. Failures are `CoachError`s.
 */
export interface Workspace extends Editing, Comparing, Moving {
  /** The real path of the project. */
  readonly root: string;
  getProjectTree(): Promise<ProjectTree>;
  watch(options: WatchOptions): FileWatcher;
}

/** What tools of models are given: nothing that changes a file or a text of the person. */
export type WorkspaceReader = Pick<
  Workspace,
  | 'root'
  | 'locate'
  | 'readFile'
  | 'openFile'
  | 'openFiles'
  | 'getBuffer'
  | 'bufferPaths'
  | 'getProjectTree'
  | Exclude<keyof Comparing, 'beginPhase' | 'forgetPhases'>
>;

export interface WorkspaceDependencies {
  readonly files: PersonFiles;
  readonly workbench: Workbench;
  readonly writes: RetriedWrites;
  /** The person's data folder; a real path. */
  readonly dataFolder: string;
  readonly clock: Clock;
}

export async function createWorkspace(dependencies: WorkspaceDependencies): Promise<Workspace> {
  const { files, workbench, writes, clock } = dependencies;
  const project = files.root;
  const context: WorkspaceContext = {
    files,
    buffers: await openBuffers({ project, workbench, writes, clock }),
    baselines: createPhaseBaselines({ project, workbench, writes }),
    opened: new Map(),
    clock,
  };
  return {
    root: files.root,
    ...createEditing(context),
    ...createComparing(context),
    ...createMoving(context, createRemovedFiles(dependencies)),
    getProjectTree: () => files.getProjectTree(),
    watch: (options) => followChanges(context, options),
  };
}
