import { z } from 'zod';
import type { CoachPage } from '../coaching/index.js';
import { CoachError } from '../coaching/index.js';

/** What `witan coach pause|resume|end` asks for. */
export const SESSION_REQUEST = z.strictObject({ action: z.enum(['pause', 'resume', 'end']) });

export type SessionRequest = z.infer<typeof SESSION_REQUEST>;

export interface ChangedSession {
  readonly title: string;
  /** Only of a session that has ended. */
  readonly durationMs?: number | undefined;
  readonly phasesCompleted?: number | undefined;
}

/** The person gets out of a session without the page. A session that an earlier run left open can be resumed and ended, too. */
export async function changeSession(
  sessions: CoachPage['sessions'],
  { action }: SessionRequest,
): Promise<ChangedSession> {
  const active = await sessions.current();
  const [unfinished] = await sessions.unfinished();
  if (active !== null) {
    const { title } = active.issueContext;
    if (action === 'end') return { title, ...ending(await sessions.end({ sessionId: active.sessionId })) };
    await sessions.setPaused(action === 'pause');
    return { title };
  }
  if (unfinished === undefined) throw new CoachError('NO_SESSION', 'no session is active');
  const { id, issueTitle: title } = unfinished;
  if (action === 'end') return { title, ...ending(await sessions.end({ sessionId: id })) };
  if (action === 'pause') throw new CoachError('NO_SESSION', 'no session is active: agents may write');
  await sessions.resume(id);
  return { title };
}

function ending({ durationMs, phasesCompleted }: Awaited<ReturnType<CoachPage['sessions']['end']>>) {
  return { durationMs, phasesCompleted };
}
