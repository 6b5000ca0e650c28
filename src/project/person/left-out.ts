/** Folders that tree and watcher leave out: what tools made, not what the person writes. Files in them can be opened. */
const FOLDERS: ReadonlySet<string> = new Set(['node_modules', '.git', 'dist', 'build', 'coverage', '.next', '.cache']);

/** The draft of a file that is being saved. */
const DRAFT = /^\..+\.\d+-[0-9a-f]{12}\.tmp$/;

export function isLeftOut(name: string, isFolder: boolean): boolean {
  return isFolder ? FOLDERS.has(name) : DRAFT.test(name);
}
