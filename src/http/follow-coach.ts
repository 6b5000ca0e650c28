import { type FSWatcher, watch } from 'node:fs';
import { homedir } from 'node:os';
import type { Logger } from '../kernel/logger.js';
import { realPathOf } from '../kernel/real-path.js';
import { stateFolder } from '../kernel/state-folder.js';
import { findCoach } from './client.js';
import { type CoachClient, createCoachClient } from './coach-client.js';
import { makeStateFolder } from './server-state.js';

interface FollowOptions {
  readonly projectFolder: string;
  readonly logger: Logger;
  readonly changed: () => void;
}

/** The coach that runs for the project, or will: another process. */
export interface FollowedCoach extends CoachClient {
  readonly isRunning: () => boolean;
}

export function followCoach({ projectFolder, logger, changed }: FollowOptions): FollowedCoach {
  const states = stateFolder(homedir(), process.env);
  const folder = realPathOf(projectFolder);
  const find = () => findCoach(states, folder);
  const client = createCoachClient(find);
  let isRunning = find() !== undefined;
  let watcher: FSWatcher | undefined;

  const check = () => {
    watcher ??= watchStates(states, { check, failed: forgetWatcher });
    if ((find() !== undefined) === isRunning) return;
    isRunning = !isRunning;
    logger.log('info', isRunning ? 'coach_found' : 'coach_gone');
    changed();
  };
  const forgetWatcher = () => {
    watcher?.close();
    watcher = undefined;
  };
  // A coach that is killed leaves its state as it was, and not every folder can be watched.
  const timer = setInterval(check, CHECK_MS).unref();
  check();

  return {
    isRunning: () => isRunning,
    callTool: (...call) => client.callTool(...call),
    async close() {
      clearInterval(timer);
      forgetWatcher();
      await client.close();
    },
  };
}

const CHECK_MS = 3_000;

/** A coach writes there when it begins and ends. Undefined if the folder cannot be watched. */
function watchStates(folder: string, on: { readonly check: () => void; readonly failed: () => void }) {
  try {
    // Before the first coach of a new user there is none, and its tools would be listed only at the next check.
    makeStateFolder(folder);
    const watcher = watch(folder, { persistent: false }, (_event, name) => {
      if (name?.startsWith('coach-') === true) on.check();
    });
    return watcher.on('error', on.failed);
  } catch {
    return undefined;
  }
}
