import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../../kernel/is-record.js';
import { isProcessIdentity, processState } from '../../kernel/process-identity.js';
import { realPathOf } from '../../kernel/real-path.js';
import { readOwnText } from '../../storage/own-files/read-own-file.js';
import { provesKey } from './ask-coach.js';

/** A coach that runs, with a session that is active and not paused. */
export interface ActiveCoach {
  /** A real path. */
  readonly projectFolder: string;
  readonly url: string;
  readonly key: string;
  readonly session: { readonly id: string; readonly phase: string | null };
}

/** Asked before every tool call: most machines have no such file. */
export function hasCoachFile(stateFolder: string): boolean {
  return coachFiles(stateFolder).length > 0;
}

/**
 * All coaches of this user whose session holds writes. A coach that was killed left a file, but no process. Where this
 * machine cannot tell, as after its name has changed, the coach has to answer: otherwise its file would hold writes forever.
 */
export async function findActiveCoaches(stateFolder: string): Promise<ActiveCoach[]> {
  const recorded = coachFiles(stateFolder).flatMap((name) => {
    try {
      return readCoach(JSON.parse(readOwnText(join(stateFolder, name), MAX_BYTES) ?? 'null')) ?? [];
    } catch {
      return [];
    }
  });
  const isActive = await Promise.all(recorded.map(async ({ coach, isRunning }) => isRunning || provesKey(coach)));
  return recorded.flatMap(({ coach }, index) => (isActive[index] === true ? [coach] : []));
}

const MAX_BYTES = 10_000;
const MAX_FILES = 1_000;

function coachFiles(stateFolder: string): string[] {
  try {
    const names = readdirSync(stateFolder);
    return names.filter((name) => name.startsWith('coach-') && name.endsWith('.json')).slice(0, MAX_FILES);
  } catch {
    return [];
  }
}

function readCoach(state: unknown): { readonly coach: ActiveCoach; readonly isRunning: boolean } | undefined {
  if (!isRecord(state) || !isRecord(state.server) || !isRecord(state.session)) return undefined;
  const { key, server, session } = state;
  const { process, url, projectFolder } = server;
  const { id, isPaused, phase } = session;
  if (isPaused !== false || typeof id !== 'string' || typeof projectFolder !== 'string') return undefined;
  if (typeof key !== 'string' || typeof url !== 'string' || !isProcessIdentity(process)) return undefined;
  const runs = processState(process);
  if (runs === 'gone') return undefined;
  const title = typeof phase === 'string' ? phase : null;
  const coach = { projectFolder: realPathOf(projectFolder), url, key, session: { id, phase: title } };
  return { coach, isRunning: runs === 'running' };
}
