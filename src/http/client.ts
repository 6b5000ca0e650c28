import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { z } from 'zod';
import { processState } from '../kernel/process-identity.js';
import { isInside, realPathOf } from '../kernel/real-path.js';
import { stateFolder } from '../kernel/state-folder.js';
import { UserError } from '../kernel/user-error.js';
import { removeOwnFile } from '../storage/own-files/own-folder.js';
import { askServer, type KnownServer } from './ask-server.js';
import type { ChangedSession, SessionRequest } from './change-session.js';
import { listStateFiles, readState, recordedServer, stateFile } from './server-state.js';

// How other processes find a server that runs and ask it. Nothing here loads the server itself.

export interface FoundCoach extends KnownServer {
  readonly projectFolder: string;
  /** Its state. */
  readonly file: string;
  /** True if its process runs, which this machine cannot tell about one of another machine or container. */
  readonly isCertain: boolean;
}

/**
 * The coach that may run for a folder or for a project that it is in, or else the only one for a project in the folder:
 * hooks hold writes there, too. Whether it runs, it must prove.
 */
export function findCoach(states: string, folder: string): FoundCoach | undefined {
  const around = foldersAround(folder).map((each) => readCoach(stateFile(states, 'coach', each)));
  const nearest = around.find((coach) => coach !== undefined);
  if (nearest !== undefined) return nearest;
  const [only, ...others] = listCoaches(states).filter(({ projectFolder }) => isInside(folder, projectFolder));
  return others.length === 0 ? only : undefined;
}

/** Covers all projects of the user. */
export function listCoaches(states: string): FoundCoach[] {
  return listStateFiles(states, 'coach').flatMap((file) => readCoach(file) ?? []);
}

function foldersAround(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersAround(parent)];
}

function readCoach(file: string): FoundCoach | undefined {
  const state = readState(file);
  const server = recordedServer(state);
  if (state === undefined || server?.projectFolder === undefined) return undefined;
  const { url, projectFolder, process } = server;
  return { file, url, key: state.key, projectFolder, isCertain: processState(process) === 'running' };
}

/** Removes the file of a coach that does not answer, unless its process runs on this machine. */
export function forgetCoach({ file, isCertain }: FoundCoach): void {
  if (!isCertain) removeOwnFile(file);
}

/** Undefined if the coach does not answer. Rejects with a `UserError` for what it refuses. */
export async function askCoach(coach: FoundCoach, request: SessionRequest): Promise<ChangedSession | undefined> {
  const answer = await askServer(coach, '/api/session', request);
  if (answer === undefined) return undefined;
  if (answer.isOk) return CHANGED.parse(answer.body);
  throw new UserError('conflict', REFUSED.safeParse(answer.body).data?.error ?? 'the coach refused the request');
}

const CHANGED = z.object({
  title: z.string(),
  durationMs: z.number().optional(),
  phasesCompleted: z.number().optional(),
}) satisfies z.ZodType<ChangedSession>;
const REFUSED = z.object({ error: z.string() });

interface CoachSessionChange {
  /** The folder of the project, or one in it. */
  readonly folder: string;
  readonly action: SessionRequest['action'];
}

/** Pauses, resumes or ends the session of the coach that runs for a folder; undefined if none runs. */
export async function changeCoachSession({ folder, action }: CoachSessionChange) {
  const coach = findCoach(stateFolder(homedir(), process.env), realPathOf(folder));
  const changed = coach && (await askCoach(coach, { action }));
  // It was left by a machine that had another name, or by a container that is gone.
  if (coach !== undefined && changed === undefined && action === 'end') forgetCoach(coach);
  return coach && changed && { projectFolder: coach.projectFolder, ...changed };
}

/** The project of a coach that runs on this machine; undefined if none does. */
export function findRunningCoach(): string | undefined {
  return listCoaches(stateFolder(homedir(), process.env)).find(({ isCertain }) => isCertain)?.projectFolder;
}

/** The page of a deliberation; null unless `witan view` runs for the project. It has no key: the browser has that. */
export function viewUrl(projectFolder: string, deliberationId: string): string | null {
  const file = stateFile(stateFolder(homedir(), process.env), 'view', realPathOf(projectFolder));
  const server = recordedServer(readState(file));
  return server === undefined ? null : `${server.url}/deliberations/${deliberationId}`;
}
