import { homedir } from 'node:os';
import type { ChangedCoachSession, CoachSessionChange } from '../cli/ports.js';
import { askCoach, findCoach, forgetCoach } from './find-coach.js';
import { realPathOf } from '../kernel/real-path.js';
import { stateFolder } from '../kernel/state-folder.js';

/** Asks the coach that runs for a folder; undefined if none does. */
export async function changeCoachSession(asked: CoachSessionChange): Promise<ChangedCoachSession | undefined> {
  const coach = findCoach(stateFolder(homedir(), process.env), realPathOf(asked.folder));
  const changed = coach && (await askCoach(coach, { action: asked.action }));
  // It was left by a machine that had another name, or by a container that is gone.
  if (coach !== undefined && changed === undefined && asked.action === 'end') forgetCoach(coach);
  return coach && changed && { projectFolder: coach.projectFolder, ...changed };
}
