import type { FileChange, FileWatcher, WatchOptions } from '../../project/person/watch-files.js';
import type { WorkspaceContext } from './workspace-context.js';

/** Reports changes on the disk, and keeps what open files contained before for the diff of the phase. */
export function followChanges(context: WorkspaceContext, options: WatchOptions): FileWatcher {
  const vanished = new Set<string>();
  return context.files.watch({
    ...options,
    onChange(change) {
      options.onChange(change);
      noteChange(context, change, vanished).catch(() =>
        options.onNotice(`The text of "${change.path}" before this change could not be kept for the phase's diff.`),
      );
    },
  });
}

async function noteChange(context: WorkspaceContext, change: FileChange, vanished: Set<string>): Promise<void> {
  const { files, baselines, opened } = context;
  const { action, path } = change;
  if (action === 'addDir' || action === 'unlinkDir') return;
  const known = opened.get(path);
  // Its text was never read: a file that comes back is not taken for a new one.
  if (known === undefined && action === 'unlink') vanished.add(path);
  const read = await files.readFile(path);
  // The workspace's own saves are reported too.
  if (read.ok && read.value.version === known?.version) return;
  if (known !== undefined) {
    opened.set(path, read.ok ? { content: read.value.content, version: read.value.version } : null);
    await baselines.keep(path, known?.content ?? null);
  } else if (action === 'add' && read.ok && !vanished.has(path)) await baselines.keep(path, null);
}
