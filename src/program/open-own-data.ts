import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { OpenOwnData } from '../cli/ports.js';
import { type OwnData, openOwnData } from '../coaching/index.js';
import { listCoaches } from '../http/find-coach.js';
import { realPathOf } from '../kernel/real-path.js';
import { personFolder, stateFolder } from '../kernel/state-folder.js';
import { UserError } from '../kernel/user-error.js';

/** Where the data of the coach is unless the person chose another folder. */
export function coachDataFolder(chosen: string | undefined): string {
  return realPathOf(chosen ?? join(personFolder(homedir(), process.env), 'coach'));
}

/** Makes no data where there is none. */
export async function openCoachOwnData({ program, dataFolder }: OpenOwnData): Promise<OwnData> {
  const folder = coachDataFolder(dataFolder);
  if (!existsSync(join(folder, 'paige.db'))) {
    throw new UserError('not_found', `there is no data of the coach in ${folder}; \`witan coach\` makes it`);
  }
  const redact = (text: string) => program.redact(text);
  return openOwnData({ ...program.coaching, folder, redact, logger: program.logger });
}

/** The project of a coach that runs on this machine; undefined if none does. */
export function findRunningCoach(): string | undefined {
  return listCoaches(stateFolder(homedir(), process.env)).find(({ isCertain }) => isCertain)?.projectFolder;
}
