import { readFolderNote, removeFolderNote, writeFolderNote } from '../../storage/own-files/folder-note.js';

// A project's graphs may come from anywhere, and hooks show them to the agent.

const KIND = 'trusted-graphs';

/** Whether the user trusts the graphs of this folder, whatever they contain by now. */
export function areGraphsTrusted(projectFolder: string): boolean {
  const note = readFolderNote(KIND, projectFolder);
  return note !== undefined && note.state !== 'own';
}

/** Whether the first item was learned here, so that none came with the project. The user has not trusted them yet. */
export function areGraphsOwn(projectFolder: string): boolean {
  return readFolderNote(KIND, projectFolder)?.state === 'own';
}

/** False if it could not be written. */
export function trustGraphs(projectFolder: string): boolean {
  return writeFolderNote(KIND, projectFolder, { state: 'trusted' });
}

export function noteOwnGraphs(projectFolder: string): void {
  if (readFolderNote(KIND, projectFolder) === undefined) writeFolderNote(KIND, projectFolder, { state: 'own' });
}

export function distrustGraphs(projectFolder: string): void {
  removeFolderNote(KIND, projectFolder);
}
