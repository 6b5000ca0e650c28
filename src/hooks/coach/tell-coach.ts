import { homedir } from 'node:os';
import { type ActiveCoach, askCoach, findActiveCoaches, type HookReport, hasCoachFile } from '../../coaching/hook.js';
import { isInside, realPathOf } from '../../kernel/real-path.js';
import { stateFolder } from '../../kernel/state-folder.js';
import type { HookContext } from '../protocol/handler.js';

/** Tells the coach of this folder that a hook ran. Its answer is a text for the agent, empty without a coach. */
export async function tellCoach(
  context: HookContext,
  hook: string,
  { prompt, ...more }: Pick<HookReport, 'prompt' | 'outcome'> = {},
): Promise<string> {
  const { event, environment } = context;
  const folder = coachStateFolder(environment);
  const coach = folder === undefined ? undefined : coachAt(event.cwd, await findActiveCoaches(folder));
  if (coach === undefined) return '';
  context.allowMoreTime();
  const { isForAllTools } = context;
  const report = { hook, agentSession: event.sessionId, isForAllTools, ...more };
  // From a folder around the project, the person may write about other work, which is none of the coach's business.
  const isAboutProject = isInside(coach.projectFolder, realPathOf(event.cwd));
  const kept = isAboutProject ? prompt?.slice(0, MAX_PROMPT_LENGTH) : undefined;
  return askCoach(coach, { ...report, ...(kept !== undefined && { prompt: kept }) });
}

/** The coach keeps less of it, after it has searched for secrets. */
const MAX_PROMPT_LENGTH = 10_000;

/** Undefined if no coach has left a file there. */
export function coachStateFolder(environment: HookContext['environment']): string | undefined {
  try {
    const folder = stateFolder(homedir(), environment);
    return hasCoachFile(folder) ? folder : undefined;
  } catch {
    // Without a home folder there is no coach, either.
    return undefined;
  }
}

/** The coach of the innermost project around a folder; of a project in it if it is around none. */
export function coachAt(cwd: string, coaches: readonly ActiveCoach[]): ActiveCoach | undefined {
  const folder = realPathOf(cwd);
  const around = coaches.filter(({ projectFolder }) => isInside(projectFolder, folder));
  const [innermost] = around.sort((a, b) => b.projectFolder.length - a.projectFolder.length);
  return innermost ?? coaches.find(({ projectFolder }) => isInside(folder, projectFolder));
}
