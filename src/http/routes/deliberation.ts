import { z } from 'zod';
import { UserError } from '../../kernel/user-error.js';
import { action, query } from '../define-route.js';
import type { PageProgram } from '../page-program.js';
import { openRuns } from './deliberations.js';

const ID = z.string().min(1).max(200);
const ROUND = z.number().int().min(1).max(1_000);
const PARTICIPANT = z.string().min(1).max(500);

/** One deliberation, live and afterwards. */
export const deliberation = query(z.strictObject({ id: ID }), async ({ id }, program) => {
  const run = await (await openRuns(program)).follow(id);
  return { run, outcome: await getOutcome(run.result?.decision_id ?? null, program) };
});

async function getOutcome(decisionId: string | null, program: Pick<PageProgram, 'existingDecisions'>) {
  const decision = decisionId === null ? null : await (await program.existingDecisions())?.graph.get(decisionId);
  if (decision == null || decision.outcome === null) return null;
  const { outcome, note, supersededBy, recordedAt } = decision.outcome;
  return { outcome, note, supersededBy, recordedAt: recordedAt.toISOString() };
}

/** What one participant answered in one round. */
export const answer = query(
  z.strictObject({ id: ID, round: ROUND, participant: PARTICIPANT }),
  async ({ id, ...key }, program) => (await openRuns(program)).answer(id, key),
);

/** What was asked in one attempt at a call. */
export const prompt = query(
  z.strictObject({
    id: ID,
    phase: z.enum(['turn', 'summary']),
    round: ROUND,
    participant: PARTICIPANT,
    call: z.number().int().min(1),
    attempt: z.number().int().min(1),
  }),
  async ({ id, ...call }, program) => ({ text: await (await openRuns(program)).prompt(id, call) }),
);

/** The output of a look at the project. */
export const look_up = query(
  z.strictObject({ id: ID, round: ROUND, key: z.string().regex(/^\w{1,64}$/) }),
  async ({ id, round, key }, program) => (await openRuns(program)).lookUp(id, round, key),
);

/** The cited lines as they are now. */
export const cited_lines = query(z.strictObject({ id: ID }), async ({ id }, program) => ({
  citations: await (await openRuns(program)).citedLines(id),
}));

/** How a decision turned out. */
export const record_outcome = action(
  z.strictObject({
    decision_id: ID,
    outcome: z.enum(['right', 'wrong', 'mixed', 'superseded']),
    note: z.string().max(2_000).optional(),
    superseded_by: ID.optional(),
  }),
  async (input, program) => {
    const decisions = await program.existingDecisions();
    if (decisions === undefined) throw new UserError('not_found', 'no decision is stored here yet');
    return decisions.recordOutcome(input);
  },
);
