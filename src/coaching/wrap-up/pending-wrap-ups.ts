import { z } from 'zod';
import type { Clock } from '../../kernel/clock.js';
import { parseJson } from '../../kernel/parse-json.js';
import type { Workbench } from '../workspace/workbench.js';
import { type WrapUpInputs, wrapUpInputsSchema } from './wrap-up-inputs.js';

const failed = {
  /** Why it could not be done, for the person. */
  problem: z.string().optional(),
  /** There is no model to ask. */
  isDemo: z.boolean().optional(),
};

const resultsSchema = z.object({
  gaps: z
    .object({
      gaps: z.array(z.object({ topic: z.string(), severity: z.string() })),
      katas: z.array(z.object({ title: z.string(), topic: z.string() })),
      ...failed,
    })
    .optional(),
  skills: z
    .object({
      skills: z.array(z.object({ skillArea: z.string(), stage: z.string(), previousStage: z.string().nullable() })),
      ...failed,
    })
    .optional(),
  memories: z.object({ memories: z.array(z.string()), added: z.number(), ...failed }).optional(),
});

/** What the finished steps of a wrap-up resulted in. */
export type StepResults = z.infer<typeof resultsSchema>;

/** Those of all steps. */
export type AllResults = { [Name in keyof StepResults]-?: NonNullable<StepResults[Name]> };

interface PendingWrapUp {
  readonly transcript: string | null;
  /** Undefined until they were gathered. */
  readonly inputs: WrapUpInputs | undefined;
  readonly results: StepResults;
}

/** The wrap-ups of a project that were asked for and have not finished: they survive a kill. */
export interface PendingWrapUps {
  /** Asking again changes nothing. */
  add(sessionId: string, transcript: string | null): Promise<void>;
  /** The ids of the sessions, the oldest request first. */
  list(): Promise<string[]>;
  get(sessionId: string): Promise<PendingWrapUp | undefined>;
  setInputs(sessionId: string, inputs: WrapUpInputs): Promise<void>;
  addResults(sessionId: string, results: StepResults): Promise<void>;
  /** Forgets it, with the prompts of the session. */
  remove(sessionId: string): Promise<void>;
}

interface PendingDependencies {
  readonly workbench: Workbench;
  /** The project's real path. */
  readonly project: string;
  readonly clock: Clock;
}

export function createPendingWrapUps({ workbench, project, clock }: PendingDependencies): PendingWrapUps {
  const { queries } = workbench;
  const all = queries.selectFrom('wrap_ups').selectAll().where('project', '=', project);
  const change = (sessionId: string) => queries.updateTable('wrap_ups').where('session_id', '=', sessionId);

  return {
    async add(sessionId, transcript) {
      const row = { session_id: sessionId, project, transcript, inputs: null, results: '{}' };
      const insert = queries.insertInto('wrap_ups').values({ ...row, requested_at: clock.now().toISOString() });
      await insert.onConflict((conflict) => conflict.doNothing()).execute();
    },

    async list() {
      return (await all.orderBy('requested_at').execute()).map(({ session_id }) => session_id);
    },

    async get(sessionId) {
      const row = await all.where('session_id', '=', sessionId).executeTakeFirst();
      // What another version has stored in another form is gathered again.
      const inputs = wrapUpInputsSchema.safeParse(parseJson(row?.inputs ?? ''));
      return row && { transcript: row.transcript, inputs: inputs.data, results: readResults(row.results) };
    },

    async setInputs(sessionId, inputs) {
      await change(sessionId)
        .set({ inputs: JSON.stringify(inputs) })
        .execute();
    },

    addResults: (sessionId, added) =>
      workbench.write((connection) => {
        const [row] = connection.execute(all.where('session_id', '=', sessionId));
        const results = { ...readResults(row?.results ?? ''), ...added };
        connection.execute(change(sessionId).set({ results: JSON.stringify(results) }));
      }),

    remove: (sessionId) =>
      workbench.write((connection) => {
        connection.execute(queries.deleteFrom('wrap_ups').where('session_id', '=', sessionId));
        connection.execute(queries.deleteFrom('session_prompts').where('session_id', '=', sessionId));
      }),
  };
}

function readResults(stored: string): StepResults {
  return resultsSchema.safeParse(parseJson(stored)).data ?? {};
}
