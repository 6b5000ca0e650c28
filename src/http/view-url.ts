import { homedir } from 'node:os';
import { readState, recordedServer, stateFile } from './server-state.js';
import { realPathOf } from '../kernel/real-path.js';
import { stateFolder } from '../kernel/state-folder.js';

/** The page of a deliberation; null unless `witan view` runs for the project. It has no key: the browser has that. */
export function viewUrl(projectFolder: string, deliberationId: string): string | null {
  const folder = stateFolder(homedir(), process.env);
  const server = recordedServer(readState(stateFile(folder, 'view', realPathOf(projectFolder))));
  return server === undefined ? null : `${server.url}/deliberations/${deliberationId}`;
}
