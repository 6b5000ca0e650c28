import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Clock } from '../../kernel/clock.js';
import { parseJson } from '../../kernel/parse-json.js';
import { ApiCallError } from '../api/api-errors.js';
import type { Workbench, WorkbenchSchema } from '../workspace/workbench.js';

interface Question<Value> {
  readonly kind: WorkbenchSchema['dashboard_answers']['kind'];
  /** What makes the answer a new one when it changes. */
  readonly input: unknown;
  readonly schema: z.ZodType<Value>;
  readonly ask: () => Promise<Value>;
  /** The person asked for a new try: a failure is not repeated from memory. */
  readonly isRetried?: boolean;
}

/** The answer to a question that has not changed, for a day; only then is a model asked again. */
export type AnswerOnce = <Value>(question: Question<Value>) => Promise<Value>;

interface AnswerContext {
  readonly workbench: Workbench;
  /** The project of the answers. */
  readonly project: string;
  readonly clock: Clock;
}

export function createAnswerOnce({ workbench, project, clock }: AnswerContext): AnswerOnce {
  const { queries } = workbench;
  const failures = new Map<string, { readonly hash: string; readonly error: ApiCallError; readonly at: number }>();

  async function find<Value>({ kind, schema }: Question<Value>, hash: string) {
    const row = await queries
      .selectFrom('dashboard_answers')
      .select(['answer', 'answered_at'])
      .where('project', '=', project)
      .where('kind', '=', kind)
      .where('input_hash', '=', hash)
      .executeTakeFirst();
    if (row === undefined || clock.now().getTime() - Date.parse(row.answered_at) > MAX_AGE_MS) return undefined;
    // Another version of the program may have kept another form.
    const kept = schema.safeParse(parseJson(row.answer));
    return kept.success ? kept : undefined;
  }

  async function keep(kind: Question<unknown>['kind'], hash: string, value: unknown): Promise<void> {
    const kept = { input_hash: hash, answer: JSON.stringify(value), answered_at: clock.now().toISOString() };
    await queries
      .insertInto('dashboard_answers')
      .values({ project, kind, ...kept })
      .onConflict((conflict) => conflict.columns(['project', 'kind']).doUpdateSet(kept))
      .execute();
  }

  return async (question) => {
    const { kind, input, ask, isRetried = false } = question;
    const hash = createHash('sha256').update(JSON.stringify(input)).digest('hex');
    const kept = await find(question, hash);
    if (kept !== undefined) return kept.data;
    const failed = failures.get(kind);
    if (!isRetried && failed?.hash === hash && clock.elapsed() - failed.at < FAILURE_PAUSE_MS) throw failed.error;
    failures.delete(kind);
    try {
      const value = await ask();
      await keep(kind, hash, value);
      return value;
    } catch (error) {
      // A refusal is billed, too: reloading a page must not pay for it again and again.
      const isAsked = error instanceof ApiCallError && error.failure !== undefined;
      if (isAsked) failures.set(kind, { hash, error, at: clock.elapsed() });
      throw error;
    }
  };
}

const MAX_AGE_MS = 86_400_000;
const FAILURE_PAUSE_MS = 10 * 60_000;
