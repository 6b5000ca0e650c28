import { homedir } from 'node:os';
import { configFolder, createDatabaseList } from '../config/index.js';
import { systemClock } from '../kernel/clock.js';
import type { KnownDatabases } from '../storage/known-databases.js';
import { writeAtomically } from '../storage/write-atomically.js';

export interface KnownDatabasesOptions {
  readonly projectFolder: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** The user's list of databases, as a project is measured against it. */
export function openKnownDatabases({ projectFolder, environment }: KnownDatabasesOptions): KnownDatabases {
  return createDatabaseList({
    configFolder: configFolder(homedir(), environment),
    projectFolder,
    write: writeAtomically,
    now: () => systemClock.now(),
  });
}
