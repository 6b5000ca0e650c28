import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { createDatabaseList } from '../../src/config/trust/known-databases.js';
import { systemClock } from '../../src/kernel/clock.js';
import { type KnownDatabases, writeAtomically } from '../../src/storage/index.js';

/** The list of databases of a home: of this test's, unless another one is given. */
export function knownDatabases(home = homedir()): KnownDatabases {
  return createDatabaseList({
    configFolder: path.join(home, '.config', 'witan'),
    projectFolder: path.join(home, 'no-project'),
    write: writeAtomically,
    now: () => systemClock.now(),
  });
}

/** Makes a database that a test prepared one that the program uses, as if the program had made it. */
export async function registerDatabase(file: string, home = homedir()): Promise<void> {
  const id = readFileSync(file).readUInt32BE(68);
  await knownDatabases(home).add(id, file);
}
