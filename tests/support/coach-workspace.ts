import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { createRetriedWrites } from '../../src/coaching/retried-writes.js';
import { openWorkbench } from '../../src/coaching/workspace/workbench.js';
import { createWorkspace } from '../../src/coaching/workspace/workspace.js';
import { type PersonProject, personProject } from './person-project.js';
import { scratchFolder } from './scratch-folder.js';

export const WORKSPACE_TIME = new Date('2026-11-17T10:00:00.000Z');

/** A workspace on a real project with a real database. */
export async function coachWorkspace(
  contents: Readonly<Record<string, string | Uint8Array>>,
  dataIn = scratchFolder('coach'),
) {
  const project = await personProject(contents);
  return { ...project, ...(await openCoachWorkspace(project, mkdtempSync(path.join(dataIn, 'coach-')))) };
}

/** The same project and data as another start of the program sees them. */
export async function openCoachWorkspace({ files }: Pick<PersonProject, 'files'>, dataFolder: string) {
  const clock = { now: () => WORKSPACE_TIME, elapsed: () => 0 };
  const workbench = await openWorkbench({ folder: dataFolder });
  const writes = createRetriedWrites();
  const workspace = await createWorkspace({ files, workbench, writes, dataFolder, clock });
  return { workspace, workbench, writes, dataFolder };
}
