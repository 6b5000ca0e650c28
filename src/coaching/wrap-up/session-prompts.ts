import type { Clock } from '../../kernel/clock.js';
import { cutText } from '../../kernel/cut-text.js';
import type { Redact } from '../models-view/redact-texts.js';
import type { CoachingStore } from '../store/coaching-store.js';
import type { Workbench } from '../workspace/workbench.js';

/** What the person wrote to an agent during a session. */
export interface SessionPrompt {
  readonly prompt: string;
  readonly sentAt: string;
}

export interface SessionPrompts {
  /** Without secrets, and cut; only while the session is active. The oldest ones go when there are too many. */
  add(sessionId: string, prompt: string): Promise<void>;
  /** The oldest first. */
  list(sessionId: string): Promise<SessionPrompt[]>;
}

interface PromptDependencies {
  readonly workbench: Workbench;
  readonly store: { readonly sessions: Pick<CoachingStore['sessions'], 'get'> };
  readonly redact: Redact;
  readonly clock: Clock;
}

export function createSessionPrompts({ workbench, store, redact, clock }: PromptDependencies): SessionPrompts {
  const { queries } = workbench;
  const ofSession = (id: string) => queries.selectFrom('session_prompts').selectAll().where('session_id', '=', id);
  return {
    async add(sessionId, given) {
      const sent_at = clock.now().toISOString();
      const prompt = cutText(await redact(given), MAX_PROMPT_LENGTH);
      // A prompt that is stored after the wrap-up would never be deleted.
      if ((await store.sessions.get(sessionId))?.status !== 'active') return;
      await workbench.write((connection) => {
        const [last] = connection.execute(ofSession(sessionId).orderBy('number', 'desc').limit(1));
        const number = (last?.number ?? 0) + 1;
        connection.execute(
          queries.insertInto('session_prompts').values({ session_id: sessionId, number, prompt, sent_at }),
        );
        const old = queries.deleteFrom('session_prompts').where('session_id', '=', sessionId);
        connection.execute(old.where('number', '<=', number - MAX_PROMPTS));
      });
    },

    async list(sessionId) {
      const rows = await ofSession(sessionId).orderBy('number').execute();
      return rows.map(({ prompt, sent_at: sentAt }) => ({ prompt, sentAt }));
    },
  };
}

const MAX_PROMPT_LENGTH = 4_000;
const MAX_PROMPTS = 200;
