import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { configFolder, createDatabaseList } from '../config/index.js';
import { systemClock } from '../kernel/clock.js';
import { writeAtomically } from '../kernel/write-atomically.js';
import type { KnownDatabases } from '../storage/index.js';

/** The user's list of databases, as a project is measured against it. */
export function openKnownDatabases(projectFolder: string, environment: NodeJS.ProcessEnv): KnownDatabases {
  return createDatabaseList({
    configFolder: configFolder(homedir(), environment),
    projectFolder,
    write: writeAtomically,
    now: () => systemClock.now(),
  });
}

/** Whether this user's Witan has learned in the project: then a journal of an earlier version is this user's, too. */
export async function hasKnownExperiences(dataFolder: string, known: KnownDatabases): Promise<boolean> {
  const file = path.join(dataFolder, 'experiences.db');
  const { whyUnused } = await import('../storage/index.js');
  // An empty file is no database, and a cloned project can bring one.
  const { size } = statSync(file, { throwIfNoEntry: false }) ?? { size: 0 };
  return size > 0 && (await whyUnused(file, { migrations: [], known })) === undefined;
}
