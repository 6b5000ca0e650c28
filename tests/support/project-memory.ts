import { homedir } from 'node:os';
import path from 'node:path';
import { openProjectMemory, type ProjectMemory } from '../../src/storage/make-project-memory.js';

/** The memory of a project for the user with this home: of this test, unless another one is given. */
export function projectMemory(projectFolder: string, home = homedir()): ProjectMemory {
  const environment = { HOME: home, XDG_DATA_HOME: path.join(home, '.local', 'share') };
  return openProjectMemory(projectFolder, { homeFolder: home, environment });
}

/** The folder in which everything about a project is remembered, made if need be. */
export function memoryOf(projectFolder: string, home?: string): string {
  return projectMemory(projectFolder, home).make();
}
