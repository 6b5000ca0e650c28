import { oneAtATime } from '../../kernel/one-at-a-time.js';
import type { FileChange } from '../../project/person/known-files.js';
import type { FileWatcher, WatchOptions } from '../../project/person/watch-files.js';
import type { WorkspaceContext } from './workspace-context.js';

/** Reports changes on the disk, and keeps what open files contained before for the diff of the phase. */
export function followChanges(context: WorkspaceContext, options: WatchOptions): FileWatcher {
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
