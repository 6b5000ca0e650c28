import type { Clock } from '../../kernel/clock.js';
import { oneAtATime } from '../../kernel/one-at-a-time.js';
import type { FileChange } from '../../project/person/known-files.js';
import type { PersonFiles } from '../../project/person/person-files.js';
import type { ProjectTree } from '../../project/person/project-tree.js';
import type { FileWatcher, WatchOptions } from '../../project/person/watch-files.js';
import type { RetriedWrites } from '../retried-writes.js';
import { openBuffers } from './buffers.js';
import { type Comparing, createComparing } from './compare-files.js';
import { createEditing, type Editing } from './edit-files.js';
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

/** Given to tools of models: nothing that changes a file or a text of the person. */
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

/** Reports changes on the disk, and keeps what open files contained before for the diff of the phase. */
function followChanges(context: WorkspaceContext, options: WatchOptions): FileWatcher {
  const vanished = new Set<string>();
  const inOrder = oneAtATime();
  const onChange = (change: FileChange) => {
    options.onChange(change);
    inOrder(() => noteChange(context, change, vanished)).catch(() =>
      options.onNotice(`The text of "${change.path}" before this change could not be kept for the phase's diff.`),
    );
  };
  return context.files.watch({
    ...options,
    onChange,
    onManyChanges() {
      options.onManyChanges();
      for (const path of context.opened.keys()) onChange({ action: 'change', path });
    },
  });
}

async function noteChange(context: WorkspaceContext, change: FileChange, vanished: Set<string>): Promise<void> {
  const { files, baselines, opened } = context;
  const { action, path } = change;
  if (action === 'addDir' || action === 'unlinkDir') return;
  const known = opened.get(path);
  // Its text was never read: a file that comes back is not taken for a new one.
  if (known === undefined && action === 'unlink' && vanished.size < MAX_VANISHED) vanished.add(path);
  if (known === undefined && action !== 'add') return;
  const read = await files.readFile(path);
  // The workspace's own saves are reported too.
  if (read.ok && read.value.version === known?.version) return;
  if (known !== undefined) {
    opened.set(path, read.ok ? { content: read.value.content, version: read.value.version } : null);
    await baselines.keep(path, known?.content ?? null);
  } else if (action === 'add' && read.ok && !vanished.has(path) && vanished.size < MAX_VANISHED)
    await baselines.keep(path, null);
}

/** After so many, it is not known any more whether a file is new. */
const MAX_VANISHED = 10_000;
